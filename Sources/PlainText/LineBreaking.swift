// Where a line of text may end, in any script. Owns the rule; layout in columns is with those who wrap.

package enum LineBreaking {
  private static let closing: Set<Character> = Set("，。、；：）」』》！？”’.,;:)!?")
  private static let opening: Set<Character> = Set("（「『《“‘(")

  /// Whether a line may end between two characters: after a blank, or next to a wide character, but not before a punctuation mark that
  /// belongs to what precedes it, or after one that belongs to what follows.
  package static func canBreak(_ last: Character, _ next: Character) -> Bool {
    guard !closing.contains(next), !opening.contains(last) else { return false }
    return last == " " || DisplayWidth.of(String(last)) == 2 || DisplayWidth.of(String(next)) == 2
  }
}
