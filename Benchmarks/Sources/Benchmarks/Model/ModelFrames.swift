// The model's part of a frame under load: a million promises that churn, and one giant tree that changes.
//
// Owns the frames and their times. Draws no characters: a frame reads the 60 rows around a position, as a screen does.

import ChainModel
import Measuring
import PromiseTrace

/// A store and an outline that follow a simulated program.
struct ModelFrames {
  /// The time of a frame at 60 frames per second, in nanoseconds.
  static let frame = 1_000_000_000.0 / 60

  private(set) var store: ChainStore
  private var outline = Outline()
  private var position = 0

  init(texts: TextTable, limit: Int = 1_250_000) { store = ChainStore(texts: texts, limit: limit) }

  /// Applies the events of a frame and draws it.
  ///
  /// - Returns: The processor time, in nanoseconds.
  mutating func frame(_ events: [Event]) -> Double {
    Stopwatch.processorNanoseconds {
      for event in events { store.apply(event) }
      outline.update(from: store)
      guard outline.count > 0 else { return }
      position = (position + 7_919) % outline.count
      for index in position..<min(position + 60, outline.count) {
        let row = outline[index]
        keep(outline.guides(at: index))
        if let id = row.node { keep(store.durations(of: id, now: store.lastTime)) }
      }
    }
  }
}

/// The times of the frames of a stress.
struct FrameTimes {
  private var times: [Double] = []

  mutating func add(_ nanoseconds: Double) { times.append(nanoseconds) }

  /// The figures of these frames.
  func figures(_ what: String) -> [Figure] {
    [
      Figure(
        "\(what): share of a core at 60 frames a second",
        times.reduce(0, +) / Double(times.count) / ModelFrames.frame * 100, "%"),
      Figure("… median frame, including its events", median(times) / 1e6, "ms"),
      Figure("… worst of \(rounded(Double(times.count))) frames", (times.max() ?? 0) / 1e6, "ms", goal: .atMost(50)),
    ]
  }
}

/// A million live promises in chains of four; in each frame, some are created and as many released.
enum ModelChurn {
  static func figures(promises: Int) -> [Figure] {
    let texts = TextTable()
    var crowd = Crowd(texts: texts)
    var frames = ModelFrames(texts: texts)
    var events: [Event] = []
    crowd.create(promises / Crowd.links, into: &events)
    _ = frames.frame(events)
    var times = FrameTimes()
    for _ in 0..<900 {
      events.removeAll(keepingCapacity: true)
      crowd.wait(16_000_000)
      crowd.create(250, into: &events)
      crowd.end(250, into: &events)
      times.add(frames.frame(events))
    }
    return times.figures("\(rounded(Double(promises))) promises, 60,000 created and released a second")
  }
}

/// One tree of a million promises, to which leaves are added while others settle.
enum GiantTree: String, CaseIterable {
  /// Every promise derives from the first.
  case wide
  /// Every promise derives from the one before: a chain that grows at its end.
  case deep
  /// A combinator whose inputs are chains of ten; leaves are added to random chains, as branches too.
  case nested

  func figures(promises: Int) -> [Figure] {
    let texts = TextTable()
    var script = Script(shape: self, texts: texts)
    var frames = ModelFrames(texts: texts, limit: 2_000_000)
    var events: [Event] = []
    script.grow(promises, into: &events)
    _ = frames.frame(events)
    var times = FrameTimes()
    for _ in 0..<300 {
      events.removeAll(keepingCapacity: true)
      script.change(500, into: &events)
      times.add(frames.frame(events))
    }
    return times.figures(
      "one tree of \(rounded(Double(promises))) promises, \(rawValue), 30,000 added and settled a second")
  }

  private struct Script {
    let shape: GiantTree
    private let operation: TextID
    private var last: PromiseID = 0
    private var settled: PromiseID = 1
    private var random: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var sequence: UInt64 = 0

    init(shape: GiantTree, texts: TextTable) {
      self.shape = shape
      operation = texts.intern("then")
    }

    mutating func grow(_ count: Int, into events: inout [Event]) {
      if shape == .nested { emit(.created, 1, into: &events) }
      while last < count { add(into: &events) }
    }

    mutating func change(_ count: Int, into events: inout [Event]) {
      for _ in 0..<count {
        if shape == .nested {
          last += 1
          emit(.created, last, from: roll(last - 2) + 2, into: &events)
        } else {
          add(into: &events)
        }
        settled += 1
        emit(.fulfilled, settled, into: &events)
      }
    }

    private mutating func add(into events: inout [Event]) {
      last += 1
      switch shape {
      case .wide: emit(.created, last, from: last == 1 ? 0 : 1, into: &events)
      case .deep: emit(.created, last, from: last - 1, into: &events)
      case .nested:
        if last == 1 { last = 2 }
        let isFirst = last % 10 == 2
        emit(.created, last, from: isFirst ? 0 : last - 1, into: &events)
        guard isFirst else { return }
        sequence += 1
        var event = Event(.registered, last)
        (event.sequence, event.time, event.peer, event.handles) = (sequence, Int64(sequence) * 50, 1, .fulfilled)
        events.append(event)
      }
    }

    private mutating func roll(_ bound: PromiseID) -> PromiseID {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return random % max(1, bound)
    }

    private mutating func emit(
      _ kind: EventKind, _ promise: PromiseID, from parent: PromiseID = 0, into events: inout [Event]
    ) {
      sequence += 1
      var event = Event(kind, promise)
      (event.sequence, event.time, event.peer, event.operation) = (sequence, Int64(sequence) * 50, parent, operation)
      events.append(event)
    }
  }
}
