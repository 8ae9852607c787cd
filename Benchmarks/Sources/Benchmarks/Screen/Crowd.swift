// A simulated program with any number of promises, for benchmarks of the screen and of exports.
//
// Owns the events. Takes no measurements.

import PromiseTrace

/// Chains of four promises that are created, settle one after another and are released.
///
/// The handler of the second link returns another promise, so that trees change long after their creation.
struct Crowd {
  /// The number of promises in a chain.
  static let links = 4
  /// The number of events of a chain, from creation to release.
  static let eventsPerChain = links * 5 - 1 + 4

  let texts: TextTable
  /// The virtual time in nanoseconds.
  private(set) var time: Int64 = 0
  private var born = 0
  private var ended = 0
  private var sequence: UInt64 = 0
  private let operations: [TextID]
  private let sites: [Site]
  private let labels: [TextID]
  private let value: TextID
  private let queue: TextID

  /// Creates an empty crowd.
  ///
  /// - Parameter texts: The table for the texts of the events.
  init(texts: TextTable = TextTable()) {
    self.texts = texts
    operations = ["async", "then", "then", "then"].map { texts.intern($0) }
    labels = ["load", "decode", "merge", "show"].map { texts.intern($0) }
    let (file, function) = (texts.intern("App/Loader.swift"), texts.intern("load(_:)"))
    sites = (0..<4).map { Site(file: file, line: UInt32(40 + 3 * $0), function: function) }
    value = texts.intern("20 items")
    queue = texts.intern("com.apple.main-thread")
  }

  /// The number of live chains.
  var living: Int { born - ended }

  /// The first promise of the chain with the given index.
  private func first(ofChain index: Int) -> PromiseID { PromiseID(index * Self.links + 1) }

  /// Creates `count` chains.
  mutating func create(_ count: Int, into events: inout [Event]) {
    for _ in 0..<count {
      let id = first(ofChain: born)
      born += 1
      for link in 0..<Self.links {
        var event = Event(.created, id + PromiseID(link))
        event.operation = operations[link]
        event.text = labels[link]
        event.site = sites[link]
        if link > 0 { event.peer = id + PromiseID(link) - 1 }
        add(event, to: &events)
        guard link > 0 else { continue }
        var registered = Event(.registered, id + PromiseID(link) - 1)
        registered.peer = id + PromiseID(link)
        registered.handles = .fulfilled
        add(registered, to: &events)
      }
    }
  }

  /// Ends the oldest `count` chains: each link runs and is fulfilled, then all are released.
  mutating func end(_ count: Int, into events: inout [Event]) {
    for _ in 0..<min(count, living) {
      let id = first(ofChain: ended)
      ended += 1
      for link in 0..<Self.links {
        var started = Event(.started, id + PromiseID(link))
        started.queue = queue
        add(started, to: &events)
        if link == 1 { adopt(inner(of: id), by: id + 1, into: &events) }
        var fulfilled = Event(.fulfilled, id + PromiseID(link))
        fulfilled.text = value
        fulfilled.cause = link == 0 ? .resolver : .returned
        add(fulfilled, to: &events)
      }
      for link in 0..<Self.links {
        var released = Event(.released, id + PromiseID(link))
        released.state = .fulfilled
        add(released, to: &events)
      }
      var released = Event(.released, inner(of: id))
      released.state = .fulfilled
      add(released, to: &events)
    }
  }

  /// The promise that the second link's handler returns.
  private func inner(of id: PromiseID) -> PromiseID { (1 << 40) + id }

  private mutating func adopt(_ inner: PromiseID, by id: PromiseID, into events: inout [Event]) {
    var created = Event(.created, inner)
    created.operation = operations[0]
    created.text = labels[0]
    created.site = sites[1]
    created.context = id
    add(created, to: &events)
    var adopted = Event(.adopted, id)
    adopted.peer = inner
    add(adopted, to: &events)
    var fulfilled = Event(.fulfilled, inner)
    fulfilled.text = value
    fulfilled.cause = .resolver
    add(fulfilled, to: &events)
  }

  /// Advances the virtual time.
  mutating func wait(_ nanoseconds: Int64) { time += nanoseconds }

  private mutating func add(_ event: Event, to events: inout [Event]) {
    sequence += 1
    time += 50
    var event = event
    event.sequence = sequence
    event.time = time
    events.append(event)
  }
}
