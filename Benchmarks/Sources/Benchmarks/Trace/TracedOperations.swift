// Operations on promises with tracing on and off, the number of events of each, and the cost of disabled tracing.

import CPromiseRuntime
import Measuring
import PromiseScope
import PromiseTrace

extension TraceSuite {
  private static let count = 50_000

  private struct Operation: Sendable {
    let key: String
    let title: String
    /// The maximum ratio of on to off.
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
    Operation(key: "g3", title: "g with two more `then`s", goal: 1.4) { count in
      for _ in 0..<count {
        let promise = Promise<Int>.pending()
        promise.then(on: .inline) { $0 + 1 }.then(on: .inline) { $0 + 1 }.then(on: .inline) { _ in }
        promise.fulfill(1)
      }
    },
    Operation(key: "d", title: "a handler on one promise", goal: 1.4) { count in
      let promise = Promise<Int>.pending()
      for _ in 0..<count { promise.then(on: .inline) { _ in } }
      promise.fulfill(1)
    },
  ]

  static var operationContests: [Contest] {
    operations.map { operation in
      let tracer = tracer()
      return Contest(
        operation.key, operation.title, count: count, goals: [.atMost(operation.goal, of: "off")], clock: .processor,
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
      Figure("checking whether tracing is on", median(check), "ns"),
      Figure("g with these checks while tracing is off", 1 + share, "×", goal: .atMost(1.05)),
    ]
  }
}
