// Rules that the events of every run follow. Owns the rules about causes; the log reader checks the order of events.

import PromiseTrace

/// The violations of the rules about causes, one message each.
///
/// - A promise whose body started never settles with `passthrough`, and a `passthrough` names its source.
/// - A settlement with `returned` or `threw` that names a source belongs to a promise whose body started.
/// - A promise settles once.
/// - The promise that handled a rejection was created before, and is not the rejected promise itself.
/// - A combinator that waits for all of its inputs names none of them as the source of its value.
package func brokenRules(_ events: [Event], _ texts: TextTable) -> [String] {
  var created: [PromiseID: String] = [:]
  var started: Set<PromiseID> = []
  var settled: Set<PromiseID> = []
  var broken: [String] = []
  for event in events {
    func expect(_ holds: Bool, _ violation: String) {
      if !holds { broken.append("\(line(event, texts)): \(violation)") }
    }
    switch event.kind {
    case .created: created[event.promise] = texts[event.operation] ?? ""
    case .started: started.insert(event.promise)
    case .handled where event.peer != 0:
      expect(created[event.peer] != nil, "its handler was never created")
      expect(event.peer != event.promise, "it handles its own rejection")
    case .fulfilled, .rejected:
      expect(settled.insert(event.promise).inserted, "it settles a second time")
      let hasStarted = started.contains(event.promise)
      if event.cause == .passthrough {
        expect(!hasStarted, "it passes an outcome through although its body ran")
        expect(event.peer != 0, "it passes an outcome through without a source")
      }
      if event.cause == .returned || event.cause == .threw, event.peer != 0 { expect(hasStarted, "its body never ran") }
      let operation = created[event.promise] ?? ""
      if event.kind == .fulfilled, ["all", "allSettled", "when", "whenAll", "whenAllResult"].contains(operation) {
        expect(event.peer == 0, "it names one input as the source of a value from all of them")
      }
    default: break
    }
  }
  return broken
}
