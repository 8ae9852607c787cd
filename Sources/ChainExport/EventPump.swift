// The loop that every export has: batches from a source until its end. Owns the batch; refuses to look into it.

import PromiseTrace

/// Reads a source to its end, a batch at a time.
struct EventPump {
  /// What ended the reading too early; the batches before it are good.
  private(set) var failure: (any Error)?

  private let source: any EventSource
  private let waitForMore: () -> Bool
  private var batch: [Event] = []
  private var isOver = false

  init(_ source: any EventSource, waitForMore: @escaping () -> Bool) {
    self.source = source
    self.waitForMore = waitForMore
  }

  /// The next events, at least one; nil at the end.
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
  /// Takes an event into account.
  mutating func count(_ event: Event) {
    events += 1
    if event.kind == .lost {
      // A damaged log may say anything; what does not fit is the largest number.
      let (sum, isTooLarge) = lost.addingReportingOverflow(event.count)
      lost = isTooLarge ? .max : sum
    }
    if event.kind == .ended { isEnded = true }
  }
}
