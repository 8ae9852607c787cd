// A text in every language: the form of all that is said to people in a fixed sentence, beside what it describes.

/// A text for people, in each language.
///
/// A rule, a key, or a lesson has its words as a member, which becomes a string in the reader's language when it is shown. A sentence with values
/// is built at that moment, by `language("…", "…")`, which builds only one of the two. Neither form compiles with one language only.
public struct Text: Sendable, Hashable {
  /// The English text.
  public var english: String
  /// The same in Chinese.
  public var chinese: String

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - english: The English text.
  ///   - chinese: The same in Chinese.
  public init(_ english: String, _ chinese: String) { (self.english, self.chinese) = (english, chinese) }

  /// The text in a language.
  public func text(in language: Language) -> String { language(english, chinese) }
}
