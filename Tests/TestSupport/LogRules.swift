// What holds for the events of every run, whatever the program did. Owns the rules about causes; the order of events is the reader's.

import PromiseTrace

/// The rules about causes that a run's events break, one sentence each; empty for a truthful log.
///
/// - A promise whose body started never settles with `passthrough`, and what passes through comes from a named promise.
/// - A settlement with `returned` or `threw` that names where its outcome came from belongs to a promise whose body started.
/// - A promise settles once.
/// - The promise that handled a rejection was created, and is not the one that carried the rejection.
/// - A combinator that waits for all of its inputs does not claim that its value came from one of them.
package func brokenRules(_ events: [Event], _ texts: TextTable) -> [String] {
  var created: [PromiseID: String] = [:]
  var started: Set<PromiseID> = []
  var settled: Set<PromiseID> = []
  var broken: [String] = []
  for event in events {
    func expect(_ holds: Bool, _ rule: String) {
      if !holds { broken.append("\(line(event, texts)): \(rule)") }
    }
    switch event.kind {
    case .created: created[event.promise] = texts[event.operation] ?? ""
    case .started: started.insert(event.promise)
    case .handled where event.peer != 0:
      expect(created[event.peer] != nil, "the handler was never created")
      expect(event.peer != event.promise, "a promise does not handle its own rejection")
    case .fulfilled, .rejected:
      expect(settled.insert(event.promise).inserted, "settled before")
      let hasStarted = started.contains(event.promise)
      if event.cause == .passthrough {
        expect(!hasStarted, "its body ran")
        expect(event.peer != 0, "passed through from nowhere")
      }
      if event.cause == .returned || event.cause == .threw, event.peer != 0 { expect(hasStarted, "no body ran") }
      let operation = created[event.promise] ?? ""
      if event.kind == .fulfilled, ["all", "allSettled", "when", "whenAll", "whenAllResult"].contains(operation) {
        expect(event.peer == 0, "its value comes from every input")
      }
    default: break
    }
  }
  return broken
}
