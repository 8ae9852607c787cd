// What most keys do, in the footer and in the help, and the legend of the glyphs. `Words+Runs` and `Words+Service` have the keys of their views.

import PlainText

extension Words {
  // Keys in the footer.
  var helpWord: String { language("Help", "帮助") }
  var problemWord: String { language("Problem", "问题") }
  var problemsWord: String { language("List", "列表") }
  var onlyProblemsWord: String { language("Only", "只看问题") }
  var whyWord: String { language("Why", "原因") }
  var pathWord: String { language("Critical path", "关键路径") }
  var searchWord: String { language("Search", "搜索") }
  var filterWord: String { language("Filter", "过滤") }
  var paneWord: String { language("Pane", "面板") }
  var pauseWord: String { language("Pause", "暂停") }
  var playWord: String { language("Play", "播放") }
  var stopWord: String { language("Stop", "停止") }
  var resumeWord: String { language("Resume", "继续") }
  var stepWord: String { language("Step", "单步") }
  var foldWord: String { language("Fold", "折叠") }
  var followWord: String { language("Follow", "跟随") }
  var inputWord: String { language("Type", "键入") }
  var openLogWord: String { language("Logs", "日志列表") }
  var runAgainWord: String { language("Run again", "重新运行") }
  var hintWord: String { language("Hint", "线索") }
  var nextExerciseWord: String { language("Next exercise", "下一题") }
  var quitWord: String { language("Quit", "退出") }

