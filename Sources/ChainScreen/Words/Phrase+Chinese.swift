// The phrases of the screen in Simplified Chinese. Owns the wording. The terms for the states of a promise are those of the Chinese
// MDN: 待定, 已兑现, 已拒绝, 已敲定.

extension Phrase {
  /// The Chinese text of every phrase.
  static let chinese: [Phrase: String] = [
    // The header.
    .live: "实时", .notAnswering: "无响应", .ended: "已结束", .killed: "被终止", .growing: "仍在写入", .cutOff: "不完整",
    .reading: "读取中 %1", .paused: "暂停 +%1", .past: "事件 %1/%2", .playing: "播放 ×%1", .lost: "丢失 %1",
    .badLine: "%1 行损坏", .badLines: "%1 行损坏", .eventsCount: "%1 个事件", .eventCount: "%1 个事件",
    .evictedCount: "%1 个已不再保留", .nextProblemHint: "下一个问题", .noProblem: "没有发现问题", .wait: "%1 个等待",
    .promiseWord: "Promise", .promisesWord: "个 Promise",

    // Kinds of problems, after their number.
    .hangKind: "挂起", .hangsKind: "挂起", .misuseKind: "误用", .slowKind: "缓慢", .swallowedKind: "被吞掉",
    .noteKind: "提示", .notesKind: "提示",

    // The columns.
    .stateColumn: "状态", .outcomeColumn: "结果", .siteColumn: "调用处", .ownColumn: "自身", .totalColumn: "总计",

    // States.
    .pending: "待定", .running: "运行中", .waiting: "等待中", .fulfilled: "已兑现", .rejected: "已拒绝", .cancelled: "已取消",
    .unhandled: "未处理", .leaked: "已泄漏", .unknown: "未知",

    // Rows.
    .noPromiseYet: "还没有 Promise：正在等待第一个事件。", .noPromise: "这份日志里没有 Promise。",
    .beforeFirst: "播放头在起点：按 ] 前进到第一个事件。", .nothingMatches: "没有符合过滤条件的内容；按 Esc 显示全部。",
    .root: "根源", .rootDropped: "resolver 被丢弃：再也无法敲定", .rootCycle: "等待自己：%1",
    .rootEmpty: "没有输入：再也无法敲定", .rootHeld: "未敲定：resolver 没有被调用", .rootPending: "结束时仍待定",
    .rootBlocking: "阻塞了它需要的队列", .hangsOn: "因 %1 挂起", .caught: "捕获 %1，来自 %2", .caughtUnknown: "捕获了 %1 的错误",
    .ranOn: "运行 %1，在 %2 上", .ran: "运行 %1", .queuedBehind: "排队 %1，在 %2 之后", .queuedFor: "排队 %1",
    .queuedOn: "在 %1 上排队", .unhandledError: "未处理：%1", .settledAgain: "再次敲定，被拒绝",
    .notReturned: "启动了 %1 但没有返回它", .retried: "重试 %1 次", .passedOn: "向下传递：没有拒绝处理函数", .handledBy: "由 %1 处理",
    .cancelledBy: "由 %1 取消", .nothingCouldSettle: "再也无法敲定", .eventsMissing: "缺少事件", .waitsForItself: "等待自己",
    .onPromise: "等待 %1", .afterPromise: "在 %1 之后", .settledOf: "%2 个中已敲定 %1 个", .timerRuns: "定时器运行中",
    .timerLeft: "还剩 %1", .inFlight: "进行中", .queued: "排队中", .resolvedWith: "以 %1 解决", .seeAbove: "见上方",
    .derivesFromIt: "由它派生", .anInput: "一个输入", .adopted: "已采纳", .madeInside: "在其中创建",
    .noLongerKept: "%1 个 Promise 已不再保留",

    // Notices.
    .noProblems: "没有发现问题。", .problemOf: "问题 %1/%2", .autoFoldOn: "已敲定的链自动折叠。", .autoFoldOff: "已敲定的链不再折叠。",
    .sortedByCreation: "按创建顺序排列。",
    .sortedByDuration: "按用时排列。", .sortedByState: "按状态排列。", .sortedByName: "按名称排列。",
    .noSearch: "没有搜索内容：按 / 开始搜索。", .noMatch: "没有“%1”的匹配。",
    .notInTree: "%1 已不再保留。", .bookmarkSet: "已在事件 %1 设置书签。", .bookmarkRemoved: "已移除书签。",
    .noBookmark: "没有书签：按 m 设置。", .searchPrompt: "搜索：", .filterPrompt: "过滤：", .savePrompt: "保存到：",
    .promptKeys: "Enter 确认  Esc 取消", .savePromptKeys: ".txt 树  .ndjson 日志  #12.txt 仅 #12 之下", .tooSmall: "窗口太小：%1",
    .pleaseEnlarge: "请放大到 %1。", .filterActive: "过滤：%1", .onlyProblemsActive: "仅问题",

    // Panes.
    .whyTitle: "原因", .whyFulfilled: "%1 为何已兑现", .whyRejected: "%1 为何已拒绝", .whyCanceled: "%1 为何已取消",
    .whyPending: "%1 为何待定", .whyLeaked: "%1 为何永不敲定", .whyUnknown: "%1 为何未知", .criticalTitle: "%1 的关键路径",
    .criticalRunTitle: "整个运行的关键路径", .sourceTitle: "源码", .logTitle: "日志", .lanesTitle: "队列与线程",
    .groupsTitle: "调用处", .problemsTitle: "问题", .changesTitle: "事件 %1 以来的变化", .detailsTitle: "详情",
    .nothingSelected: "没有选中 Promise。", .noSite: "日志没有记录它的调用处。", .sourceMissing: "找不到 %1；用 --source-root 指定查找位置。",
    .sourceChanged: "%1 在日志记录之后有改动。", .noLanes: "还没有运行任何函数体。", .noGroups: "还没有 Promise。", .noChanges: "没有变化。",
    .noEvents: "还没有事件。", .noPath: "没有记录它的创建，因此时间未知。", .noTime: "没有耗时。",
    .groupColumns: "数量    已拒绝       p50       p99  调用处", .pathTimer: "定时器", .outsidePromises: "Promise 之外",
    .behind: "在 %1 之后", .forOther: "为 %1", .shorterSegments: "%1 个更短的片段", .createdCount: "新建 %1",
    .fulfilledCount: "兑现 %1",
    .rejectedCount: "拒绝 %1", .canceledCount: "取消 %1", .leakedCount: "待定时被释放 %1", .pendingCount: "新待定 %1",
    .appearedProblem: "新增：%1", .disappearedProblem: "消失：%1",

    // Keys in the footer.
    .helpWord: "帮助", .problemWord: "问题", .whyWord: "原因", .criticalPathWord: "关键路径", .searchWord: "搜索",
    .filterWord: "过滤",
    .paneWord: "窗格", .pauseWord: "暂停", .resumeWord: "继续", .stepWord: "步进", .foldWord: "折叠", .followWord: "跟随",
    .runAgainWord: "重新运行", .quitWord: "退出",

    // Topics and sentences of the help.
    .helpTitle: "按键与状态", .topicQuestions: "提问", .topicMoving: "移动", .topicPanes: "窗格", .topicTime: "时间",
    .topicFinding: "查找", .topicOther: "其他", .helpHelp: "显示或隐藏本帮助。", .helpNextProblem: "跳到下一个问题并说明原因。",
    .helpPreviousProblem: "跳到上一个问题。", .helpWhy: "说明所选 Promise 为何如此，并标出路径。",
    .helpCriticalPath: "说明时间花在哪里；再按一次：整个运行。", .helpUp: "上移。", .helpDown: "下移。", .helpPageUp: "上移一屏。",
    .helpPageDown: "下移一屏。", .helpHalfPageUp: "上移半屏。", .helpHalfPageDown: "下移半屏。", .helpFirst: "跳到第一行。",
    .helpLast: "跳到最后一行。", .helpOutward: "折叠，或移向根。", .helpInward: "展开，或移到内部第一个。", .helpParent: "移到上级 Promise。",
    .helpNextRejected: "跳到下一个已拒绝的 Promise。", .helpNextPending: "跳到下一个待定的 Promise。",
    .helpToggleFold: "折叠或展开；在窗格中跟随连线。", .helpFold: "折叠。", .helpUnfold: "展开。", .helpToggleAllFolds: "折叠所有链，或全部展开。",
    .helpAutoFold: "链敲定后自动折叠，或停止自动折叠。", .helpSearch: "搜索标签、值、错误、调用处和编号。", .helpNextMatch: "跳到下一个匹配。",
    .helpPreviousMatch: "跳到上一个匹配。", .helpFilter: "只显示包含某段文字的 Promise。", .helpOnlyProblems: "只显示有问题的 Promise，或全部。",
    .helpSort: "按创建、耗时、状态或名称排序。", .helpFollow: "让最新的 Promise 保持可见。", .helpNextPane: "焦点移到下一个窗格。",
    .helpPreviousPane: "焦点移到上一个窗格。", .helpDetails: "显示或隐藏详情。", .helpSource: "显示源码。", .helpLog: "显示事件。",
    .helpLanes: "显示各队列和线程运行了什么。", .helpGroups: "显示各调用处及其耗时。", .helpProblems: "显示所有问题。",
    .helpChanges: "显示书签以来的变化。", .helpTogglePanes: "显示或隐藏所有窗格。", .helpBack: "回到跟随连线之前的位置。",
    .helpCancel: "离开窗格、路径、过滤或缩放。", .helpPause: "冻结画面，程序继续运行。", .helpStepBack: "后退一个事件。",
    .helpStepForward: "前进一个事件。", .helpJumpBack: "播放头后退。", .helpJumpForward: "播放头前进。", .helpToStart: "回到运行的起点。",
    .helpToEnd: "回到当前。", .helpPlay: "从这里播放，或停止。", .helpSlower: "播放速度减半。", .helpFaster: "播放速度加倍。",
    .helpBookmark: "在此设置或移除书签。", .helpNextBookmark: "跳到下一个书签。", .helpZoomIn: "放大时间轴。", .helpZoomOut: "缩小时间轴。",
    .helpZoomAll: "显示整个时间轴。", .helpPanLeft: "时间轴移向更早。", .helpPanRight: "时间轴移向更晚。",
    .helpOpenEditor: "在 $EDITOR 中打开调用处。", .helpCopyID: "复制编号。", .helpCopyRow: "复制此行。", .helpSave: "把树或日志保存到文件。",
    .helpRunAgain: "重新开始场景。", .helpRedraw: "重绘屏幕。", .helpQuit: "离开。",

    // The legend of the help.
    .legendTitle: "符号", .legendOwnWork: "自身的工作", .legendWaits: "等待另一个", .legendQueued: "等待队列", .legendElsewhere: "画在别处",
    .legendLost: "此处丢失事件",
  ]
}
