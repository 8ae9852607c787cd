// How large a YAML file may be. Owns the limit, for lessons and for the settings of `pscope`; does not parse anything.

/// The limit on YAML that a user hands over.
public enum YAMLSize {
  /// The number of keys and values, which take the parser a tenth of a millisecond each: 200,000 took 10 s.
  private static let entries = 40_000
  private static let bytes = 4 << 20

  /// What to expect, for a sentence.
  public static let expectation = "expected at most 40,000 keys and values, and 4 MiB"

  /// The line in which a text goes beyond the limit; nil if it does not.
  ///
  /// - Complexity: O(*n*) in the text's length.
  public static func lineBeyond(_ text: String) -> Int? {
    var (found, line, position) = (0, 1, 0)
    for byte in text.utf8 {
      position += 1
      switch byte {
      case UInt8(ascii: "\n"): (found, line) = (found + 1, line + 1)
      case UInt8(ascii: ":"), UInt8(ascii: ","): found += 1
      default: break
      }
      if found > entries || position > bytes { return line }
    }
    return nil
  }
}
