// A note of a program that describes a picture: what its user sees, or what is inside one of its objects. Owns the form of such notes.
//
//     screen: 17 + 2 sticky | * House rules | 120 Our bakery
//     box: State of letter | .pending | bodies: first, second

/// The picture that a note describes.
package struct DrawnNote: Sendable, Equatable {
  /// The object that it is the inside of; nil for a screen of the program.
  package let object: String?
  /// The rows, from top to bottom.
  package let rows: [String]

  /// Reads a note, if it describes a picture: a line that only starts like a box has no row.
  ///
  /// - Parameter text: What the program noted.
  package init?(_ text: String) {
    guard let prefix = [Self.screen, Self.box].first(where: { text.hasPrefix($0) }) else { return nil }
    let parts = text.dropFirst(prefix.count).split(separator: Self.separator).map(String.init)
    guard prefix == Self.box else {
      (object, rows) = (nil, parts)
      return
    }
    guard parts.count > 1 else { return nil }
    (object, rows) = (parts[0], Array(parts.dropFirst()))
  }

  private static let screen = "screen: "
  private static let box = "box: "
  private static let separator = " | "
}
