// Finding promises: all of them in display order, forward and backward, and those that match a query.
//
// A search compares bytes inside the table of texts, and remembers the verdict on a text that many promises share, so that it creates no
// string. Owns the order and the comparison. Does not know what is selected.

import PromiseTrace

/// What to search for.
public struct PromiseQuery: Sendable, Equatable {
  /// The text to find in label, operation, value, error and its type, and call site (`file:line` and function); or `#` and a number.
  ///
  /// ASCII letters match in either case. Empty matches every promise.
  public var text: String
  /// The states; nil matches every state.
  public var states: Set<NodeState>?

  /// Creates a query.
  public init(text: String = "", states: Set<NodeState>? = nil) { (self.text, self.states) = (text, states) }
}

extension ChainStore {
  /// Visits the promises in the order of an unfolded ``Outline``, starting beside one of them and continuing at the other end.
  ///
  /// - Parameters:
  ///   - start: The promise to start after (or before, if `isBackward`); it is visited last. Nil starts at the first (or last) one.
  ///   - isBackward: Whether to visit them in reverse.
  ///   - body: Receives a promise; returns whether to continue.
  /// - Complexity: O(*n*) in the promises visited, about 10 ns each.
  public func forEachPromise(
    after start: PromiseID? = nil, isBackward: Bool = false, _ body: (PromiseID) -> Bool
  ) {
    forEachRow(after: start, isBackward: isBackward) { body(ids[Int($0)]) }
  }

  /// The promises for which a predicate holds.
  ///
  /// - Complexity: O(*n*).
  public func promises(where predicate: (PromiseID) -> Bool) -> Set<PromiseID> {
    Set(ids.filter { $0 != 0 && predicate($0) })
  }

  /// The promises that match a query, as ``Outline/onlyKeeps`` takes them.
  ///
  /// - Complexity: O(*n*); about 40 ms for a million promises.
  public func promises(matching query: PromiseQuery) -> Set<PromiseID> {
    var matcher = QueryMatcher(query)
    var found: Set<PromiseID> = []
    for row in ids.indices where ids[row] != 0 && matcher.matches(Row(row), self) { found.insert(ids[row]) }
    return found
  }

  /// The *n*th promise with a name, in the order of creation.
  ///
  /// - Parameters:
  ///   - name: Their label or, for those without one, their operation.
  ///   - number: Its number, from 1.
  /// - Returns: The promise, and the number of promises with the name; nil if there are fewer, or if the first ones may no longer be kept.
  /// - Complexity: O(*n*).
  package func promise(named name: String, number: Int) -> (id: PromiseID, count: Int)? {
    guard number > 0, counts.evicted == 0 else { return nil }
    var isSame: [TextID: Bool] = [:]
    var (found, count): (PromiseID?, Int) = (nil, 0)
    for row in ids.indices where ids[row] != 0 {
      let label = words[row].label
      let text = label == .none ? operation(Row(row)) : label
      let matches = isSame[text] ?? (texts[text] == name)
      isSame[text] = matches
      guard matches else { continue }
      count += 1
      if count == number { found = ids[row] }
    }
    return found.map { ($0, count) }
  }

  // MARK: Display order

  /// The row at which a visit of all begins, or `.none`.
  func firstRow(isBackward: Bool) -> Row {
    isBackward ? (lastRoot == .none ? .none : lastRow(below: lastRoot)) : firstRoot
  }

  /// The row after another one in the order of a visit, or `.none`.
  func row(after row: Row, isBackward: Bool) -> Row { isBackward ? rowBefore(row) : rowAfter(row) }

  private func forEachRow(after start: PromiseID?, isBackward: Bool, _ body: (Row) -> Bool) {
    let first = firstRow(isBackward: isBackward)
    guard first != .none else { return }
    let start = start.map { rows.row(of: $0, in: ids) } ?? .none
    var row = start == .none ? first : self.row(after: start, isBackward: isBackward)
    if row == .none { row = first }
    let end = start == .none ? first : start
    repeat {
      guard body(row) else { return }
      if row == start { return }
      row = self.row(after: row, isBackward: isBackward)
      if row == .none { row = first }
    } while start != .none || row != end
  }

