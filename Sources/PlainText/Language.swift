// The languages in which texts are shown to people. Owns the choice between texts that say the same; knows no text itself.

/// A language of texts for people.
public enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case chinese = "zh"

  /// The language of a process's environment: Chinese if its locale for messages is Chinese, otherwise English.
  ///
  /// As POSIX requires, the first variable of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty decides.
  ///
  /// - Parameter environment: Returns the value of a variable; nil if it is not set.
  /// - Returns: The language.
  public static func preferred(environment: (String) -> String?) -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    return locale.lowercased().hasPrefix("zh") ? .chinese : .english
  }

  /// One of several texts that say the same, one for each language.
  ///
  /// For sentences that contain values; a fixed text is a ``Text``. Only one of both is built: a string, or anything that a string literal can
  /// be, such as a line with roles. A further language becomes a further parameter, so the compiler finds every text that lacks it.
  package func callAsFunction<Line>(_ english: @autoclosure () -> Line, _ chinese: @autoclosure () -> Line) -> Line {
    switch self {
    case .english: english()
    case .chinese: chinese()
    }
  }
}
