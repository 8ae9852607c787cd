// The borders between the tree and the panes, and between panes side by side.

/// Borders that a person has moved.
struct PaneBorders: Sendable, Equatable {
  /// A border that the mouse can hold.
  enum Edge: Sendable, Equatable {
    /// Between the tree and the panes below it.
    case belowTree
    /// To the right of a pane, by its index from the left.
    case right(of: Int)
  }

  /// The least height of the tree and of the panes, and the least width of a pane.
  static let (leastRows, leastColumns) = (4, 20)

  /// The height of the panes as a share of the room; nil for the usual one.
  private var height: Double?
  /// The right ends of panes as shares of the width, by their index from the left; the others stand at equal distances.
  private var ends: [Int: Double] = [:]
  /// The border that the mouse holds; nil for none.
  var held: Edge?

  /// The height of the panes.
  ///
  /// - Parameters:
  ///   - room: The height of tree and panes together.
  ///   - usual: The height as long as the border was not moved.
  /// - Returns: The height, with a few rows left for the tree.
  func height(in room: Int, usual: Int) -> Int {
    guard let height else { return usual }
    return max(Self.leastRows, min(Int((height * Double(room)).rounded()), room - Self.leastRows))
  }

  /// The column of the divider to the right of a pane.
  ///
  /// - Returns: The column.
  func divider(rightOf index: Int, count: Int, width: Int) -> Int {
    func end(_ index: Int) -> Int {
      guard let share = ends[index] else { return (width + 1) * (index + 1) / count - 1 }
      return Int((share * Double(width)).rounded())
    }
    // Each pane leaves room for those on both sides of it.
    let least = Self.leastColumns + 1
    let start = index == 0 ? -1 : divider(rightOf: index - 1, count: count, width: width)
    return max(start + least, min(end(index), width - (count - 1 - index) * least))
  }

  /// Moves the border that the mouse holds.
  ///
  /// - Parameters:
  ///   - height: The height of the panes as a share of the room, for the border below the tree.
  ///   - end: The right end of a pane as a share of the width, for the others.
  mutating func move(toHeight height: Double, end: Double) {
    switch held {
    case .belowTree: self.height = height
    case .right(let index): ends[index] = end
    case nil: break
    }
  }
}
