// One kind of fact, a value per row, with a way back: while a column keeps a record, the first change of an old row saves what
// was there. Owns that no change is missed, for there is no other way to write. Refuses to know what the values mean.

import PromiseTrace

/// An array by row that can tell what changed since a moment, and change back.
///
/// Where nothing is recorded, a write costs one comparison more than an array's. Where it is, the first write to a row that
/// was there when the recording began saves the old value; rows that came later need no saving.
struct Column<Element: Sendable>: Sendable {
  /// The values.
  private(set) var values: [Element] = []
  /// Rows below this one are saved before their first change; 0 while nothing is recorded.
  private var recordedBelow = 0
  private var changes: [ColumnDelta<Element>.Change] = []
  /// By row, a bit for those that were saved.
  private var isSaved: [UInt64] = []

  var count: Int { values.count }
  var indices: Range<Int> { values.indices }
  var last: Element? { values.last }

  @inline(__always)
  subscript(row: Int) -> Element {
    get { values[row] }
    _modify {
      if row < recordedBelow { save(row) }
      yield &values[row]
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) { values.append(element) }

  mutating func reserveCapacity(_ capacity: Int) { values.reserveCapacity(capacity) }

  /// Puts other values in the place of all, which ends the recording.
  mutating func replace(with values: [Element]) {
    stopRecording()
    self.values = values
  }

  @inline(never)
  private mutating func save(_ row: Int) {
    let bit = UInt64(1) << UInt64(row & 63)
    guard isSaved[row >> 6] & bit == 0 else { return }
    isSaved[row >> 6] |= bit
    changes.append(.init(row: Row(row), value: values[row]))
  }

  // MARK: The way back

  /// From here on changes are saved.
  mutating func record() {
    recordedBelow = values.count
    let words = recordedBelow / 64 + 1
    if isSaved.count < words { isSaved.append(contentsOf: repeatElement(0, count: words + words / 2 - isSaved.count)) }
  }

  /// What changed since ``record()``; nothing is recorded any more.
  mutating func takeChanges() -> ColumnDelta<Element> {
    let delta = ColumnDelta(count: recordedBelow, changes: changes)
    for change in changes { isSaved[Int(change.row) >> 6] = 0 }
    recordedBelow = 0
    // A new array rather than an emptied one: the delta keeps no more room than it fills.
    changes = []
    return delta
  }

  /// Forgets the way back.
  mutating func stopRecording() {
    recordedBelow = 0
    changes = []
    isSaved = []
  }

  /// Undoes a delta; afterwards it holds what redoes it.
  mutating func undo(_ delta: inout ColumnDelta<Element>) {
    delta.added = Array(values[delta.count...])
    values.removeLast(delta.added.count)
    exchange(&delta)
  }

  /// Redoes a delta that was undone.
  mutating func redo(_ delta: inout ColumnDelta<Element>) {
    exchange(&delta)
    values.append(contentsOf: delta.added)
    delta.added = []
  }

  private mutating func exchange(_ delta: inout ColumnDelta<Element>) {
    for place in delta.changes.indices { swap(&values[Int(delta.changes[place].row)], &delta.changes[place].value) }
  }
}

/// The difference between a column at two moments: towards the past or, once undone, towards the future.
struct ColumnDelta<Element: Sendable>: Sendable {
  struct Change: Sendable {
    var row: Row
    var value: Element
  }

  /// Rows at the earlier moment.
  var count: Int
  /// The other moment's values of rows that both moments have.
  var changes: [Change]
  /// While undone: the rows that only the later moment has.
  var added: [Element] = []

  /// Memory it takes, in bytes.
  var size: Int { changes.count * MemoryLayout<Change>.stride + added.count * MemoryLayout<Element>.stride }
}

/// The same for facts that few rows have.
struct SparseColumn<Value: Sendable>: Sendable {
  private(set) var values: [Row: Value] = [:]
  /// What was there before, where something was written since the recording began; nil while nothing is recorded.
  private var saved: [Row: Value?]?

  var isEmpty: Bool { values.isEmpty }

  subscript(row: Row) -> Value? {
    get { values[row] }
    set {
      if saved != nil, saved?[row] == nil { saved?.updateValue(values[row], forKey: row) }
      values[row] = newValue
    }
  }

  subscript(row: Row, default value: @autoclosure () -> Value) -> Value {
    get { values[row] ?? value() }
    set { self[row] = newValue }
  }

  mutating func replace(with values: [Row: Value]) {
    saved = nil
    self.values = values
  }

  mutating func record() { saved = [:] }

  mutating func takeChanges() -> [Row: Value?] {
    defer { saved = nil }
    return saved ?? [:]
  }

  mutating func stopRecording() { saved = nil }

  /// Undoes or redoes what `delta` says, and turns it round.
  mutating func exchange(_ delta: inout [Row: Value?]) {
    for (row, value) in delta {
      delta.updateValue(values[row], forKey: row)
      values[row] = value
    }
  }
}
