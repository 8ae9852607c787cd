// Stretches: the undo and redo lists of a playback, and the keyframes.
//
//     past  [A, B]         current  C          future  [E, D]
//     ├──A──┼──B──┼────────────C──▶┼──D──┼──E──┤
//                                  position
//
// Undoing B turns its delta around and moves it from `past` to `future`; redoing it does the reverse.
//
// Owns where a stretch ends and what is dropped when memory runs short. Does not choose the route of a seek (see `+Seek`).

import PromiseLog
import PromiseTrace

extension Playback {
  /// Consecutive events, and the delta to their other end: to the start while in `past`, to the end while in `future`.
  struct Stretch: Sendable {
    var first: UInt64
    var last: UInt64
    var delta: StoreDelta
    /// Keeps the texts of both of its ends.
    var hold: TextHold
    /// The bytes of the texts that came with its events.
    var texts: Int

    /// The approximate memory, in bytes.
    var size: Int { delta.size + texts }
  }

  /// A copy of the store at a position.
  struct Keyframe: Sendable {
    var position: UInt64
    var store: ChainStore
    /// The approximate memory, in bytes, with the texts.
    let size: Int

    init(position: UInt64, of store: ChainStore) {
      (self.position, self.store) = (position, store.snapshot)
      size = store.size + store.texts.bytes
    }
  }

  /// Applies the event at the playhead.
  mutating func play(_ event: Event) {
    store.apply(event)
    position += 1
    if position - start >= stretchLength || position == future.last?.last { endStretch() }
  }

  /// Ends the current stretch at the playhead and starts another.
  mutating func endStretch() {
    guard position > start else { return }
    add(makeStretch(store.takeDelta(since: startTally)))
    store.sweepTexts(Self.textStep)
  }

  private func makeStretch(_ delta: StoreDelta) -> Stretch {
    Stretch(
      first: start, last: position, delta: delta, hold: store.texts.closedHold(since: startHold.round),
      texts: store.texts.bytesAdded - startTexts)
  }

  private mutating func add(_ stretch: Stretch) {
    // These events were applied again, so `future` already contains this stretch, in the other direction.
    if let next = future.last, next.first < stretch.last { size -= future.removeLast().size }
    size += stretch.size
    past.append(stretch)
    beginStretch()
    trim()
  }

  /// Starts a stretch at the playhead.
  mutating func beginStretch() {
    start = position
    startTally = store.record()
    (startHold, startTexts) = (store.hold, store.texts.bytesAdded)
  }

  /// Undoes the current stretch up to the playhead.
  ///
  /// - Parameter keeps: Whether to keep it in ``future``, so that it can be redone.
  mutating func undoStretch(keeping keeps: Bool) {
    guard position > start else { return }
    var delta = store.takeDelta(since: startTally)
    store.undo(&delta)
    let stretch = makeStretch(delta)
    keepTexts(since: startHold.round)
    position = start
    beginStretch()
    guard keeps, future.isEmpty else { return }
    size += stretch.size
    future.append(stretch)
  }

  /// Undoes the last stretch of ``past``; the current one must be empty.
  ///
  /// - Parameter isNoted: Whether an outline can follow row by row; if not, the caller notes a jump.
  mutating func goBack(isNoted: Bool) {
    var stretch = past.removeLast()
    size -= stretch.size
    store.stopRecording()
    store.undo(&stretch.delta, isNoted: isNoted)
    keepTexts(since: stretch.hold.round)
    size += stretch.size
    position = stretch.first
    future.append(stretch)
    beginStretch()
  }

  /// Redoes the next stretch of ``future``; the current one must be empty.
  ///
  /// - Parameter isNoted: Whether an outline can follow row by row; if not, the caller notes a jump.
  mutating func goForth(isNoted: Bool) {
    var stretch = future.removeLast()
    size -= stretch.size
    store.stopRecording()
    store.redo(&stretch.delta, isNoted: isNoted)
    size += stretch.size
    position = stretch.last
    past.append(stretch)
    beginStretch()
  }

  /// Moves to a copy of the store; the stretches around the old position are of no use there and are dropped.
  mutating func jump(to other: ChainStore, at position: UInt64) {
    (past, future, size) = ([], [], 0)
    store.jump(to: other)
    openHolds()
    self.position = position
    beginStretch()
  }

  // MARK: Memory

  /// Drops the stretches farthest away if they exceed their share of memory.
  private mutating func trim() {
    let oldest = archive.positions.lowerBound
    if let way = past.first, way.last <= oldest { drop(past: true) { $0.last <= oldest } }
    guard size > deltaMemory else { return }
    // Drops an eighth at once, because removing the first element of an array moves all others.
    let target = deltaMemory - deltaMemory / 8
    while size > target, past.count + future.count > 1 {
      let fromPast = past.count >= future.count
      let excess = size - target
      var dropped = 0
      drop(past: fromPast) { stretch in
        defer { dropped += stretch.size }
        return dropped < excess
      }
    }
  }

  private mutating func drop(past isPast: Bool, while goes: (Stretch) -> Bool) {
    let list = isPast ? past : future
    let count = min(list.prefix(while: goes).count, list.count)
    for stretch in list[..<count] { size -= stretch.size }
    if isPast { past.removeFirst(count) } else { future.removeFirst(count) }
  }

  /// Adds a keyframe at the playhead if the last one is far enough away and the deltas will soon no longer lead back to the start.
  ///
  /// - Complexity: O(1), but the next change of the store copies it: 76 ns per promise, unless ``separate(bytes:)`` did before.
  @inline(__always)
  mutating func keepKeyframe() {
    // Only a stretch that ends adds a delta, and a keyframe where it ends serves as well as one some events later.
    guard position == start else { return }
    keepKeyframeAfterStretch()
  }

  @inline(never)
  private mutating func keepKeyframeAfterStretch() {
    guard position - (keyframes.last?.position ?? 0) >= keyframeDistance, size > deltaMemory / 2 else { return }
    let oldest = archive.positions.lowerBound
    keyframes.removeAll { $0.position < oldest }
    let next = Keyframe(position: position, of: store)
    guard next.size <= keyframeMemory else { return }
    keyframes.append(next)
    // Dropping every other keyframe keeps the rest evenly spaced, however long the run becomes.
    while keyframeSize > keyframeMemory {
      keyframeDistance *= 2
      keyframes = keyframes.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
    startSeparation()
  }

  /// The approximate bytes of all keyframes.
  var keyframeSize: Int { keyframes.reduce(0) { $0 + $1.size } }

  /// The maximum bytes for deltas: all that neither keyframes nor the tape take, but at least an eighth.
  private var deltaMemory: Int { max(memory / 8, (hasTape ? memory / 4 * 3 : memory) - keyframeSize) }
}

extension ChainStore {
  /// The approximate memory, in bytes.
  var size: Int { ids.count * 124 + edges.count * 24 + history.size }

  /// Whether applying the next event starts with an eviction.
  var isFull: Bool { count > limit }

  /// A copy that doesn't record changes.
  var still: ChainStore {
    var copy = self
    copy.stopRecording()
    return copy
  }

  /// A copy to which no event will be applied, so that it keeps no text that comes later.
  var snapshot: ChainStore {
    var copy = still
    copy.closeHold()
    return copy
  }

  /// Keeps only the texts that rows may already refer to.
  mutating func closeHold() {
    hold = texts.closedHold(since: hold.round)
    textSweep = nil
  }

  /// Keeps the texts of the events that are about to be applied, too.
  mutating func openHold() {
    if hold.isClosed { hold = texts.hold(since: hold.round) }
  }
}
