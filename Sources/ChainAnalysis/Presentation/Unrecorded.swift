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
    let list = reasons.joined(separator: "; ")
    return language("part of the program was not recorded: \(list)", "程序有一部分没有记录到：\(list)")
  }
}
