// How Chinese text is set: full-width punctuation between Chinese words, and a blank between a Chinese word and a Latin one or a number.

/// What is wrong with the punctuation and the blanks of a Chinese text; names of promises, code, and keys may have any.
///
/// - Parameter text: A text, in which `\u{0}` stands for a part that is not known.
/// - Returns: Each wrong place, with its characters.
/// - Throws: An error if a rule is no valid expression.
public func wrongChineseForms(in text: String) throws -> [String] {
  let text = text.replacing(/`[^`]*`/, with: "`").replacing(/"[^"]*"/, with: "\"")
  let han = "[\\u4e00-\\u9fff]"
  let rules = [
    // Half-width punctuation, but not the colon of a command such as `:q`.
    "\(han) ?[,;!?(]", "\(han) ?:(?![a-z])", "[,;:!?]\(han)", "\(han) ?\\)",
    // No blank between a Chinese word and a Latin one or a number.
    "\(han)[A-Za-z0-9]", "[A-Za-z0-9]\(han)",
    // A blank beside full-width punctuation.
    "[，。；：！？（）「」] (?! )", "[^ ] [，。；：！？）」]",
  ]
  return try rules.flatMap { rule in try text.matches(of: Regex(rule)).map { String(text[$0.range]) } }
}
