// Going to a position. Owns which way is taken: undone and redone stretches for the most of it, events played again for the
// rest, a whole history where there is no other way. Refuses to go where no way leads: the nearest place is reached.

import PromiseTrace

extension Playback {
  /// How far a move is.
  public struct Progress: Sendable, Equatable {
    /// Events played again so far.
    public var played: UInt64
    /// Events to be played in all.
    public var total: UInt64
  }

  /// Moves the playhead.
  ///
  /// Some 10 ms in a million events, most of them for playing up to 12,288 events again; more only in runs too long for
  /// `memory`, where the nearest whole history may be some hundred thousand events away.
  ///
  /// - Parameters:
  ///   - target: Where to; what lies outside of ``positions`` is brought inside.
  ///   - proceeds: Is asked every 4,096 events played whether to go on. Where it says no, the playhead stays where it got,
  ///     which is a position like any other; a screen may show it and go on with the next call.
  /// - Returns: The new ``position``.
  /// - Throws: ``LogError`` where the log can't be read any more; the playhead then is where it got.
  @discardableResult
  public mutating func seek(to target: UInt64, while proceeds: (Progress) -> Bool = { _ in true }) throws -> UInt64 {
    let all = positions
    let target = target == position ? target : min(max(target, all.lowerBound), all.upperBound)
    if target == position { return position }
    // A run that goes on needs its end kept up to date.
    if latest == nil, position == count, !isEnded { latest = store.still }
    if !all.contains(position), let latest {
      jump(to: latest, at: count)
    } else {
      approach(target)
      try play(upTo: target, proceeds)
    }
    if position == count { latest = nil }
    return position
  }

  /// Moves the playhead by some events, back where `count` is negative.
  ///
  /// Costs the same wherever it is and whatever the direction: at most 4,096 events are played again, unless the steps back
  /// since the last jump are many.
  ///
  /// - Parameter count: How many events to go; ends at the first and the last position.
  /// - Returns: The new ``position``.
  /// - Throws: ``LogError``; see ``seek(to:while:)``.
  @discardableResult
  public mutating func step(by count: Int) throws -> UInt64 {
    let distance = UInt64(count.magnitude)
    let (sum, overflow) = position.addingReportingOverflow(distance)
    return try seek(to: count < 0 ? position - min(position, distance) : overflow ? .max : sum)
  }

  /// Moves the playhead to a moment: behind the last event at or before it.
  ///
  /// - Parameter time: In nanoseconds since the log's start.
  /// - Returns: The new ``position``.
  /// - Throws: ``LogError``; see ``seek(to:while:)``.
  @discardableResult
  public mutating func seek(toTime time: Int64) throws -> UInt64 {
    try seek(to: time == .max ? count : archive.position(ofTime: time + 1))
  }

  // MARK: The way

  /// Goes to a place at or before `target` from which events lead there, without playing any.
  private mutating func approach(_ target: UInt64) {
    if target < position {
      let first = archive.positions.lowerBound
      undoStretch(keeping: true)
      while start > wanted(for: target), let way = past.last, way.first >= first { goBack() }
    } else if let next = future.last, next.last <= enough(for: target) {
      undoStretch(keeping: false)
      while let next = future.last, next.last <= enough(for: target) { goForth() }
    }
    // A whole history instead, where that is much nearer or there is no other way.
    let isThere = position <= target
    let nearest = keyframes.last { $0.position <= enough(for: target) } ?? keyframes.first { $0.position <= target }
    if let nearest, !isThere || nearest.position > position + reach {
      jump(to: nearest.store, at: nearest.position)
    } else if !isThere {
      jump(to: ChainStore(texts: store.texts, limit: store.limit), at: 0)
    }
  }

  /// Where playing forward should begin at the latest: `target`, where the timelines behind it are there already.
  private func wanted(for target: UInt64) -> UInt64 {
    guard start <= target else { return target }
    let isDeep = store.history.isWhole || store.history.depth + (target - start) >= reach
    return isDeep ? target : enough(for: target)
  }

  /// Far enough before `target` to have timelines when one is there.
  private func enough(for target: UInt64) -> UInt64 { target - min(target, reach) }

  private mutating func play(upTo target: UInt64, _ proceeds: (Progress) -> Bool) throws {
    let from = position
    var events: [Event] = []
    while position < target {
      events.removeAll(keepingCapacity: true)
      let limit = Int(min(target - position, stretchLength))
      try archive.read(from: position, into: &events, limit: limit)
      if events.isEmpty { throw LogError.unreadable(path: "the log", message: "it became shorter") }
      for event in events { play(event) }
      guard proceeds(Progress(played: position - from, total: target - from)) else { return }
    }
  }
}
