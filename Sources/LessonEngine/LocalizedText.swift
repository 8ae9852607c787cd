// A text in every language of the screen. Owns the pair, so that no text can exist in only one language.

import PlainText

/// A text for people in each language.
public struct LocalizedText: Sendable, Hashable {
  /// The English text.
  public var english: String
  /// The Chinese text.
  public var chinese: String

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - english: The English text.
  ///   - chinese: The same in Chinese.
  public init(_ english: String, _ chinese: String) { (self.english, self.chinese) = (english, chinese) }

  /// The text in a language.
  public func text(in language: Language) -> String {
    switch language {
    case .english: english
    case .chinese: chinese
    }
  }
}
