// A column: one value per row, with undo. While a column records, the first change to each old row saves its old value.
//
// Owns the recording; all writes go through the column, so none is missed. Does not know what the values mean.

import PromiseTrace

/// An array, indexed by row, that can record its changes and undo them.
///
/// While it doesn't record, a write costs one comparison more than an array's. While it records, the first write to a row
/// that existed when recording started saves the old value; newer rows need no saving.
struct Column<Element: Sendable>: Sendable {
  private(set) var values: [Element] = []
  /// Rows below this one are saved before their first change; 0 while not recording.
  private var recordedBelow = 0
  private var changes: [ColumnDelta<Element>.Change] = []
  /// One bit per row: whether its old value was saved.
  private var isSaved: [UInt64] = []

  var count: Int { values.count }
  var capacity: Int { values.capacity }
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

  /// Moves to other memory with the same values.
  mutating func replaceMemory(by copy: [Element]) { values = copy }

  @inline(never)
  private mutating func save(_ row: Int) {
    let bit = UInt64(1) << UInt64(row & 63)
    guard isSaved[row >> 6] & bit == 0 else { return }
    isSaved[row >> 6] |= bit
    changes.append(.init(row: Row(row), value: values[row]))
  }

  // MARK: Recording and undoing

  mutating func record() {
    recordedBelow = values.count
    let words = recordedBelow / 64 + 1
    if isSaved.count < words { isSaved.append(contentsOf: repeatElement(0, count: words + words / 2 - isSaved.count)) }
  }

  /// Stops recording and returns the changes since ``record()``.
  mutating func takeChanges() -> ColumnDelta<Element> {
    let delta = ColumnDelta(count: recordedBelow, changes: PackedRows(changes))
    stopRecording()
    return delta
  }

  /// Stops recording and discards the changes.
  mutating func stopRecording() {
    // The bits stay allocated: a long seek starts and stops recording thousands of times.
    for change in changes { isSaved[Int(change.row) >> 6] = 0 }
    recordedBelow = 0
    changes.removeAll(keepingCapacity: true)
  }

  /// Undoes a delta; afterward it contains the changes to redo.
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
    var changes = delta.changes.unpacked
    for index in changes.indices { swap(&values[Int(changes[index].row)], &changes[index].value) }
    delta.changes = PackedRows(changes)
  }
}

/// The difference between a column at two moments: toward the past or, once undone, toward the future.
struct ColumnDelta<Element: Sendable>: Sendable {
  struct Change: Sendable {
    var row: Row
    var value: Element
  }

  /// The number of rows at the earlier moment.
  var count: Int
  /// The other moment's values of the changed rows that exist at both moments.
  var changes: PackedRows<Change>
  /// While undone, the rows that exist only at the later moment.
  var added: [Element] = []

  /// The memory, in bytes.
  var size: Int { changes.size + added.count * MemoryLayout<Element>.stride }
}

/// A column of values that few rows have.
struct SparseColumn<Value: Sendable>: Sendable {
  private(set) var values: [Row: Value] = [:]
  /// The old values of the rows written since recording started; nil while not recording.
  private var saved: [Row: Value?]?

  var isEmpty: Bool { values.isEmpty }
  var count: Int { values.count }

  mutating func removeAll() {
    for row in values.keys { self[row] = nil }
  }

  subscript(row: Row) -> Value? {
    get { values[row] }
    set {
      // Removing a value that a row never had changes nothing; saving that for every promise took 50 bytes each.
      if case nil = newValue, values.index(forKey: row) == nil { return }
      if saved != nil, saved?[row] == nil { saved?.updateValue(values[row], forKey: row) }
      values[row] = newValue
    }
  }

  subscript(row: Row, default value: @autoclosure () -> Value) -> Value {
    get { values[row] ?? value() }
    set { self[row] = newValue }
  }

  mutating func record() { saved = [:] }

  mutating func takeChanges() -> [Row: Value?] {
    defer { saved = nil }
    return saved ?? [:]
  }

  mutating func stopRecording() { saved = nil }

  /// Undoes or redoes `delta`, and reverses it.
  mutating func exchange(_ delta: inout [Row: Value?]) {
    for (row, value) in delta {
      delta.updateValue(values[row], forKey: row)
      values[row] = value
    }
  }
}
