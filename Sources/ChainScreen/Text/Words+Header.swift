// What the header says.

import PlainText

extension Words {
  // The header.
  var live: String { language("live", "实时") }
  var notAnswering: String { language("no longer answering", "已无响应") }
  var ended: String { language("ended", "已结束") }
  var killed: String { language("killed", "已被终止") }
  var growing: String { language("still being written", "仍在写入") }
  var cutOff: String { language("cut off", "日志中断") }
  func reading(_ share: String) -> String { language("reading \(share)", "读取中 \(share)") }
  func paused(_ events: String) -> String { language("paused +\(events)", "暂停 +\(events)") }
  func past(_ position: String, _ count: String) -> String {
    language("event \(position) of \(count)", "第 \(position)/\(count) 个事件")
  }
  func playing(_ speed: String, _ times: String) -> String {
    language("playing \(times)\(speed)", "播放 \(times)\(speed)")
  }
  func lost(_ count: String) -> String { language("\(count) lost", "丢失 \(count)") }
  var notAllRecorded: String { language("not all recorded", "记录不全") }
  func evictedCount(_ count: String) -> String { language("\(count) no longer kept", "\(count) 个不再保留") }
  var nextProblemHint: String { language("next problem", "下一个问题") }

  func badLines(_ count: Int) -> String {
    language(NumberText.plural(count, "bad line", "bad lines"), "\(NumberText.grouped(count)) 行损坏")
  }

  func events(_ count: UInt64) -> String {
    language(NumberText.plural(count, "event", "events"), "\(NumberText.grouped(count)) 个事件")
  }

  func promises(_ number: [Span], isOne: Bool) -> Line {
    language(isOne ? "\(number) promise" : "\(number) promises", "\(number) 个 Promise")
  }

  func unhandledRejections(_ count: Int) -> String {
    language(count == 1 ? "unhandled rejection" : "unhandled rejections", "未处理的拒绝")
  }

  func logPlace(_ number: Int, _ count: Int) -> String {
    language("log \(number) of \(count)", "第 \(number)/\(count) 个日志")
  }
}
