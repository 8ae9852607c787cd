// A text in every language: the form of all that is said to people in a fixed sentence, beside what it describes.

/// A text for people, in each language.
///
/// It is a value, so that a rule, a key, or a lesson has its words as a member, and they become a string only where they are shown, in the
/// language of whoever reads them. A sentence with values in it is built where it is shown instead, by `language("…", "…")`, which builds
/// only one of the two. Neither exists in only one language.
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
