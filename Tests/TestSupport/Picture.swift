// A run's events as lines of text: the picture that a test compares with.

import PromiseCore
import PromiseTrace

/// Runs `body` in virtual time under a tracer and tells what its promises did, one line per event.
///
/// A line is `kind #promise …`; ` in #n` at its end names the promise whose body was running.
///
/// - Parameters:
///   - hidden: Kinds that the picture is not about.
///   - values: How much of values it shows.
///   - body: Gets the executor; everything left is run after it, and its promises are freed.
/// - Returns: The lines; where the events could not be read, the last one says why.
package func picture(
  without hidden: Set<EventKind> = [.released], values: ValuePolicy = .preview, _ body: (ManualExecutor) -> Void
) -> String {
  let (events, texts, failure) = record(values: values, body)
  let lines = events.filter { !hidden.contains($0.kind) && $0.kind != .ended }.map { line($0, texts) }
  return (lines + failure).joined(separator: "\n")
}

/// Runs `body` in virtual time under a tracer.
///
/// - Parameters:
///   - values: How much of values is recorded.
///   - body: Gets the executor; everything left is run after it, and its promises are freed.
/// - Returns: The events, the table of their texts, and a line for an error in reading them.
package func record(
  values: ValuePolicy = .preview, _ body: (ManualExecutor) -> Void
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
      body(executor)
      executor.run()
    }
  }
  tracer.finish()
  var events: [Event] = []
  do {
    while try reader.read(into: &events, limit: 1000) != .ended {}
    return (events, reader.texts, [])
  } catch {
    return (events, reader.texts, ["unreadable: \(error)"])
  }
}

/// One event as a line.
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
