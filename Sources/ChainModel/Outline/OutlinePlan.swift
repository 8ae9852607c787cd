// What an outline shows if it is filtered, and in which order. Owns the marks of the shown promises and the sort keys, which it finds in steps.

import PromiseTrace

/// The promises to show, and the order of siblings.
struct OutlinePlan: Sendable {
  private enum Show: UInt8 {
    case hidden, ancestor, match
  }

  /// What has yet to be found.
  private enum Stage {
    case marks, values, rows, sums, nothing
  }

  private let order: Outline.Order
  private let keeps: Set<PromiseID>?
  /// The promise to mark next.
  private var mark: Set<PromiseID>.Index?
  /// By slot; empty if all are shown.
  private var shows: [Show] = []
  /// By slot; empty in order of creation, and by name.
  private var numbers: [Int64] = []
  private var names: [String] = []
  /// All rows in display order, so that in reverse, a row comes after everything below it.
  private var rows: [Row] = []
  private var stage = Stage.marks

  /// Starts to make a plan; nil if everything is shown in order of creation.
  init?(_ settings: Outline.Settings, _ store: ChainStore) {
    guard settings.onlyKeeps != nil || settings.order != .creation else { return nil }
    (order, keeps) = (settings.order, settings.onlyKeeps)
    mark = keeps?.startIndex
    if keeps != nil { shows = [Show](repeating: .hidden, count: store.ids.count) }
  }

  /// Continues to make the plan.
  ///
  /// - Parameters:
  ///   - store: The store, always the same one.
  ///   - budget: The number of promises to look at; what is used is subtracted.
  /// - Returns: Whether the plan is complete.
  mutating func advance(in store: ChainStore, _ budget: inout Int) -> Bool {
    while stage != .nothing {
      guard budget > 0 else { return false }
      switch stage {
      case .marks: choose(store, &budget)
      case .values: measure(store, &budget)
      case .rows: list(store, &budget)
      case .sums: passUp(store, &budget)
      case .nothing: break
      }
    }
    return true
  }

  private mutating func choose(_ store: ChainStore, _ budget: inout Int) {
    while let keeps, let index = mark, index != keeps.endIndex {
      guard budget > 0 else { return }
      budget -= 1
      var row = store.rows.row(of: keeps[index], in: store.ids)
      mark = keeps.index(after: index)
      guard row != .none else { continue }
      shows[Int(row)] = .match
      row = store.links[Int(row)].parent
      while row != .none, shows[Int(row)] == .hidden {
        shows[Int(row)] = .ancestor
        row = store.links[Int(row)].parent
        budget -= 1
      }
    }
    stage = order == .creation ? .nothing : .values
  }

  private mutating func measure(_ store: ChainStore, _ budget: inout Int) {
    let done = order == .name ? names.count : numbers.count
    let end = done + min(budget, store.ids.count - done)
    budget -= end - done
    switch order {
    case .creation: break
    case .duration: numbers += (done..<end).map { store.ids[$0] == 0 ? .min : store.end(Row($0)) }
    case .state: numbers += (done..<end).map { store.ids[$0] == 0 ? .max : store.badness(Row($0)) }
    case .name: names += (done..<end).map { store.ids[$0] == 0 ? "" : store.name(Row($0)) }
    }
    if end == store.ids.count { stage = order == .name ? .nothing : .rows }
  }

  private mutating func list(_ store: ChainStore, _ budget: inout Int) {
    rows.reserveCapacity(store.count)
    var row = rows.last.map { store.row(after: $0, isBackward: false) } ?? store.firstRoot
    while row != .none {
      guard budget > 0 else { return }
      budget -= 1
      rows.append(row)
      row = store.row(after: row, isBackward: false)
    }
    stage = .sums
  }

  /// Combines each row's number with those of everything below it.
  private mutating func passUp(_ store: ChainStore, _ budget: inout Int) {
    let isDuration = order == .duration
    while let row = rows.popLast() {
      guard budget > 0 else { return rows.append(row) }
      budget -= 1
      let (own, parent) = (numbers[Int(row)], store.links[Int(row)].parent)
      if parent != .none {
        let other = numbers[Int(parent)]
        numbers[Int(parent)] = isDuration ? max(other, own) : min(other, own)
      }
      // The longest first.
      if isDuration { numbers[Int(row)] = ~(own - store.life[Int(row)].created) }
    }
    rows = []
    stage = .nothing
  }

  // MARK: Using it

  /// Whether some promises are not shown.
  var isFilter: Bool { !shows.isEmpty }

  func shows(_ row: Row) -> Bool { shows.isEmpty || shows[Int(row)] != .hidden }

  func isMatch(_ row: Row) -> Bool { shows.isEmpty || shows[Int(row)] == .match }

  /// The siblings that are shown, in order of creation.
  func shown(_ siblings: [Row]) -> [Row] { shows.isEmpty ? siblings : siblings.filter(shows) }

  /// Whether a sibling comes before another one; nil in order of creation.
  var isBefore: ((Row, Row) -> Bool)? {
    // Sorting is stable, so siblings that compare equal stay in order of creation.
    if !numbers.isEmpty { return { numbers[Int($0)] < numbers[Int($1)] } }
    return names.isEmpty ? nil : { names[Int($0)] < names[Int($1)] }
  }
}

extension ChainStore {
  /// When a promise settled or was freed; the latest moment if it is pending.
  fileprivate func end(_ row: Row) -> Int64 { life[Int(row)].created + duration(row, now: lastTime) }

  /// How bad a promise's state is; less is worse.
  fileprivate func badness(_ row: Row) -> Int64 {
    switch state(row) {
    case .unhandled: 0
    case .rejected: 1
    case .leaked: 2
    case .unknown: 3
    case .pending, .running, .waiting: 4
    case .cancelled: 5
    case .fulfilled: 6
    }
  }

  /// The label or, without one, the operation.
  fileprivate func name(_ row: Row) -> String { texts[words[Int(row)].label] ?? texts[operation(row)] ?? "" }
}
