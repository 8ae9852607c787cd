// Moving the playhead. Owns the choice of route; `Playback+Stretches` owns the stretches that it crosses.
//
// A seek has two phases. `approach` moves to a position at or before the target without applying events: it undoes or
// redoes whole stretches, or jumps to a keyframe if that is much nearer. `play` then applies the events up to the target.
//
// Deltas restore rows, but not the event history that timelines need. Unless that history is still deep enough, as it is
// after a short move back, `approach` therefore stops at least `reach` events (8,192) before the target:
//
//     ●───────────●───────────●─────────┼──────────────────────▶
//     │ redo      │ redo      │         target - reach         target
//                             └── apply all of these events ───┘
//
// A target outside of `positions` becomes the nearest position inside.

import PromiseLog
import PromiseTrace

extension Playback {
  /// The progress of a seek.
  public struct Progress: Sendable, Equatable {
    /// Events applied so far.
    public var played: UInt64
    /// Events to apply in total.
    public var total: UInt64
  }

  /// Moves the playhead.
  ///
  /// - Parameters:
  ///   - target: The position to move to; a target outside of ``positions`` becomes the nearest position inside.
  ///   - proceeds: Called after every 4,096 events applied; returning false stops the seek. The playhead then stays at the
  ///     position it has reached, from which another call can continue.
  /// - Returns: The new ``position``.
  /// - Throws: ``LogError`` if the log can't be read anymore; the playhead then stays at the position it has reached.
  /// - Complexity: O(*d* + *e*), where *d* is the number of rows in the deltas crossed and *e* the number of events applied
  ///   again, usually up to 12,288. That is about 10 ms in a run of a million events, and at most 300 ms in one of ten million.
  ///   In a run whose deltas don't fit into `memory`, the nearest keyframe may be several hundred thousand events away.
  @discardableResult
  public mutating func seek(to target: UInt64, while proceeds: (Progress) -> Bool = { _ in true }) throws -> UInt64 {
    _ = try move(to: target, stretches: .max, proceeds)
    return position
  }

  /// Moves the playhead toward a position, a part of the way: in a run of a million promises, all of it takes longer than a frame.
  ///
  /// - Parameters:
  ///   - target: See ``seek(to:while:)``.
  ///   - stretches: The number of stretches to cross, each of 4,096 events.
  /// - Returns: Whether it is there; otherwise another call continues from ``position``, which is as good as any other.
  /// - Throws: ``LogError``; see ``seek(to:while:)``.
  public mutating func seek(to target: UInt64, stretches: Int) throws -> Bool {
    let limit = UInt64(stretches) * stretchLength
    return try move(to: target, stretches: stretches) { $0.played < limit }
  }

  /// Moves the playhead; returns whether it is there.
  private mutating func move(to target: UInt64, stretches: Int, _ proceeds: (Progress) -> Bool) throws -> Bool {
    let all = positions
    separation = nil
    let target = target == position ? target : min(max(target, all.lowerBound), all.upperBound)
    if target == position {
      // Ends `hold()`: there is nothing to catch up with.
      if position == count { latest = nil }
      return true
    }
    // A live run needs an up-to-date store at its end.
    if latest == nil, position == count, !isEnded { latest = store.still }
    openHolds()
    defer { if latest != nil { closeHolds() } }
    // Applying all that came during a long pause would take long, only so that one can go back through it.
    let isFar = target == count && count - position > keyframeDistance
    if isFar || !all.contains(position), let latest {
      jump(to: latest, at: count)
    } else {
      guard approach(target, stretches) else { return false }
      try play(upTo: target, proceeds)
    }
    if position == count { latest = nil }
    return position == target
  }

  /// Moves the playhead by a number of events.
  ///
  /// - Parameter count: The number of events, negative to move backward; the playhead stops at the first and last position.
  /// - Returns: The new ``position``.
  /// - Throws: ``LogError``; see ``seek(to:while:)``.
  /// - Complexity: The same at any position and in either direction: applies at most 4,096 events again, except after many
  ///   steps backward since the last jump.
  @discardableResult
  public mutating func step(by count: Int) throws -> UInt64 {
    let distance = UInt64(count.magnitude)
    let (sum, overflow) = position.addingReportingOverflow(distance)
    return try seek(to: count < 0 ? position - min(position, distance) : overflow ? .max : sum)
  }

  /// Moves the playhead to a moment: after the last event at or before it.
  ///
  /// - Parameter time: The moment, in nanoseconds since the log's start.
  /// - Returns: The new ``position``.
  /// - Throws: ``LogError``; see ``seek(to:while:)``.
  @discardableResult
  public mutating func seek(toTime time: Int64) throws -> UInt64 {
    try seek(to: time == .max ? count : archive.position(ofTime: time + 1))
  }

  // MARK: The route

  private static var notedStretches: Int { 4 }

  /// Moves to a position at or before `target` from which applying events leads there; applies none itself.
  ///
  /// - Returns: Whether it is there; false after the number of stretches that `limit` says.
  private mutating func approach(_ target: UInt64, _ limit: Int) -> Bool {
    // An outline follows a few stretches row by row. After more, it draws everything, and noting the rows would take longer than that.
    var crossed = 0
    if target < position {
      let first = archive.positions.lowerBound
      undoStretch(keeping: true)
      while start > wanted(for: target), let way = past.last, way.first >= first, crossed < limit {
        goBack(isNoted: crossed < Self.notedStretches)
        crossed += 1
      }
    } else if let next = future.last, next.last <= enough(for: target) {
      undoStretch(keeping: false)
      while let next = future.last, next.last <= enough(for: target), crossed < limit {
        goForth(isNoted: crossed < Self.notedStretches)
        crossed += 1
      }
    }
    if crossed > Self.notedStretches { store.noteJump() }
    guard crossed < limit else { return false }
    // A keyframe is the better route if it is much nearer, and the only one if the deltas don't lead far enough back.
    let isThere = position <= target
    let nearest = keyframes.last { $0.position <= enough(for: target) } ?? keyframes.first { $0.position <= target }
    if let nearest, !isThere || nearest.position > position + reach {
      jump(to: nearest.store, at: nearest.position)
    } else if !isThere {
      var empty = ChainStore(texts: store.texts, limit: store.limit, historyLimit: store.history.capacity)
      // The events of a tape have been read long ago.
      if hasTape { empty.hold = store.texts.hold(since: 0) }
      jump(to: empty, at: 0)
    }
    return true
  }

  /// The latest position to start applying events from: `target` itself if the timelines before it are already deep enough.
  private func wanted(for target: UInt64) -> UInt64 {
    guard start <= target else { return target }
    let isDeep = store.history.isWhole || store.history.depth + (target - start) >= reach
    return isDeep ? target : enough(for: target)
  }

  /// The position from which applying events gives timelines of depth `reach` at `target`.
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
