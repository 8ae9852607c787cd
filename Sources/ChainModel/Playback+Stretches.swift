// The ways from stretch to stretch: deltas, and whole histories where eviction moved every row or the way is far.
//
// Owns when a stretch ends, and what goes when there is too much of it. Refuses to decide which way is taken.

import PromiseTrace

extension Playback {
  /// Some events in a row, and the way to where they begin; once gone back, to where they end.
  struct Stretch: Sendable {
    enum Way: Sendable {
      case delta(StoreDelta)
      /// The history at the other end.
      case whole(ChainStore)
    }

    var first: UInt64
    var last: UInt64
    var way: Way

    /// Memory it takes, in bytes, about.
    var size: Int {
      switch way {
      case .delta(let delta): delta.size
      case .whole(let store): store.size
      }
    }
  }

  /// A whole history.
  struct Keyframe: Sendable {
    var position: UInt64
    var store: ChainStore
  }

  /// Applies the event at the playhead.
  mutating func play(_ event: Event) {
    if store.isFull {
      // The sweep of eviction: its way back is the history before it.
      endStretch()
      let before = store.still
      store.stopRecording()
      store.apply(event)
      position += 1
      add(Stretch(first: start, last: position, way: .whole(before)))
      return
    }
    store.apply(event)
    position += 1
    if position - start >= stretchLength || position == future.last?.last { endStretch() }
  }

  /// Ends the current stretch here, and begins another.
  mutating func endStretch() {
    guard position > start else { return }
    add(Stretch(first: start, last: position, way: .delta(store.takeDelta(since: startTally))))
  }

  private mutating func add(_ stretch: Stretch) {
    // What was played again is known in the other direction already.
    if let next = future.last, next.first < stretch.last { size -= future.removeLast().size }
    size += stretch.size
    past.append(stretch)
    beginStretch()
    trim()
  }

  /// Begins a stretch at the playhead.
  mutating func beginStretch() {
    start = position
    startTally = store.record()
  }

  /// Takes back what was played of the current stretch.
  ///
  /// - Parameter keeps: Whether it is kept as the way forth again.
  mutating func undoStretch(keeping keeps: Bool) {
    guard position > start else { return }
    var delta = store.takeDelta(since: startTally)
    store.undo(&delta)
    let stretch = Stretch(first: start, last: position, way: .delta(delta))
    position = start
    beginStretch()
    guard keeps, future.isEmpty else { return }
    size += stretch.size
    future.append(stretch)
  }

  /// Goes back over the last stretch of ``past``; the current one must be empty.
  mutating func goBack() {
    var stretch = past.removeLast()
    cross(&stretch, isBack: true)
    future.append(stretch)
    position = stretch.first
    beginStretch()
  }

  /// Goes forth over the next stretch of ``future``; the current one must be empty.
  mutating func goForth() {
    var stretch = future.removeLast()
    cross(&stretch, isBack: false)
    past.append(stretch)
    position = stretch.last
    beginStretch()
  }

  private mutating func cross(_ stretch: inout Stretch, isBack: Bool) {
    size -= stretch.size
    store.stopRecording()
    switch stretch.way {
    case .delta(var delta):
      stretch.way = .whole(ChainStore(texts: store.texts, historyLimit: 0))  // So that the delta is changed in place.
      if isBack { store.undo(&delta) } else { store.redo(&delta) }
      stretch.way = .delta(delta)
    case .whole(let other):
      let here = store.still
      store.jump(to: other)
      stretch.way = .whole(here)
    }
    size += stretch.size
  }

  /// Goes to a whole history, from which no way leads to where one was.
  mutating func jump(to other: ChainStore, at position: UInt64) {
    (past, future, size) = ([], [], 0)
    store.jump(to: other)
    self.position = position
    beginStretch()
  }

  // MARK: Memory

  /// Drops the farthest ways where there are too many.
  private mutating func trim() {
    let oldest = archive.positions.lowerBound
    if let way = past.first, way.last <= oldest { drop(past: true) { $0.last <= oldest } }
    guard size > memory / 2 else { return }
    // An eighth at once, for dropping the first of a list moves all others.
    let target = memory / 2 - memory / 16
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

  /// Keeps a copy of the history, when the last one is far.
  mutating func keepKeyframe() {
    guard position - (keyframes.last?.position ?? 0) >= keyframeDistance else { return }
    let oldest = archive.positions.lowerBound
    keyframes.removeAll { $0.position < oldest }
    keyframes.append(Keyframe(position: position, store: store.still))
    for index in keyframes.indices { keyframes[index].store.renewTexts() }
    // Every other one goes: what is left stays evenly spread, however long the run becomes.
    while keyframes.count > 1, keyframes.reduce(0, { $0 + $1.store.size }) > keyframeMemory {
      keyframeDistance *= 2
      keyframes = keyframes.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
  }
}

extension ChainStore {
  /// Memory it takes, in bytes, about.
  var size: Int { ids.count * 120 + edges.count * 24 + 65_536 * 112 }

  /// Whether the next event is preceded by a sweep of eviction.
  var isFull: Bool { ids.count > limit }

  /// A copy to be kept, without the record of changes.
  var still: ChainStore {
    var copy = self
    copy.stopRecording()
    return copy
  }
}
