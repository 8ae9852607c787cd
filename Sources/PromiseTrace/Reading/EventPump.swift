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
  ///
  /// - Parameter idle: Called before waiting for more events.
  /// - Returns: The batch; nil at the end.
  /// - Throws: The errors of `idle`.
  mutating func next(whenIdle idle: () throws -> Void) rethrows -> [Event]? {
    while !isOver {
      batch.removeAll(keepingCapacity: true)
      var isIdle = false
      do {
        switch try source.read(into: &batch, limit: 4096) {
        case .more: break
        case .ended: isOver = true
        case .idle: isIdle = true
        }
      } catch {
        failure = error
        isOver = true
      }
      if !batch.isEmpty { return batch }
      if isIdle {
        try idle()
        isOver = !waitForMore()
      }
    }
    return nil
  }
}

extension EventPump {
  /// The next batch, with at least one event; nil at the end.
  mutating func next() -> [Event]? { next(whenIdle: {}) }
}
