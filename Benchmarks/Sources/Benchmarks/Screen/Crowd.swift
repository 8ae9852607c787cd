// A made-up program with any number of promises: the same events for the model, the screen and the exports to be measured with.
//
// Owns the events. Refuses to measure.

import PromiseTrace

/// Chains of four that are born, settle one after another and are released, any number of them at a time.
///
/// The second link's handler returns a promise of its own, so that trees change long after they were born.
struct Crowd {
  /// Promises of a chain.
  static let links = 4
  /// Events in a chain's whole life.
  static let eventsPerChain = links * 5 - 1 + 4

  let texts: TextTable
  /// Nanoseconds of the crowd's own clock.
  private(set) var time: Int64 = 0
  private var born = 0
  private var ended = 0
  private var sequence: UInt64 = 0
  private let operations: [TextID]
  private let sites: [Site]
  private let labels: [TextID]
  private let value: TextID
  private let queue: TextID

  /// Creates a crowd of nobody.
  ///
  /// - Parameter texts: The table to put its words into.
  init(texts: TextTable = TextTable()) {
    self.texts = texts
    operations = ["async", "then", "then", "then"].map { texts.intern($0) }
    labels = ["load", "decode", "merge", "show"].map { texts.intern($0) }
    let (file, function) = (texts.intern("App/Loader.swift"), texts.intern("load(_:)"))
    sites = (0..<4).map { Site(file: file, line: UInt32(40 + 3 * $0), function: function) }
    value = texts.intern("20 items")
    queue = texts.intern("com.apple.main-thread")
  }

  /// Chains that are alive.
  var living: Int { born - ended }

  /// Promises whose first is `index` chains after the very first.
  private func first(ofChain index: Int) -> PromiseID { PromiseID(index * Self.links + 1) }

  /// Bears so many chains.
  mutating func bear(_ count: Int, into events: inout [Event]) {
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

  /// Ends the oldest so many chains: each link runs and is fulfilled, and all are released.
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

  /// Lets so many nanoseconds pass.
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
