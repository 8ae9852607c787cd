// What a program can read back of its own recording: the log's file, which is complete, and then the rings of the tracer, which hold the
// latest events. Owns the limits of time and memory. Does not print.

import CPromiseRuntime
import ChainAnalysis
import ChainModel
import PromiseLog
import PromiseTrace

/// The promises that a program can read back from its own recording in a few seconds.
struct RecordedHistory {
  let texts = TextTable()
  var store: ChainStore { analyzed.store }
  /// The promises, and what may be wrong with them.
  var analyzed: AnalyzedStore
  /// Whether the log has been read to its end.
  private(set) var isComplete = false
  /// The number of events in the log that the rings do not have: `alive`.
  private var alive: UInt64 = 0

  /// The number of promises to keep, about as many rows as one reads in a terminal.
  ///
  /// Pending promises are evicted last.
  private static let limit = 10_000
  private static let secondsForLog = 2.0

  init() { analyzed = AnalyzedStore(texts: texts, limit: Self.limit, historyLimit: 0) }

  /// Reads the log of the recording up to its present end, or until the time is up.
  mutating func read(_ recording: Recording) {
    let isWritten = recording.flush(timeout: 1)
    // Reading a pipe would consume events that belong to its reader.
    guard recording.isFile, let reader = try? LogReader(path: recording.path, texts: texts) else { return }
    let size = reader.progress.size ?? 0
    let deadline = psMonotonicNanoseconds() + UInt64(Self.secondsForLog * 1e9)
    var pump = EventPump(reader)
    // The reader reads ahead: once it has read the file's present end, some events up to there are still to be delivered, until it reads
    // on or finds nothing more.
    var end: Int64?
    while psMonotonicNanoseconds() < deadline {
      let events = pump.next() ?? []
      for event in events {
        if event.kind == .alive { alive += 1 }
        analyzed.apply(event)
      }
      let read = reader.progress.read
      if events.isEmpty || end.map({ read > $0 }) ?? false {
        isComplete = isWritten && pump.failure == nil
        return
      }
      if end == nil, read >= size { end = read }
    }
  }

  /// Reads the events in the rings that are later than those read from the log.
  mutating func read(_ reader: TraceReader) {
    // A log with a size limit counts the events that it has dropped.
    let known = (store.counts.events - alive).saturatingSum(store.counts.lost)
    var later = LaterEvents(known: known, until: store.lastTime)
    var pump = EventPump(latestOf: reader)
    let end = psMonotonicNanoseconds() + UInt64(Self.secondsForLog * 1e9)
    // Threads that keep recording would keep this loop busy forever.
    while psMonotonicNanoseconds() < end, let events = pump.next() {
      for event in events { later.add(event) { analyzed.apply($0) } }
    }
  }
}
