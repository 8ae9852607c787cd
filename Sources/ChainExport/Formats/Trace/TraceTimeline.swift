// A history as a trace viewer shows it: tracks of queues and threads with a slice per body, and arrows between slices. `PerfettoExport` writes it.

import ChainModel
import PromiseTrace

struct TraceTimeline {
  /// What the slices of a track are.
  enum Kind: Int {
    /// Settlements outside of any body, such as a callback of the network, to which a body reacted.
    case settlements = 1
    case queue
    case thread
  }

  /// A lane of a queue, of a thread, or of the settlements.
  struct Track {
    var name: String
    var kind: Kind
    var lane: Int32
    /// `main`, or `main (2)` for the second lane.
    ///
    /// Perfetto rejects an empty name.
    var title: String {
      let name = name.isEmpty ? "unnamed" : name
      return lane == 0 ? name : "\(name) (\(lane + 1))"
    }
  }

  /// A body that ran, or a settlement outside of any body, which takes no time.
  struct Slice {
    var promise: PromiseID
    var start: Int64
    var end: Int64
    /// Whether the log lacks its end.
    var isCut = false
    /// Indices of ``tracks``; -1 if the log does not say.
    ///
    /// A settlement has only the first one.
    var main: Int32 = -1
    var thread: Int32 = -1
    /// The track on which arrows start and end.
    var track: Int32 { main >= 0 ? main : thread }
  }

  private(set) var tracks: [Track] = []
  /// The bodies by start, then the settlements by start.
  private(set) var slices: [Slice] = []
  /// The arrows between two slices.
  private(set) var flows: [(from: Int, to: Int)] = []

  private let store: ChainStore
  /// The slice of each promise, by index in the store; -1 for none.
  private var sliceIndices: [Int32]

  init(_ history: ExportedHistory) {
    store = history.store
    sliceIndices = [Int32](repeating: -1, count: store.indexEnd)
    let end = history.lastTime
    history.forEachPromise { facts in
      guard let start = facts.started else { return }
      let last = facts.finished ?? facts.released ?? end
      slices.append(
        Slice(promise: facts.id, start: start, end: max(start, last), isCut: facts.finished == nil))
    }
    slices.sort { ($0.start, $0.promise) < ($1.start, $1.promise) }
    for index in slices.indices { setSlice(of: slices[index].promise, index) }
    placeBodies()
    let arrows = arrows()
    placeSettlements(arrows)
    for arrow in arrows { connect(arrow) }
  }

  /// The slices so that each comes after those from which arrows lead to it, even if all start at the same moment.
  func causalOrder() -> [Int] {
    let sources = TraceGroups(
      slices.count,
      flows.lazy.filter { slices[$0.from].start == slices[$0.to].start }.map { ($0.to, $0.from) })
    var order: [Int] = []
    order.reserveCapacity(slices.count)
    // 1 while the sources of a slice are being written, 2 once it is.
    var states = [UInt8](repeating: 0, count: slices.count)
    var stack: [Int] = []
    for first in slices.indices where states[first] == 0 {
      stack.append(first)
      while let index = stack.last {
        let isReady = states[index] != 0
        states[index] = max(1, states[index])
        if !isReady { for source in sources[index] where states[source] == 0 { stack.append(source) } }
        guard isReady || stack.last == index else { continue }
        stack.removeLast()
        if states[index] == 1 { order.append(index) }
        states[index] = 2
      }
    }
    return order
  }

  private func slice(of promise: PromiseID) -> Int? {
    guard let index = store.index(of: promise), sliceIndices[index] >= 0 else { return nil }
    return Int(sliceIndices[index])
  }

  private mutating func setSlice(of promise: PromiseID, _ slice: Int) {
    if let index = store.index(of: promise) { sliceIndices[index] = Int32(slice) }
  }

  // MARK: Tracks

  private mutating func placeBodies() {
    var queues = Lanes(kind: .queue)
    var threads = Lanes(kind: .thread)
    for index in slices.indices {
      guard let facts = store.facts(slices[index].promise) else { continue }
      slices[index].main = queues.place(slices[index], facts.queue, store.texts, &tracks)
      slices[index].thread = threads.place(slices[index], facts.thread, store.texts, &tracks)
    }
  }

