// What the help says beyond the keys: what each glyph and each short sign means, with an example, and which key answers a question.

import ChainAnalysis
import ChainModel
import PlainText

enum HelpMeanings {
  /// A word or number on the screen, and what it means.
  ///
  /// A screen that shows it has one of its probes, with 0 for each digit.
  typealias Sign = (sign: String, probes: [String], meaning: Text)

  static func signs(_ glyphs: ScreenGlyphs, _ language: Language) -> [Sign] {
    let (hang, times) = (glyphs.problem(.hang), glyphs.times)
    let (root, wait) = (RowWords(language).root, RowWords(language).wait(67))
    let (settled, own, freed) = (language("settled", "已敲定"), language.ownColumn, language.freed)
    return [
      ("\(glyphs.ellipsis)1", ["\(glyphs.ellipsis)0"], Text("1 level of the tree left out on the left", "左侧省略了 1 层")),
      (root, [root], Text("others hang because this one does not settle", "根因：别的 Promise 因它而卡住")),
      (
        "(\(wait))", [RowWords(language).wait(0)],
        Text("67 promises hang because of the hangs before it", "67 个 Promise 因前面的卡住而受阻")
      ),
      (
        "1 \(ProblemKind.hang.word(1, language)) \(times)655", [" \(times)0", RowWords(language).times(0)],
        Text("one call site hangs; it did so 655 times", "一个调用点卡住，共 655 次")
      ),
      ("#8 +9 \(hang)1", ["0 +0"], Text("the fold hides 9 promises, one of them a hang", "折叠了 9 个 Promise，其中 1 个卡住")),
      (
        language("6 events/s", "6 个事件/秒"), [language("events/s", "个事件/秒")],
        Text("events of the log in the last second", "最近一秒的日志事件数")
      ),
      ("52/s", ["0/s", "\(settled)/s"], Text("promises that settle in a second", "每秒敲定的 Promise 数")),
      ("\(glyphs.more.up) +12", ["\(glyphs.more.up) +"], Text("how many more there are after a minute", "每分钟的增长")),
      (language.inFlight, [language.inFlight], Text("not settled at that moment", "当时尚未敲定")),
      (settled, [" \(settled)\n"], Text("in the strip; below it, what failed", "条带中的敲定数；其下是失败数")),
      (
        language("grows", "增长"), [language(" grows ", "增长 ")],
        Text("a leak: ever more of them stay open", "泄漏：待定的越来越多")
      ),
      (own, [" \(own) ", "\(own)\n"], Text("its body or handler, timer or source worked", "自身：函数体、处理函数、定时器或数据源在工作")),
      (freed, [" \(freed)"], Text("no longer in memory", "已释放：不在内存中")),
      ("p50 p99", ["p00"], Text("half, or 99 of 100, took at most this", "一半、或百分之九十九的用时不超过它")),
    ]
  }

  /// The glyphs of the tree and of its bars.
  static func marks(_ glyphs: ScreenGlyphs) -> [(glyph: String, role: StyleRole, meaning: Text)] {
    [
      (glyphs.barRunning + glyphs.barRunning, .barRunning, Text("its own work", "自身的工作")),
      (glyphs.barWaiting + glyphs.barWaiting, .barWaiting, Text("waits for another", "等待其他 Promise")),
      (glyphs.barQueued + glyphs.barQueued, .barQueued, Text("waits for its queue", "在队列中等待")),
      (glyphs.reference, .link, Text("drawn elsewhere", "绘制在别处")),
      (glyphs.path, .path, Text("on the marked path", "在标出的路径上")),
      (glyphs.loss, .loss, Text("events lost here", "此处丢失事件")),
    ]
  }

  /// What a person looks for, and the key that finds it.
  static let questions: [(key: Character, answer: Text)] = [
    ("e", Text("what is wrong, one problem after another", "哪里出了问题，逐个查看")),
    ("w", Text("why it hangs: the root, and who holds it", "为何卡住：根因，以及谁持有它")),
    ("P", Text("swallowed and unhandled errors, all problems", "吞错（swallowed）、未处理的错误，以及所有问题")),
    ("W", Text("a leak: what grows, memory, rates by call site", "泄漏（leak）：哪里在增长、内存（memory）、速率")),
    ("C", Text("the slowest call sites: p50, p99, max; S sorts", "最慢（slowest）的调用点：p50、p99、max；S 排序")),
    ("c", Text("where the time of one promise, or of the run, went", "一个 Promise 或整次运行的时间花在哪里")),
    ("V", Text("what changed since the former run", "与之前的运行相比变了什么")),
    (":", Text("what happened at a moment: 30s", "某一时刻发生了什么：30s")),
    ("/", Text("what a request did: handle 17 is the 17th", "某个请求做了什么：handle 17 是第 17 个")),
  ]

  /// What a promise in a state does.
  static func meaning(_ state: NodeState) -> Text {
    switch state {
    case .pending: Text("nothing runs for it yet", "还没有代码为它运行")
    case .running: Text("its body or handler runs", "函数体或处理函数正在运行")
    case .waiting: Text("for another: on #8 timeout", "等待别的 Promise：等待 #8 timeout")
    case .fulfilled: Text("has a value: 20 items", "有了值：20 items")
    case .rejected: Text("has an error: timed out after 1 s", "有了错误：timed out after 1 s")
    case .cancelled: Text("a person or the program stopped it", "被人或程序取消")
    case .unhandled: Text("rejected, and no handler saw the error", "被拒绝，且没有处理函数看到错误")
    case .leaked: Text("freed while pending: it never settles", "待定时被释放：永远无法敲定")
    case .unknown: Text("its events are missing", "它的事件缺失")
    }
  }

  /// What is wrong with a promise.
  static func meaning(_ kind: ProblemKind) -> Text {
    switch kind {
    case .unhandled: Text("no handler saw the error: flaky(9)", "没有处理函数看到错误：flaky(9)")
    case .hang: Text("does not settle; leak: ever more of them", "无法敲定；越来越多就是泄漏（leak）")
    case .cycle: Text("promises wait for one another: #8 for #1 for #8", "互相等待：#8 等 #1，#1 等 #8")
    case .misuse: Text("such as a promise that was not returned", "例如没有返回内部的 Promise")
    case .slow: Text("a body held its queue: ran 1.60 s on images", "函数体占用队列：占用 images 1.60 s")
    case .swallowed: Text("a handler dropped the error it caught", "处理函数丢弃了捕获的错误")
    case .note: Text("worth knowing, and perhaps no mistake", "值得知道，但未必是错误")
    case .unfinished: Text("pending when the program ended", "程序结束时仍待定")
    }
  }
}
