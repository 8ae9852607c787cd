// What an outline shows if it is filtered, and in which order. Owns the marks of the shown promises and the sort keys.

import PromiseTrace

/// The promises to show, and the order of siblings.
struct OutlinePlan {
  private enum Show: UInt8 {
    case hidden, ancestor, match
  }

  /// By slot; empty if all are shown.
  private var shows: [Show] = []
  /// By slot; empty in order of creation.
  private var numbers: [Int64] = []
  private var names: [String] = []

  /// Makes a plan; nil if everything is shown in order of creation.
  init?(_ settings: Outline.Settings, _ store: ChainStore) {
    guard settings.onlyKeeps != nil || settings.order != .creation else { return nil }
    if let keeps = settings.onlyKeeps { choose(keeps, store) }
    switch settings.order {
    case .creation: break
    case .duration: numbers = store.durations().map { ~$0 }
    case .state: numbers = store.worstStates()
    case .name:
      names = store.ids.indices.map { row in
        guard store.ids[row] != 0 else { return "" }
        return store.texts[store.words[row].label] ?? store.texts[store.operation(Row(row))] ?? ""
      }
    }
  }

  private mutating func choose(_ keeps: Set<PromiseID>, _ store: ChainStore) {
    shows = [Show](repeating: .hidden, count: store.ids.count)
    for id in keeps {
      var row = store.rows.row(of: id, in: store.ids)
      guard row != .none else { continue }
      shows[Int(row)] = .match
      row = store.links[Int(row)].parent
      while row != .none, shows[Int(row)] == .hidden {
        shows[Int(row)] = .ancestor
        row = store.links[Int(row)].parent
      }
    }
  }

  /// Whether some promises are not shown.
  var isFilter: Bool { !shows.isEmpty }

  func shows(_ row: Row) -> Bool { shows.isEmpty || shows[Int(row)] != .hidden }

  func isMatch(_ row: Row) -> Bool { shows.isEmpty || shows[Int(row)] == .match }

  /// The siblings that are shown, in order.
  func ordered(_ siblings: [Row]) -> [Row] {
    var rows = shows.isEmpty ? siblings : siblings.filter(shows)
    guard rows.count > 1 else { return rows }
    // Sorting is stable, so siblings that compare equal stay in order of creation.
    if !numbers.isEmpty { rows.sort { numbers[Int($0)] < numbers[Int($1)] } }
    if !names.isEmpty { rows.sort { names[Int($0)] < names[Int($1)] } }
    return rows
  }
}

extension ChainStore {
  /// By row, the time from a promise's creation to the last settlement below it.
  fileprivate func durations() -> [Int64] {
    var ends = [Int64](repeating: .min, count: ids.count)
    for row in ids.indices where ids[row] != 0 { ends[row] = life[row].created + duration(Row(row), now: lastTime) }
    passUp(&ends, max)
    for row in ids.indices where ids[row] != 0 { ends[row] -= life[row].created }
    return ends
  }

  /// By row, the worst state of a promise or below it; less is worse.
  fileprivate func worstStates() -> [Int64] {
    var states = [Int64](repeating: .max, count: ids.count)
    for row in ids.indices where ids[row] != 0 {
      states[row] =
        switch state(Row(row)) {
        case .unhandled: 0
        case .rejected: 1
        case .leaked: 2
        case .unknown: 3
        case .pending, .running, .waiting: 4
        case .cancelled: 5
        case .fulfilled: 6
        }
    }
    passUp(&states, min)
    return states
  }

  /// Combines each row's value with those of everything below it.
  private func passUp(_ values: inout [Int64], _ combine: (Int64, Int64) -> Int64) {
    var order: [Row] = []
    order.reserveCapacity(ids.count)
    for root in list(from: firstRoot) {
      walk(below: root) {
        order.append($0)
        return true
      }
    }
    for row in order.reversed() {
      let parent = links[Int(row)].parent
      if parent != .none { values[Int(parent)] = combine(values[Int(parent)], values[Int(row)]) }
    }
  }
}
