// The name that is most similar to a mistyped one. Owns the comparison; the callers phrase the suggestion.

/// Finds the name that the user probably meant.
enum Suggestion {
  /// The name most similar to `typed`.
  ///
  /// - Returns: The first name with the fewest edits, if these are at most a third of its length (one, for a name of up to
  ///   five characters); otherwise the first name that starts with `typed`; otherwise nil.
  static func nearest(to typed: String, among names: [String]) -> String? {
    let typed = Array(typed.lowercased().prefix(64))
    guard !typed.isEmpty else { return nil }
    var best: (name: String, edits: Int)?
    for name in names {
      let edits = edits(typed, Array(name.lowercased()))
      if edits <= max(1, name.count / 3), edits < name.count, edits < best?.edits ?? .max { best = (name, edits) }
    }
    return best?.name ?? names.first { $0.lowercased().hasPrefix(String(typed)) }
  }

  /// The number of insertions, deletions, replacements and swaps of adjacent characters between two words.
  private static func edits(_ left: [Character], _ right: [Character]) -> Int {
    // `row` is the row of the table being filled; the two rows above it are kept.
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1] + [Int](repeating: 0, count: right.count)
      for j in right.indices {
        row[j + 1] = min(row[j] + 1, last[j + 1] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
        }
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
