// Operations of promises with tracing on and off, how many events each is, and what tracing costs while it is off.

import CPromiseTrace
import Measuring
import PromiseScope
import PromiseTrace

extension TraceSuite {
  private static let count = 50_000

  /// A workload on promises.
  private struct Operation: Sendable {
    let key: String
    let title: String
    /// On by off, at most.
    let goal: Double
    let run: @Sendable (_ count: Int) -> Void
  }

  private static let operations = [
    Operation(key: "g", title: "create, observe inline, resolve, free", goal: 1.4) { count in
      for _ in 0..<count {
        let promise = Promise<Int>.pending()
        promise.then(on: .inline) { _ in }
        promise.fulfill(1)
      }
    },
    Operation(key: "g3", title: "the same with two thens more", goal: 1.2) { count in
      for _ in 0..<count {
        let promise = Promise<Int>.pending()
        promise.then(on: .inline) { $0 + 1 }.then(on: .inline) { $0 + 1 }.then(on: .inline) { _ in }
        promise.fulfill(1)
      }
    },
    Operation(key: "d", title: "an observer of one promise", goal: 1.05) { count in
      let promise = Promise<Int>.pending()
      for _ in 0..<count { promise.then(on: .inline) { _ in } }
      promise.fulfill(1)
    },
  ]

  static var operationContests: [Contest] {
    operations.map { operation in
      let tracer = tracer()
      return Contest(
        operation.key, operation.title, count: count, goals: [.atMost(operation.goal, of: "off")],
        [
          Contestant("on") { count in { tracer.run { operation.run(count) } } },
          Contestant("off") { count in { operation.run(count) } },
        ])
    }
  }

  static func operationFigures(rounds: Int) -> [Figure] {
    var figures: [Figure] = []
    var eventsOfG = 0.0
    for operation in operations {
      let tracer = tracer(events: 1 << 17)
      let reader = tracer.makeReader()
      tracer.run { operation.run(1_000) }
      tracer.finish()
      let events = Double(drain(reader).events) / 1_000
      if operation.key == "g" { eventsOfG = events }
      figures.append(Figure("\(operation.key): events, each of 64 bytes", events, ""))
    }
    let checks = count * 20
    let check = (0..<rounds).map { _ in
      var traced = 0
      let time = Stopwatch.nanoseconds { for _ in 0..<checks where psIsTracing() { traced += 1 } }
      precondition(traced % checks == 0)
      return time / Double(checks)
    }
    let off = (0..<rounds).map { _ in Stopwatch.nanoseconds { operations[0].run(count) } / Double(count) }
    let share = median(check) * eventsOfG / median(off)
    return figures + [
      Figure("asking whether anybody traces", median(check), "ns"),
      Figure("g: what asking at every event adds while off", 1 + share, "×", goal: .atMost(1.05)),
    ]
  }
}