  // Topics and sentences of the help.
  var helpTitle: String { language("Keys and states", "按键与状态") }
  func helpSearchTitle(_ text: String) -> String { language("Search: \(text)", "搜索：\(text)") }
  var helpNoMatch: String { language("No key or glyph matches.", "没有符合的按键或符号。") }
  func helpPage(_ page: Int, _ count: Int) -> String {
    language("page \(page) of \(count)   PgDn, PgUp   / search", "第 \(page)/\(count) 页   PgDn、PgUp   / 搜索")
  }
  var topicQuestions: String { language("What is wrong?", "哪里出了问题？") }
  var topicMoving: String { language("Move through the tree", "在树中移动") }
  var topicPanes: String { language("See more about it", "查看更多") }
  var topicTime: String { language("Go back in time", "回到过去") }
  var topicFinding: String { language("Find a promise", "查找 Promise") }
  var topicOther: String { language("Run, save, leave", "运行、保存、退出") }
  var helpHelp: String { language("Show or hide this help.", "显示或隐藏此帮助。") }
  var helpNextProblem: String { language("Go to the next problem and show why.", "转到下一个问题，并显示原因。") }
  var helpPreviousProblem: String { language("Go to the previous problem.", "转到上一个问题。") }
  var helpWhy: String { language("Show why the promise is as it is; mark the path.", "解释 Promise 的现状，并标出路径。") }
  var helpPath: String { language("Show where its time went; again: the whole run.", "显示时间花在哪里；再按一次：整次运行。") }
  var helpUp: String { language("Go up.", "上移。") }
  var helpDown: String { language("Go down.", "下移。") }
  var helpPageUp: String { language("Go up by a screen.", "上移一屏。") }
  var helpPageDown: String { language("Go down by a screen.", "下移一屏。") }
  var helpHalfPageUp: String { language("Go up by half a screen.", "上移半屏。") }
  var helpHalfPageDown: String { language("Go down by half a screen.", "下移半屏。") }
  var helpFirst: String { language("Go to the first row.", "转到第一行。") }
  var helpLast: String { language("Go to the last row.", "转到最后一行。") }
  var helpOutward: String { language("Fold, or go toward the root.", "折叠，或向根移动。") }
  var helpInward: String { language("Unfold, or go to the first one inside.", "展开，或进入内部的第一个。") }
  var helpParent: String { language("Go to the promise above.", "转到上一级 Promise。") }
  var helpNextRejected: String { language("Go to the next rejected promise.", "转到下一个被拒绝的 Promise。") }
  var helpNextPending: String { language("Go to the next pending promise.", "转到下一个待定的 Promise。") }
  var helpToggleFold: String { language("Fold or unfold; otherwise follow the link.", "折叠或展开；否则跟随链接。") }
  var helpFold: String { language("Fold.", "折叠。") }
  var helpUnfold: String { language("Unfold.", "展开。") }
  var helpToggleAllFolds: String { language("Fold all chains, or unfold everything.", "折叠所有链，或全部展开。") }
  var helpAutoFold: String { language("Fold chains when they have settled, or stop that.", "链敲定后自动折叠，或停止自动折叠。") }
  var helpSearch: String { language("Search labels, values, errors, call sites, IDs.", "搜索标签、值、错误、调用点和 ID。") }
  var helpNextMatch: String { language("Go to the next match.", "转到下一个匹配。") }
  var helpPreviousMatch: String { language("Go to the previous match.", "转到上一个匹配。") }
  var helpFilter: String { language("Filter promises; in the log, events.", "过滤 Promise；在日志中过滤事件。") }
  var helpOnlyProblems: String { language("Show only promises with problems, or all.", "只显示有问题的 Promise，或显示全部。") }
  var helpSort: String { language("Sort the chains, or the call sites.", "排序各条链或调用点。") }
  var helpSwapTimes: String { language("Show the total time, or the own time.", "显示总时长，或自身用时。") }
  var helpFollow: String { language("Keep the newest promise in view.", "让最新的 Promise 保持可见。") }
  var helpNextPane: String { language("Move the focus to the next pane.", "焦点移到下一个面板。") }
  var helpPreviousPane: String { language("Move the focus to the previous pane.", "焦点移到上一个面板。") }
  var helpDetails: String { language("Show or hide the details.", "显示或隐藏详情。") }
  var helpSource: String { language("Show the source.", "显示源码。") }
  var helpLog: String { language("Show the events.", "显示事件。") }
  var helpLanes: String { language("Show what each queue and thread ran.", "显示每个队列和线程运行了什么。") }
  var helpGroups: String { language("Show the call sites with their times.", "显示各调用点及其用时。") }
  var helpProblems: String { language("List all problems.", "列出所有问题。") }
  var helpChanges: String { language("Show what changed since the bookmark.", "显示书签以来的变化。") }
  var helpInput: String { language("Type input for the program, until Esc.", "为程序键入输入，按 Esc 结束。") }
  var helpOutput: String { language("Show what the program wrote.", "显示程序的输出。") }
  var helpTogglePanes: String { language("Show or hide all panes.", "显示或隐藏所有面板。") }
  var helpBack: String { language("Go back to where an edge was followed.", "返回跟随关联之前的位置。") }
  var helpCancel: String { language("Leave the pane, the path, the filter or the zoom.", "离开面板、路径、过滤或缩放。") }
  var helpPause: String { language("Freeze the view, not the program.", "冻结画面，程序照常运行。") }
  var helpStepBack: String { language("Step back by one event.", "后退一个事件。") }
  var helpStepForward: String { language("Step forward by one event.", "前进一个事件。") }
  var helpJumpBack: String { language("Move the playhead back.", "往回跳一段。") }
  var helpJumpForward: String { language("Move the playhead forward.", "往后跳一段。") }
  var helpToStart: String { language("Go to the start of the run.", "转到运行的起点。") }
  var helpToEnd: String { language("Return to the present.", "回到现在。") }
  var helpPlay: String { language("Play from here, or stop.", "从这里开始播放，或停止。") }
  var helpSlower: String { language("Play half as fast.", "播放速度减半。") }
  var helpFaster: String { language("Play twice as fast.", "播放速度加倍。") }
  var helpBookmark: String { language("Set or remove a bookmark here.", "在此设置或移除书签。") }
  var helpNextBookmark: String { language("Go to the next bookmark.", "转到下一个书签。") }
  var helpZoomIn: String { language("Zoom into the timeline.", "放大时间线。") }
  var helpZoomOut: String { language("Zoom out of the timeline.", "缩小时间线。") }
  var helpZoomAll: String { language("Show the whole timeline.", "显示整条时间线。") }
  var helpPanLeft: String { language("Move the timeline to earlier times.", "时间线移向更早。") }
  var helpPanRight: String { language("Move the timeline to later times.", "时间线移向更晚。") }
  var helpOpenLog: String { language("Show another log of the folder.", "显示文件夹中的另一个日志。") }
  var helpOpenEditor: String { language("Open the call site in $EDITOR.", "用 $EDITOR 打开调用点。") }
  var helpCopyID: String { language("Copy the ID.", "复制 ID。") }
  var helpCopyRow: String { language("Copy the row.", "复制此行。") }
  var helpSave: String { language("Save the tree or the log to a file.", "把树或日志保存到文件。") }
  var helpRunAgain: String { language("Run the scenario, or read the log, again.", "重新运行场景，或重新读取日志。") }
  var helpChangeRun: String { language("Change the scenario's settings and run it again.", "修改场景的设置并重新运行。") }
  var helpHint: String { language("Show the next hint for the exercise.", "显示这道练习的下一条线索。") }
  var helpNextExercise: String { language("Go on to the next exercise.", "进入下一道练习。") }
  var helpCancelRun: String { language("Ask the running scenario to cancel its work.", "请求正在运行的场景取消工作。") }
  var helpCompare: String { language("Show the other version of the run beside it.", "并排显示这次运行的另一个版本。") }
  var changeRunWord: String { language("Change", "修改") }
  var compareWord: String { language("Compare", "对照") }
  var helpRedraw: String { language("Draw the screen again.", "重绘屏幕。") }
  var helpQuit: String { language("Leave.", "退出。") }

  // The legend of the help.
  var legendTitle: String { language("Glyphs", "符号") }
  var legendOwnWork: String { language("its own work", "自身的工作") }
  var legendWaits: String { language("waits for another", "等待其他 Promise") }
  var legendQueued: String { language("waits for its queue", "在队列中等待") }
  var legendElsewhere: String { language("drawn elsewhere", "绘制在别处") }
  var legendPath: String { language("on the marked path", "在标出的路径上") }
  var legendLost: String { language("events lost here", "此处丢失事件") }
  var legendWords: String { language("Words", "用语") }
  var legendOwn: String { language("own: its body or handler, timer or source worked", "自身：函数体、处理函数、定时器或数据源在工作") }
  var legendInFlight: String { language("in flight: work outside of promises", "在途：Promise 之外的工作") }
  var legendFreed: String { language("freed: no longer in memory", "已释放：不在内存中") }
}
