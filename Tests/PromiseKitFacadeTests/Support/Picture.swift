// A run's events as lines of text: the picture that a test compares with. And virtual time, and what tests write down
// in it.

import PromiseKitFacade
import Synchronization
import Testing

/// Runs `body` in virtual time under a tracer and tells what its promises did, one line per event.
func picture(
  without hidden: Set<EventKind> = [.released, .enqueued, .finished], _ body: (ManualExecutor) -> Void
) -> String {
  let executor = ManualExecutor()
  var configuration = Tracer.Configuration()
  configuration.mode = .lossless
  configuration.values = .preview
  configuration.clock = .manual(executor.clock)
  let tracer = Tracer(configuration)
  let reader = tracer.makeReader()
  tracer.run {
    executor.bind {
      body(executor)
      executor.run()
    }
  }
  tracer.finish()
  var events: [Event] = []
  do { while try reader.read(into: &events, limit: 1000) != .ended {} } catch { Issue.record(error) }
  return events.filter { !hidden.contains($0.kind) && $0.kind != .ended }
    .map { line($0, reader.texts) }.joined(separator: "\n")
}

private func line(_ event: Event, _ texts: TextTable) -> String {
  var words = ["\(event.kind)"]
  if event.promise != 0 { words.append("#\(event.promise)") }
  if let operation = texts[event.operation] { words.append(operation) }
  if event.peer != 0 { words.append("\(preposition(event.kind)) #\(event.peer)") }
  if event.kind == .registered {
    let sides = [(HandledSides.fulfilled, "fulfilled"), (.rejected, "rejected")]
    words.append("[" + sides.filter { event.handles.contains($0.0) }.map(\.1).joined(separator: " ") + "]")
  }
  if let queue = texts[event.queue] { words.append("on \(queue)") }
  if let text = texts[event.text] { words.append(text) }
  if let cause = event.cause { words.append("by \(cause)") }
  if event.isCancelled { words.append("cancelled") }
  if let attempt = event.attempt { words.append("\(attempt)") }
  if event.time != 0 { words.append("at \(Double(event.time) / 1e9)s") }
  if event.context != 0 { words.append("in #\(event.context)") }
  return words.joined(separator: " ")
}

private func preposition(_ kind: EventKind) -> String {
  switch kind {
  case .created: "from"
  case .registered, .handled: "by"
  case .fulfilled, .rejected: "via"
  default: "of"
  }
}

/// Runs `body` with a manual executor standing in for every queue, and then everything that is left.
func virtually<Result>(_ body: (ManualExecutor) throws -> Result) rethrows -> Result {
  let executor = ManualExecutor()
  return try executor.bind {
    let result = try body(executor)
    executor.run()
    return result
  }
}

/// Lines that handlers write on any thread and tests read.
final class Notes: Sendable {
  private let storage = Mutex<[String]>([])

  func add(_ line: String) { storage.withLock { $0.append(line) } }

  var lines: [String] { storage.withLock { $0 } }
}

/// An error that a test can recognise.
enum Oops: Error, Equatable {
  case one, two
}
