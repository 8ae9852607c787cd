// The loop that reads a source: batch after batch, until the source ends. Owns the batch. Does not interpret events.

/// Reads a source to its end in batches.
///
/// `while let events = pump.next() { … }`, and then the failure, if there is one.
package struct EventPump {
  /// The error that ended reading early; the batches before it are valid.
  package private(set) var failure: (any Error)?

  private let read: (inout [Event]) throws -> SourceStatus
  private var batch: [Event] = []
  private var isOver = false

  /// Starts to read a source.
  package init(_ source: any EventSource) { read = { try source.read(into: &$0, limit: 4_096) } }

  /// Starts to read the rings of a program, up to the latest event.
  package init(latestOf reader: TraceReader) {
    read = { try reader.read(into: &$0, limit: 4_096, includingLatest: true) }
  }

  /// The next batch, with at least one event; nil at the end.
  ///
  /// - Parameter waits: Called when there are no events at the moment; returns whether to try again.
  /// - Returns: The batch; nil at the end.
  /// - Throws: The errors of `waits`.
  package mutating func next(whenIdle waits: () throws -> Bool) rethrows -> [Event]? {
    while !isOver {
      batch.removeAll(keepingCapacity: true)
      var isIdle = false
      do {
        switch try read(&batch) {
        case .more: break
        case .ended: isOver = true
        case .idle: isIdle = true
        }
      } catch {
        failure = error
        isOver = true
      }
      if !batch.isEmpty { return batch }
      if isIdle { isOver = try !waits() }
    }
    return nil
  }

  /// The next batch, with at least one event; nil at the end, or when there are no events at the moment.
  package mutating func next() -> [Event]? { next(whenIdle: { false }) }

  /// All events up to the end, or to an error.
  package mutating func rest() -> [Event] {
    var events: [Event] = []
    while let batch = next() { events += batch }
    return events
  }
}
