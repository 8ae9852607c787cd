// The headings of the help, and its legend of the glyphs. `Keys` has what the keys do.

import PlainText

extension Words {
  var helpTitle: String { language("Keys and states", "按键与状态") }
  func helpSearchTitle(_ text: String) -> String { language("Search: \(text)", "搜索：\(text)") }
  var helpNoMatch: String { language("No key or glyph matches.", "没有符合的按键或符号。") }
  func helpPage(_ page: Int, _ count: Int) -> String {
    language("page \(page) of \(count)   PgDn, PgUp   / search", "第 \(page)/\(count) 页   PgDn、PgUp   / 搜索")
  }

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