  /// Adds slices for the settlements that arrows start from.
  private mutating func placeSettlements(_ arrows: [Arrow]) {
    var lanes = Lanes(kind: .settlements)
    var settlements: [PromiseID: Int64] = [:]
    for arrow in arrows where slice(of: arrow.source) == nil { settlements[arrow.source] = arrow.time }
    for (promise, time) in settlements.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      var slice = Slice(promise: promise, start: time, end: time)
      slice.main = lanes.place(slice, .none, store.texts, &tracks)
      setSlice(of: promise, slices.count)
      slices.append(slice)
    }
  }

  /// The lanes of all queues, or of all threads.
  private struct Lanes {
    let kind: Kind
    private var all: [(lanes: TraceLanes, tracks: [Int32])] = []
    /// The index in ``all`` of each name.
    private var indices: [TextID: Int] = [:]
    /// The name of the previous slice, which is often that of the next one.
    private var last: (name: TextID, index: Int) = (.none, -1)

    init(kind: Kind) { self.kind = kind }

    /// Chooses the track of a slice; -1 if the log does not say.
    mutating func place(_ slice: Slice, _ name: TextID, _ texts: TextTable, _ tracks: inout [Track]) -> Int32 {
      guard name != .none || kind == .settlements else { return -1 }
      let index = index(of: name)
      let lane = all[index].lanes.place(slice.start, slice.end)
      if Int(lane) == all[index].tracks.count {
        all[index].tracks.append(Int32(tracks.count))
        tracks.append(Track(name: kind == .settlements ? "settlements" : texts[name] ?? "", kind: kind, lane: lane))
      }
      return all[index].tracks[Int(lane)]
    }

    private mutating func index(of name: TextID) -> Int {
      if last.index >= 0, last.name == name { return last.index }
      let index = indices[name] ?? all.count
      if index == all.count {
        all.append((TraceLanes(), []))
        indices[name] = index
      }
      last = (name, index)
      return index
    }
  }

  // MARK: Arrows

  /// An arrow whose source may have no slice yet.
  private struct Arrow {
    /// The promise with the slice at its start.
    var source: PromiseID
    var time: Int64
    var target: Int
  }

  private func arrows() -> [Arrow] {
    var arrows: [Arrow] = []
    for index in slices.indices where slices[index].track >= 0 {
      guard let facts = store.facts(slices[index].promise) else { continue }
      if facts.from != 0, let time = store.settledTime(of: facts.from) {
        let source = settler(of: facts.from)
        if source != facts.id { arrows.append(Arrow(source: source, time: time, target: index)) }
      }
      if facts.adopts != 0, let target = slice(of: facts.adopts), target != index, slices[target].track >= 0 {
        arrows.append(Arrow(source: facts.id, time: slices[target].start, target: target))
      }
      for wait in facts.hasAwaited ? store.waits(of: facts.id).known : [] where wait.source != facts.id {
        guard let target = slice(of: wait.source), target != index, slices[target].track >= 0 else { continue }
        arrows.append(Arrow(source: facts.id, time: max(wait.start, slices[target].start), target: target))
      }
    }
    return arrows
  }

  /// The promise whose body, or whose resolver, caused a promise's outcome.
  private func settler(of promise: PromiseID) -> PromiseID {
    var id = promise
    // A longer way without any body is rare, and its arrow would say little.
    for _ in 0..<64 {
      guard let facts = store.facts(id) else { return id }
      if facts.adopts == 0, let slice = slice(of: id), slices[slice].track >= 0 { return id }
      let next = facts.adopts != 0 ? facts.adopts : facts.via
      guard next != 0, next != id, store.contains(next) else { return id }
      id = next
    }
    return id
  }

  private mutating func connect(_ arrow: Arrow) {
    guard let source = slice(of: arrow.source), slices[source].track >= 0, source != arrow.target else { return }
    let slice = slices[source]
    // Inside the slice: at its very end, the next slice of the track may have started.
    let fromTime = min(max(arrow.time, slice.start), max(slice.start, slice.end - 1))
    if fromTime <= slices[arrow.target].start { flows.append((source, arrow.target)) }
  }
}
