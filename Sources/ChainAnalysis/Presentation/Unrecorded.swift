// What a recording does not show, because what wrote its log could not see it. Owns the sentence; `ChainStore` has the reasons.

import PlainText

/// What an adapter could not see of a program.
public enum Unrecorded {
  /// The reason for a log with a header and no more.
  public static let noEvents = "the log has no events"

  /// One sentence, without a period; nil without a reason.
  ///
  /// - Parameters:
  ///   - reasons: What could not be seen, in the words of the adapter.
  ///   - language: The language of the sentence.
  /// - Returns: The sentence, with whatever the reasons contain.
  public static func sentence(_ reasons: [String], in language: Language = .english) -> String? {
    guard !reasons.isEmpty else { return nil }
    if reasons == [noEvents] { return language("nothing was recorded: the log has no events", "什么也没有记录到：日志里没有事件") }
    return language(
      "part of the program was not recorded: \(reasons.joined(separator: "; "))",
      "程序有一部分没有记录到：\(reasons.map(chinese).joined(separator: "；"))")
  }

  /// The reasons of the adapters: what stands before and behind a detail, and both in Chinese.
  private static let known = [
    ("promises of another realm (", ")", "另一个 realm 的 Promise（", "）"),
    (
      "promises after ", " s, because something else took the promise hooks of V8", "",
      " 秒之后的 Promise，因为别的代码占用了 V8 的 Promise 钩子"
    ),
    ("promises of a class that replaced the global Promise", "", "替换了全局 Promise 的类的 Promise", ""),
    ("what followed, because ", "", "之后的一切，因为 ", ""),
  ]

  private static func chinese(_ reason: String) -> String {
    for (start, end, before, behind) in known where reason.hasPrefix(start) && reason.hasSuffix(end) {
      return before + reason.dropFirst(start.count).dropLast(end.count) + behind
    }
    return reason
  }
}
