// The history of one test's promises: reads its tracer's events into a store. Owns the store. Does not wait.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

/// What happened to the promises of one test so far.
///
/// Its session uses it under a lock, which also protects the reader.
struct TestHistory: @unchecked Sendable {
  private let reader: TraceReader
  private let log: TestLog?
  private var analyzed: AnalyzedStore
  var store: ChainStore { analyzed.store }
  /// The promises, in the order of their creation.
  private(set) var promises: [PromiseID] = []
  /// The promises with a rejection that is neither handled nor freed.
  private var liveRejections: Set<PromiseID> = []

  /// Creates the history of a tracer's events.
  ///
  /// - Parameters:
  ///   - tracer: The tracer.
  ///   - test: The name of the test, whose log is written if the process records; nil to write none.
  init(_ tracer: Tracer, recording test: String?) {
    reader = tracer.makeReader()
    log = test.flatMap { [reader] in TestLog(of: reader, test: $0) }
    var settings = AnalysisSettings()
    // While a test hangs, every pending promise is a suspect.
    settings.stuck = 0
    settings.isTest = true
    analyzed = AnalyzedStore(texts: reader.texts, historyLimit: 0, settings: settings)
  }

  /// Reads all events recorded so far.
  @discardableResult
  mutating func read() -> Int {
    var count = 0
    var pump = EventPump(latestOf: reader)
    // Threads that keep recording must not keep this loop busy forever.
    let limit = 10_000_000
    while count < limit, let events = pump.next() {
      for event in events { apply(event) }
      log?.write(events)
      count += events.count
    }
    return count
  }

  private mutating func apply(_ event: Event) {
    analyzed.apply(event)
    switch event.kind {
    case .created: promises.append(event.promise)
    case .rejected where !event.isCancelled: liveRejections.insert(event.promise)
    case .released: liveRejections.remove(event.promise)
    default: break
    }
  }

  /// Whether every promise has settled, and every rejection was handled or freed.
  var isAtRest: Bool {
    store.counts.pending == 0 && liveRejections.allSatisfy { !store.contains($0) || store.isHandled($0) }
  }

  /// Whether each rejection was handled or freed, and each pending promise may stay pending: a canceled one, the loser of a race, and a lazy
  /// promise that nothing asked for.
  func isExcused(now: Int64) -> Bool {
    liveRejections.allSatisfy { !store.contains($0) || store.isHandled($0) }
      && faults(now: now).allSatisfy { !Set.unsettled.contains($0.rule) }
  }

  /// Whether the body of a promise runs, or waits in a queue.
  var isRunning: Bool {
    promises.contains { id in
      guard let facts = store.facts(id), !facts.state.isSettled, facts.state != .leaked else { return false }
      return facts.state == .running || facts.enqueued != nil && facts.finished == nil
    }
  }

  /// What is wrong at this moment, most serious first.
  ///
  /// - Parameter now: The moment, by the tracer's clock.
  /// - Returns: What the analysis found that is the test's fault.
  func faults(now: Int64) -> [TestFault] {
    analyzed.findings(now: now).compactMap { TestFault($0, in: store) }
  }

  /// What the history doesn't contain; nil if it is complete.
  var warning: String? {
    if store.counts.lost == 0 { return nil }
    return
      "\(NumberText.plural(store.counts.lost, "event was", "events were")) not recorded, because the test recorded "
      + "too many at once; pending promises were not reported."
  }
}
