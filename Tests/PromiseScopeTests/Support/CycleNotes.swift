// What tests of cycles share: the notes in a log, waiting for a condition without time, and how many wait for a promise.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Whether it was rejected because it was part of a cycle.
  var isCycle: Bool { error as? PromiseResolutionError == .cycle }

  /// How many handlers and tasks wait for this promise.
  var waiterCount: Int {
    var count = 0
    forEachEntry { if !$0.isPassive { count += 1 } }
    return count
  }

  /// Whether anything waits for this promise.
  var isWaitedFor: Bool { waiterCount > 0 }
}

/// Runs `body` with a tracer.
func notes(_ body: (Tracer) async throws -> Void) async throws -> [String] {
  var configuration = Tracer.Configuration()
  configuration.mode = .lossless
  configuration.clock = .manual(ManualClock())
  let tracer = Tracer(configuration)
  let reader = tracer.makeReader()
  try await body(tracer)
  tracer.finish()
  let events = try reader.allEvents()
  return events.filter { $0.kind == .noted }.map { line($0, reader.texts) }
}

/// Yields to other tasks until the log has a note.
func noted(_ reader: TraceReader) async -> Bool {
  var events: [Event] = []
  return await eventually {
    _ = try? reader.read(into: &events, limit: 1000)
    return events.contains { $0.kind == .noted }
  }
}

/// Yields to other tasks until `condition` holds.
func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<1_000_000 {
    if condition() { return true }
    await Task.yield()
  }
  return false
}
