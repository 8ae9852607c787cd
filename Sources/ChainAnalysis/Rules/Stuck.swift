// stuck: a promise that has been pending for a long time, while its program runs. The search of `never-settled` finds it.

import PlainText

extension Rule {
  /// A promise that has been pending for a long time.
  public static let stuck = Rule(
    "stuck", .warning, .hang, "A promise has been pending for a long time, and so is everything that waits for it.",
    advice: Text("Look at what it waits for; a timeout turns a hang into an error.", "看看它在等什么；设置超时可以把卡住变成错误。"))
}

extension FindingText {
  /// Why a promise has been pending for long, after the time.
  static func stuck(_ reason: FindingText, _ hang: FindingText?) -> FindingText {
    FindingText(": \(reason)", "：\(reason)") + (hang ?? .empty)
  }
}
