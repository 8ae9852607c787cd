// "Did you mean": the nearest of some names to a mistyped one. Pure; refuses to phrase the question.

/// Finds the name that was probably meant.
public enum Suggestion {
  /// The name nearest to `typed`.
  ///
  /// - Parameters:
  ///   - typed: What was typed.
  ///   - names: What could have been meant.
  /// - Returns: The first name with the fewest edits, where these are at most a third of its length (or two); else one that
  ///   begins with what was typed; else nil.
  public static func nearest(to typed: String, among names: [String]) -> String? {
    let typed = Array(typed.lowercased().prefix(64))
    guard !typed.isEmpty else { return nil }
    var best: (name: String, edits: Int)?
    for name in names {
      let edits = edits(typed, Array(name.lowercased()))
      if edits <= max(2, name.count / 3), edits < name.count, edits < best?.edits ?? .max { best = (name, edits) }
    }
    return best?.name ?? names.first { $0.lowercased().hasPrefix(String(typed)) }
  }

  /// Insertions, deletions and replacements that turn one into the other.
  private static func edits(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (line, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in right.indices {
        let above = row[column + 1]
        row[column + 1] = character == right[column] ? diagonal : 1 + min(diagonal, above, row[column])
        diagonal = above
      }
    }
    return row[right.count]
  }
}
