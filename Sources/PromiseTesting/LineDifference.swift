// The difference of two pictures, line by line. Owns its layout.

/// Compares an expected picture with a drawn one.
enum LineDifference {
  /// The lines of a picture, without trailing spaces and without empty lines at its start and end.
  static func lines(_ picture: String) -> [String] {
    var lines = picture.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed())
    }
    while lines.last == "" { lines.removeLast() }
    while lines.first == "" { lines.removeFirst() }
    return lines
  }

  /// What differs; nil if the pictures are equal.
  ///
  /// - Returns: All lines: `-` marks those that are only expected, `+` those that are only found.
  static func between(expected: String, found: String) -> String? {
    let (expected, found) = (lines(expected), lines(found))
    if expected == found { return nil }
    let difference = found.difference(from: expected)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var text: [String] = []
    var (left, right) = (0, 0)
    while left < expected.count || right < found.count {
      if left < expected.count, removed.contains(left) {
        text.append("- " + expected[left])
        left += 1
      } else if right < found.count, inserted.contains(right) {
        text.append("+ " + found[right])
        right += 1
      } else {
        text.append("  " + expected[left])
        left += 1
        right += 1
      }
    }
    return text.joined(separator: "\n")
  }
}
