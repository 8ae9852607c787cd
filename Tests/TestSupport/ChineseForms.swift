// How Chinese text is set: full-width punctuation between Chinese words, and a blank between a Chinese word and a Latin one or a number.

/// What is wrong with the punctuation and the blanks of a Chinese text; names of promises, code, and keys may have any.
///
/// - Parameter text: A text, in which `\u{0}` stands for a part that is not known.
/// - Returns: Each wrong place, with its characters.
/// - Throws: An error if a rule is no valid expression.
public func wrongChineseForms(in text: String) throws -> [String] {
  let text = text.replacing(code, with: "`").replacing(quotation, with: "\"")
  return try rules.get().flatMap { rule in text.matches(of: rule).map { String(text[$0.range]) } }
}

// The expressions are compiled once, because that takes longer than a search.

private nonisolated(unsafe) let code = /`[^`]*`/
private nonisolated(unsafe) let quotation = /"[^"]*"/

/// What is wrong anywhere in a text without quotations.
private nonisolated(unsafe) let rules: Result<[Regex<AnyRegexOutput>], any Error> = Result {
  let han = "[\\u4e00-\\u9fff]"
  let texts = [
    // Half-width punctuation, but not the colon of a command such as `:q`.
    "\(han) ?[,;!?(]", "\(han) ?:(?![a-z])", "[,;:!?]\(han)", "\(han) ?\\)",
    // No blank between a Chinese word and a Latin one or a number.
    "\(han)[A-Za-z0-9]", "[A-Za-z0-9]\(han)",
    // A blank beside full-width punctuation.
    "[，。；：！？（）「」] (?! )", "[^ ] [，。；：！？）」]",
  ]
  return try texts.map { try Regex($0) }
}