  /// The row after another one in display order, or `.none`.
  private func rowAfter(_ row: Row) -> Row {
    let own = links[Int(row)]
    if own.firstNested != .none { return own.firstNested }
    if own.firstDerived != .none { return own.firstDerived }
    var current = row
    while current != .none {
      let own = links[Int(current)]
      if own.next != .none { return own.next }
      if own.parent != .none, !isInDerivedList(current), links[Int(own.parent)].firstDerived != .none {
        return links[Int(own.parent)].firstDerived
      }
      current = own.parent
    }
    return .none
  }

  /// The row before another one in display order, or `.none`.
  private func rowBefore(_ row: Row) -> Row {
    let previous = sibling(before: row)
    if previous != .none { return lastRow(below: previous) }
    let parent = links[Int(row)].parent
    guard parent != .none, isInDerivedList(row), links[Int(parent)].firstNested != .none else { return parent }
    return lastRow(below: links[Int(links[Int(parent)].firstNested)].previous)
  }

  /// The last row of the subtree of `row`.
  private func lastRow(below row: Row) -> Row {
    var current = row
    while true {
      let own = links[Int(current)]
      let first = own.firstDerived != .none ? own.firstDerived : own.firstNested
      guard first != .none else { return current }
      current = links[Int(first)].previous
    }
  }
}

/// Compares promises with a query.
struct QueryMatcher: Sendable {
  private let needle: [UInt8]
  private let number: String?
  private let states: Set<NodeState>?
  /// By the lowest bits of a text's handle, the handle and the verdict on it.
  private var verdicts = [(id: TextID, isMatch: Bool)](repeating: (.none, false), count: 1_024)
  /// By the number of an operation and call site, the verdict on it; 0 if there is none yet.
  private var origins: [UInt8] = []

  init(_ query: PromiseQuery) {
    needle = query.text.utf8.map(Self.lowercased)
    states = query.states
    number = query.text.hasPrefix("#") ? String(query.text.dropFirst()) : nil
  }

  mutating func matches(_ row: Row, _ store: ChainStore) -> Bool {
    if let states, !states.contains(store.state(row)) { return false }
    guard !needle.isEmpty else { return true }
    if let number { return !number.isEmpty && String(store.ids[Int(row)]).hasPrefix(number) }
    let words = store.words[Int(row)]
    return isInOrigin(words.origin, store) || isIn(words.label, store) || isIn(words.text, store)
      || isIn(words.type, store)
  }

  private mutating func isInOrigin(_ index: UInt32, _ store: ChainStore) -> Bool {
    guard let origin = store.origins[index] else { return false }
    if origins.isEmpty { origins = [UInt8](repeating: 0, count: store.origins.values.count) }
    if origins[Int(index)] == 0 {
      let file = store.texts[origin.site.file] ?? ""
      // As the tree shows it, and as the log has it.
      let short = file.hasSuffix(".swift") ? file.dropLast(6) : file[...]
      let place = "\(short):\(origin.site.line)\n\(file):\(origin.site.line)"
      let isMatch =
        isIn(origin.operation, store) || isIn(origin.site.function, store)
        || Array(place.utf8).withUnsafeBufferPointer { Self.contains($0, needle) }
      origins[Int(index)] = isMatch ? 2 : 1
    }
    return origins[Int(index)] == 2
  }

  private mutating func isIn(_ id: TextID, _ store: ChainStore) -> Bool {
    guard id != .none else { return false }
    let slot = Int(id.rawValue & 1_023)
    if verdicts[slot].id == id { return verdicts[slot].isMatch }
    var isMatch = false
    store.texts.withBytes(id) { isMatch = Self.contains($0, needle) }
    verdicts[slot] = (id, isMatch)
    return isMatch
  }

  private static func contains(_ text: UnsafeBufferPointer<UInt8>, _ needle: [UInt8]) -> Bool {
    guard text.count >= needle.count else { return false }
    let first = needle[0]
    for start in 0...text.count - needle.count where lowercased(text[start]) == first {
      var length = 1
      while length < needle.count, lowercased(text[start + length]) == needle[length] { length += 1 }
      if length == needle.count { return true }
    }
    return false
  }

  @inline(__always)
  private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }
}
