// Draws the events of a run as lines of text, for comparison with an expected picture.

import PromiseCore
import PromiseTrace

/// Runs `body` in virtual time under a tracer and returns a picture of its events, one line per event.
///
/// A line has the form `kind #promise …`; a trailing ` in #n` names the promise whose body was running.
///
/// - Parameters:
///   - hidden: The kinds of events to leave out.
///   - values: How much to record of values.
///   - body: Receives the executor. What it returns is kept until the remaining work has run.
/// - Returns: The lines; if the events could not be read, the last line is the error.
package func picture<Kept>(
  without hidden: Set<EventKind> = [.released], values: ValuePolicy = .preview, _ body: (ManualExecutor) -> Kept
) -> String {
  let (events, texts, failure) = record(values: values, body)
  let lines = events.filter { !hidden.contains($0.kind) && $0.kind != .ended }.map { line($0, texts) }
  return (lines + failure).joined(separator: "\n")
}

/// Runs `body` in virtual time under a tracer.
///
/// - Parameters:
///   - values: How much to record of values.
///   - body: Receives the executor. What it returns is kept until the remaining work has run.
/// - Returns: The events, the table of their texts, and a line with the error if the events could not be read.
package func record<Kept>(
  values: ValuePolicy = .preview, _ body: (ManualExecutor) -> Kept
) -> (events: [Event], texts: TextTable, failure: [String]) {
  let executor = ManualExecutor()
  var configuration = Tracer.Configuration()
  configuration.mode = .lossless
  configuration.values = values
  configuration.clock = .manual(executor.clock)
  let tracer = Tracer(configuration)
  let reader = tracer.makeReader()
  tracer.run {
    executor.bind {
      let kept = body(executor)
      executor.run()
      withExtendedLifetime(kept) {}
    }
  }
  tracer.finish()
  do {
    return (try reader.allEvents(), reader.texts, [])
  } catch {
    return ([], reader.texts, ["unreadable: \(error)"])
  }
}

extension EventSource {
  /// The events from here to the end of the source.
  package func allEvents() throws -> [Event] {
    var events: [Event] = []
    while try read(into: &events, limit: 1_000) != .ended {}
    return events
  }
}

/// Draws one event as a line.
package func line(_ event: Event, _ texts: TextTable) -> String {
  var words = ["\(event.kind)"]
  if event.promise != 0 { words.append("#\(event.promise)") }
  if let operation = texts[event.operation] { words.append(operation) }
  if event.peer != 0 { words.append("\(preposition(event.kind)) #\(event.peer)") }
  if event.kind == .registered {
    let sides = [(HandledSides.fulfilled, "fulfilled"), (.rejected, "rejected")]
    words.append("[" + sides.filter { event.handles.contains($0.0) }.map(\.1).joined(separator: " ") + "]")
  }
  if let queue = texts[event.queue] { words.append("on \(queue)") }
  if let outcome = event.outcome { words.append("\(outcome)") }
  if let text = texts[event.text] { words.append(text) }
  if let type = texts[event.type] { words.append(type) }
  if let cause = event.cause { words.append("by \(cause)") }
  if event.isCancelled { words.append("cancelled") }
  if let attempt = event.attempt { words.append("\(attempt)") }
  if let state = event.state { words.append("\(state)") }
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
