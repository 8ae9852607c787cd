// Events written down by hand: a run as a test wants it, without running anything.

/// Builds events in order; times are milliseconds.
struct EventScript {
  let texts = TextTable()
  private(set) var events: [Event] = []
  var time = 0.0
  var file = "Demo/ListLoader.swift"

  mutating func at(_ milliseconds: Double) { time = milliseconds }

  mutating func add(_ kind: EventKind, _ promise: PromiseID, _ change: (inout Event) -> Void = { _ in }) {
    var event = Event(kind, promise)
    event.sequence = UInt64(events.count + 1)
    event.time = Int64((time * 1_000_000).rounded())
    change(&event)
    events.append(event)
  }

  mutating func created(
    _ promise: PromiseID, _ operation: String, _ label: String? = nil, from: PromiseID = 0, inside: PromiseID = 0,
    line: UInt32 = 0, function: String = "load(_:)"
  ) {
    let (texts, file) = (texts, file)
    add(.created, promise) { event in
      event.operation = texts.intern(operation)
      if let label { event.text = texts.intern(label) }
      event.peer = from
      event.context = inside
      if line > 0 { event.site = Site(file: texts.intern(file), line: line, function: texts.intern(function)) }
    }
    if from != 0 { registered(from, by: promise) }
  }

  /// Gives the creation of a promise a timer.
  mutating func setTimer(of promise: PromiseID, milliseconds: UInt64) {
    for index in events.indices where events[index].kind == .created && events[index].promise == promise {
      events[index].timer = milliseconds * 1_000_000
    }
  }

  mutating func registered(_ promise: PromiseID, by: PromiseID = 0, handles: HandledSides = .fulfilled) {
    add(.registered, promise) { event in
      event.peer = by
      event.handles = handles
    }
  }

  mutating func enqueued(_ promise: PromiseID, on queue: String = "loader") {
    let texts = texts
    add(.enqueued, promise) { $0.queue = texts.intern(queue) }
  }

  mutating func started(_ promise: PromiseID, on queue: String = "loader", thread: String = "worker-1") {
    let texts = texts
    add(.started, promise) { event in
      event.queue = texts.intern(queue)
      event.thread = texts.intern(thread)
    }
  }

  mutating func finished(_ promise: PromiseID, _ outcome: BodyOutcome = .value, on queue: String? = nil) {
    let texts = texts
    add(.finished, promise) { event in
      event.outcome = outcome
      if let queue { event.queue = texts.intern(queue) }
    }
  }

  mutating func adopted(_ promise: PromiseID, _ source: PromiseID) {
    add(.adopted, promise) { $0.peer = source }
  }

  mutating func progressed(_ promise: PromiseID, _ fraction: Double, _ stage: String? = nil) {
    let texts = texts
    add(.progressed, promise) { event in
      event.fraction = fraction
      if let stage { event.text = texts.intern(stage) }
    }
  }

  mutating func fulfilled(
    _ promise: PromiseID, _ value: String? = nil, _ cause: SettlementCause = .returned, via: PromiseID = 0
  ) {
    let texts = texts
    add(.fulfilled, promise) { event in
      if let value { event.text = texts.intern(value) }
      event.cause = cause
      event.peer = via
    }
  }

  mutating func rejected(
    _ promise: PromiseID, _ error: String, _ cause: SettlementCause = .threw, via: PromiseID = 0,
    cancelled: Bool = false
  ) {
    let texts = texts
    add(.rejected, promise) { event in
      event.text = texts.intern(error)
      event.type = texts.intern("NetworkError")
      event.cause = cause
      event.peer = via
      event.isCancelled = cancelled
    }
  }

  mutating func lost(_ count: UInt64) {
    add(.lost, 0) { $0.count = count }
  }

  mutating func noted(_ text: String) {
    let texts = texts
    add(.noted, 0) { $0.text = texts.intern(text) }
  }

  /// A list is read from a cache, fetched, merged and saved; the fetch takes its time.
  static func listLoader(failing: Bool = false) -> EventScript {
    var script = EventScript()
    script.created(1, "async", "read cache", line: 52)
    script.enqueued(1)
    script.created(2, "then", "deliver local", from: 1, line: 58)
    script.created(3, "then", "fetch page", from: 2, line: 63)
    script.created(4, "then", "merge", from: 3, line: 71)
    script.created(5, "then", "save", from: 4, line: 75)
    script.created(6, "catch", "keep what we had", from: 5, line: 79)
    script.at(0.4)
    script.started(1)
    script.at(3.5)
    script.finished(1)
    script.fulfilled(1, "20 items")
    script.enqueued(2, on: "main")
    script.at(4.1)
    script.started(2, on: "main", thread: "main")
    script.at(4.6)
    script.finished(2)
    script.fulfilled(2, "20 items")
    script.enqueued(3)
    script.at(4.8)
    script.started(3)
    script.file = "Demo/Http.swift"
    script.created(7, "async", "GET /list?page=1", inside: 3, line: 22, function: "get(_:)")
    script.enqueued(7, on: "network")
    script.created(8, "timeout", from: 7, inside: 3, line: 31, function: "get(_:)")
    script.file = "Demo/ListLoader.swift"
    script.finished(3, .promise)
    script.adopted(3, 8)
    script.at(5)
    script.started(7, on: "network", thread: "worker-2")
    script.at(5.2)
    script.finished(7, .void)
    script.at(400)
    script.progressed(7, 0.31, "headers")
    script.at(700)
    script.progressed(7, 0.62, "body")
    script.at(1100)
    if failing { script.failFetch() }
    return script
  }

  /// A combinator whose inputs fare differently, a shared one among them; events are lost, something is forgotten.
  static func avatars() -> EventScript {
    var script = EventScript()
    script.created(1, "async", "contacts", line: 12)
    script.created(2, "all", "all avatars", line: 20)
    for id in 3...5 as ClosedRange<PromiseID> {
      script.created(id, "async", id == 4 ? "avatar 世界" : "avatar \(id)", line: 21)
      script.registered(id, by: 2)
    }
    script.created(6, "race", "first", line: 30)
    script.registered(3, by: 6)
    script.registered(1, by: 6)
    script.at(100)
    script.fulfilled(3, "120 kB", .resolver)
    script.fulfilled(6, "120 kB", .combinator, via: 3)
    script.lost(1_234)
    script.at(150)
    script.rejected(4, "no such file \u{1B}[31m", .resolver)
    script.rejected(2, "no such file \u{1B}[31m", .combinator, via: 4)
    script.add(.unhandled, 2)
    script.created(7, "pending", "forgotten", line: 40)
    script.add(.released, 7) { $0.state = .pending }
    script.created(8, "delay", "sleep", line: 41)
    script.rejected(8, "cancelled", .resolver, cancelled: true)
    script.at(200)
    script.noted("the worker says hello")
    return script
  }

  private mutating func failFetch() {
    rejected(7, "timed out after 1 s", .resolver)
    rejected(8, "timed out after 1 s", .passthrough, via: 7)
    rejected(3, "timed out after 1 s", .adopted, via: 8)
    rejected(4, "timed out after 1 s", .passthrough, via: 3)
    rejected(5, "timed out after 1 s", .passthrough, via: 4)
    enqueued(6)
    at(1101)
    started(6)
    add(.handled, 5)
    at(1101.5)
    finished(6)
    fulfilled(6, "20 items")
  }
}
