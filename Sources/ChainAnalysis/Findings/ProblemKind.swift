// The families of rules that people tell apart on the screen, in pictures, pages, and trees. Their glyphs and words are in `ProblemKind+Words`.

/// A family of rules that have a glyph and a word in common.
package enum ProblemKind: Int, CaseIterable, Sendable {
  /// A rejection that nothing handled.
  case unhandled
  /// A promise that can't settle, or does not.
  case hang
  /// Promises that wait for each other, of which the library rejects one.
  case cycle
  /// Code that uses promises wrongly.
  case misuse
  /// A body that took long, or a crowded queue.
  case slow
  /// An error that a handler turned into a value.
  case swallowed
  case note
  /// What had not settled when the program ended.
  case unfinished
}
