// What several rules know about a run while its events arrive. A rule that needs a fact of its own keeps it in its check.

import ChainModel
import PromiseLog
import PromiseTrace

/// The watches that rules share.
struct Watches: Sendable {
  /// The thresholds, severities and exceptions.
  let settings: AnalysisSettings
  var operators = OperatorTable()
  private(set) var gaps = Gaps()
  private(set) var activity = Activity()
  private(set) var processes = Processes()
  private(set) var queues: QueueWatch
  private(set) var series: SeriesWatch
  private(set) var settlers = SettlerWatch()
  private(set) var settlements = SettlementWatch()
  /// The event loop of each process, in the order in which they started.
  private(set) var loops: [LoopWatch]
  /// What bodies wait for, by the body's promise.
  private(set) var waits: [PromiseID: BodyWait] = [:]
  /// The library's note in the event that arrives; nil for all other events.
  private(set) var note: LibraryNote?

  init(_ settings: AnalysisSettings) {
    self.settings = settings
    queues = QueueWatch(slow: settings.slowHandler, wait: settings.queueContention)
    series = SeriesWatch(settings)
    loops = [LoopWatch(shortest: settings.eventLoop)]
  }

  /// Whether a promise just created stands for a process or a thread of the run, and has to be left out.
  mutating func isProcess(_ event: Event, _ store: ChainStore) -> Bool {
    guard event.peer == 0, operators.traits(event.operation, store.texts).contains(.process) else { return false }
    activity.apply(event)
    processes.add(event.promise)
    while loops.count < processes.count { loops.append(LoopWatch(shortest: settings.eventLoop)) }
    return true
  }

  /// Finds the process of a promise that is created at the top level of one.
  mutating func join(_ event: Event, _ store: ChainStore) { processes.apply(event, store) }

  /// Notes what an event says.
  mutating func apply(_ event: Event, _ store: ChainStore) {
    note = nil
    processes.apply(event, store)
    activity.apply(event)
    switch event.kind {
    case .created: if event.peer == 0 { series.created(event, operators.traits(event.operation, store.texts), store) }
    case .registered:
      if event.peer == 0, event.context != 0, waits.count < 4_096 {
        waits[event.context, default: BodyWait()].source = event.promise
      }
      series.registered(event, store)
    case .enqueued: queues.enqueued(event)
    case .started:
      queues.started(event, enqueued: store.bodyTimes(of: event.promise).enqueued)
      loops[processes.index(of: event.promise)].starts(event)
    case .finished:
      queues.finished(event, store)
      loops[processes.index(of: event.promise)].stops(event, store)
      if !waits.isEmpty { waits[event.promise] = nil }
    case .fulfilled, .rejected:
      let process = processes.index(of: event.promise)
      loops[process].stops(event, store)
      loops[process].settled(event, store)
      settlers.settled(event, &operators, store)
      settlements.settled(event, &operators, store)
    case .awaiting:
      loops[processes.index(of: event.promise)].stops(event, store)
      if waits.count < 4_096 {
        let loop = event.loop == .each ? nil : event.loop
        waits[event.promise] = BodyWait(source: event.peer, loop: loop, takesError: event.takesError)
      }
      if let loop = event.loop { series.awaits(event.peer, in: event.promise, isIndependent: loop == .each, store) }
    case .continued:
      loops[processes.index(of: event.promise)].starts(event)
      if let wait = waits[event.promise] {
        waits[event.promise] = wait.takesError.map { BodyWait(takesError: $0) }
      }
    case .called: settlers.called(event)
    case .noted:
      guard event.promise != 0, let text = store.texts[event.text] else { break }
      note = LibraryNote(text)
      switch note {
      case .processEnd(let reason): processes.end(event.promise, at: event.time, reason)
      case .heldLoop: loops[processes.index(of: event.promise)].notes(event)
      default: break
      }
    case .lost:
      gaps.note(event.time)
      queues.lost()
      for index in loops.indices { loops[index].lost() }
      waits = waits.mapValues { BodyWait(loop: $0.loop, takesError: $0.takesError) }
      series.lost()
      settlements.lost()
    default: break
    }
  }
}

/// What a body waits for.
struct BodyWait: Sendable {
  /// The promise; 0 if it is not known, or the body runs again.
  var source: PromiseID = 0
  /// The loop around the `await`; nil if there is none, if it goes over elements or a count, or if that is not known.
  var loop: LoopForm?
  /// Whether the `catch` block around the latest `await` uses the error; nil if there is none, or the log doesn't say.
  var takesError: Bool?
}

/// When something happened in a run.
struct Activity: Sendable {
  /// The times of the first event and of the latest one other than ``EventKind/alive`` and ``EventKind/ended``, in nanoseconds since the log's start.
  private(set) var (first, latest): (Int64, Int64) = (.max, 0)
  /// The time of the first settlement; `.max` if there is none.
  private(set) var firstSettlement = Int64.max

  @inline(__always)
  fileprivate mutating func apply(_ event: Event) {
    guard event.kind != .ended, event.kind != .alive else { return }
    latest = event.time
    if first == .max { first = event.time }
    if firstSettlement == .max, event.kind == .fulfilled || event.kind == .rejected { firstSettlement = event.time }
  }
}

/// Events that prove a finding, by promise.
struct Proof: Hashable, Sendable {
  var promise: PromiseID
  var other: PromiseID = 0
  var event: UInt64
  var time: Int64

  /// - Parameters:
  ///   - event: The event.
  ///   - promise: The promise that it proves something about; nil for its own.
  ///   - other: Another promise; nil for the one in whose body the event occurred.
  init(_ event: Event, about promise: PromiseID? = nil, other: PromiseID? = nil) {
    (self.promise, self.other) = (promise ?? event.promise, other ?? event.context)
    (self.event, time) = (event.sequence, event.time)
  }
}
