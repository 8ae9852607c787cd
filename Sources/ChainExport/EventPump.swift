// The loop that all exports share: reads batches of events until a source ends. Owns the batch. Does not interpret events.

import PromiseTrace

/// Reads a source to its end in batches.
struct EventPump {
  /// The error that ended reading early; the batches before it are valid.
  private(set) var failure: (any Error)?

  private let source: any EventSource
  private let waitForMore: () -> Bool
  private var batch: [Event] = []
  private var isOver = false

  init(_ source: any EventSource, waitForMore: @escaping () -> Bool) {
    self.source = source
    self.waitForMore = waitForMore
  }

  /// The next batch, with at least one event; nil at the end.
  mutating func next() -> [Event]? {
    while !isOver {
      batch.removeAll(keepingCapacity: true)
      do {
        switch try source.read(into: &batch, limit: 4096) {
        case .more: break
        case .ended: isOver = true
        case .idle: if batch.isEmpty, !waitForMore() { isOver = true }
        }
      } catch {
        failure = error
        isOver = true
      }
      if !batch.isEmpty { return batch }
    }
    return nil
  }
}

extension ExportSummary {
  /// Counts an event.
  mutating func count(_ event: Event) {
    events += 1
    // A damaged log may contain any number.
    if event.kind == .lost { lost = lost.saturatingSum(event.count) }
    if event.kind == .ended { isEnded = true }
  }
}
