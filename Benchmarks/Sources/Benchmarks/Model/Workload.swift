// Generates the events of typical programs, deterministically and in any number. Owns the events; takes no measurements.

import PromiseTrace

/// The operations of a generated run.
enum Workload: String, CaseIterable {
  /// Chains of ten `then`s, settled and freed.
  case chains
  /// One promise with a `then` for each of the others.
  case wide
  /// Combinators of 100 inputs each.
  case all
  /// Promises resolved with another promise.
  case adoption
  /// A rejection that passes through nine promises to a handler.
  case rejection
  /// A typical program: chains of three promises with bodies on queues, a value each, and one rejection in sixteen.
  case program

  /// The number of events for each promise.
  var eventsPerPromise: Double {
    switch self {
    case .chains: 3.9
    case .wide, .all, .rejection: 4
    case .adoption: 3.5
    case .program: 17 / 3
    }
  }

  /// Generates a run.
  ///
  /// - Parameters:
  ///   - count: The number of events; slightly exceeded to complete the last operation.
  ///   - texts: The table that receives the texts.
  ///   - receive: Receives the events in order.
  func play(_ count: Int, texts: TextTable, _ receive: @escaping (Event) -> Void) {
    var stage = Script(texts: texts, receive: receive)
    if self == .wide { stage.create("async") }
    while stage.sequence < UInt64(count) {
      switch self {
      case .chains: stage.chain(10)
      case .wide: stage.branch()
      case .all: stage.all(100)
      case .adoption: stage.adopt()
      case .rejection: stage.reject(10)
      case .program: stage.work()
      }
    }
    stage.emit(.ended, 0)
  }

  /// Generates a run as an array.
  func events(_ count: Int, texts: TextTable) -> [Event] {
    let list = List()
    list.events.reserveCapacity(count + 1_000)
    play(count, texts: texts) { list.events.append($0) }
    return list.events
  }
}

private final class List {
  var events: [Event] = []
}

private struct Script {
  let texts: TextTable
  let receive: (Event) -> Void
  var sequence: UInt64 = 0
  var last: PromiseID = 0
  private let file: TextID
  private let value: TextID
  private let queue: TextID
  private let operations: [String: TextID]

  init(texts: TextTable, receive: @escaping (Event) -> Void) {
    (self.texts, self.receive) = (texts, receive)
    (file, value, queue) = (texts.intern("App/Loader.swift"), texts.intern("20 items"), texts.intern("loader"))
    let names = ["async", "then", "catch", "all"]
    operations = Dictionary(uniqueKeysWithValues: names.map { ($0, texts.intern($0)) })
  }

  mutating func emit(_ kind: EventKind, _ promise: PromiseID, _ fill: (inout Event) -> Void = { _ in }) {
    sequence += 1
    var event = Event(kind, promise)
    event.sequence = sequence
    event.time = Int64(sequence) * 250
    fill(&event)
    receive(event)
  }

  @discardableResult
  mutating func create(_ operation: String, from parent: PromiseID = 0, in context: PromiseID = 0) -> PromiseID {
    last += 1
    let (operation, line, file) = (operations[operation] ?? .none, UInt32(10 + last % 32), file)
    emit(.created, last) {
      $0.operation = operation
      $0.site = Site(file: file, line: line)
      $0.peer = parent
      $0.context = context
    }
    if parent != 0 { register(last, on: parent) }
    return last
  }

  mutating func register(_ by: PromiseID, on promise: PromiseID, _ sides: HandledSides = .fulfilled) {
    emit(.registered, promise) {
      $0.peer = by
      $0.handles = sides
    }
  }

  mutating func run(_ promise: PromiseID) {
    let queue = queue
    emit(.enqueued, promise) { $0.queue = queue }
    emit(.started, promise) {
      $0.queue = queue
      $0.thread = queue
    }
    emit(.finished, promise) { $0.queue = queue }
  }

  mutating func fulfill(_ promise: PromiseID, _ text: TextID? = nil) {
    let text = text ?? value
    emit(.fulfilled, promise) {
      $0.text = text
      $0.cause = .returned
    }
  }

  mutating func fail(_ promise: PromiseID, via: PromiseID = 0) {
    let text = value
    emit(.rejected, promise) {
      $0.text = text
      $0.type = text
      $0.cause = via == 0 ? .threw : .passthrough
      $0.peer = via
    }
  }

  mutating func free(_ promises: ClosedRange<PromiseID>, as state: PromiseState = .fulfilled) {
    for promise in promises { emit(.released, promise) { $0.state = state } }
  }

  mutating func chain(_ length: Int) {
    let first = create("async")
    for _ in 1..<length { create("then", from: last) }
    for promise in first...last { fulfill(promise) }
    free(first...last)
  }

  mutating func branch() {
    create("then", from: 1)
    fulfill(last)
    free(last...last)
  }

  mutating func all(_ inputs: Int) {
    let first = last + 1
    for _ in 0..<inputs { create("async") }
    let inputs = first...last
    let combinator = create("all")
    for input in inputs { register(combinator, on: input, [.fulfilled, .rejected]) }
    for input in inputs { fulfill(input) }
    fulfill(combinator)
    free(first...combinator)
  }

  mutating func adopt() {
    let outer = create("then")
    let source = create("async", in: outer)
    emit(.adopted, outer) { $0.peer = source }
    fulfill(source)
    fulfill(outer)
    free(outer...source)
  }

  mutating func reject(_ length: Int) {
    let first = create("async")
    for _ in 1..<length { create("then", from: last) }
    fail(first)
    for promise in (first + 1)...last { fail(promise, via: promise - 1) }
    emit(.handled, last)
    free(first...last, as: .rejected)
  }

  mutating func work() {
    let first = create("async")
    create("then", from: first)
    create("then", from: first + 1)
    for promise in first...last {
      run(promise)
      if promise == last, promise / 3 % 16 == 0 {
        fail(promise)
      } else {
        fulfill(promise, texts.intern("user \(promise)"))
      }
    }
    free(first...last)
  }
}
