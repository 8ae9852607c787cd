// What a value keeps: the number of elements in each of its tables, however deep. Finds the tables by reflection, so that a new one is counted, too.

/// The number of elements of the arrays, dictionaries and sets inside a value, by the path of property names that leads to them.
struct TableSizes {
  private(set) var counts: [String: Int] = [:]

  init(_ value: Any) { visit(value, "") }

  private mutating func visit(_ value: Any, _ path: String) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .dictionary, .set:
      // Of the value itself, because the children of a dictionary are counted one by one.
      counts[path, default: 0] += (value as? any Collection)?.count ?? mirror.children.count
      // The elements of most tables contain no other tables.
      guard let first = mirror.children.first, Self.hasTables(first.value) else { return }
      for child in mirror.children { visit(child.value, path + "[]") }
    case .class: break
    default:
      for child in mirror.children { visit(child.value, path + "." + (child.label ?? "")) }
    }
  }

  private static func hasTables(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .dictionary, .set: return true
    case .class: return false
    default: return mirror.children.contains { hasTables($0.value) }
    }
  }

  /// Takes the greater number for each table.
  mutating func formMaximum(_ other: TableSizes) { counts.merge(other.counts) { max($0, $1) } }
}
