// Promises/A+ §2.2.7: continuing returns a task that ends with what the continuation returns or throws.

import BoltsFacade
import TestSupport
import Testing

@Suite("A+ 2.2.7 the task that continuing returns")
struct A227ReturnedTaskTests {
  private func outcome<Value>(_ moment: Moment, _ end: End<Int>, _ make: (Task<Int>) -> Task<Value>) -> String {
    var made: Task<Value>?
    moment.end(with: end) { made = make($0) }
    guard let made else { return "none" }
    if let error = made.error { return "\(error)" }
    return made.cancelled ? "cancelled" : made.result.map { "\($0)" } ?? "pending"
  }

  @Test("2.2.7.1 a returned result becomes the result of the new task", arguments: Moment.allCases)
  func returned(_ moment: Moment) {
    for executor in executors {
      expectEqual(outcome(moment, .result(1)) { $0.continueOnSuccessWith(executor) { "v\($0)" } }, "v1")
      expectEqual(outcome(moment, .error(Oops.one)) { $0.continueOnErrorWith(executor) { _ in 5 } }, "5")
      expectEqual(outcome(moment, .cancelled) { $0.continueWith(executor) { "was \($0.cancelled)" } }, "was true")
    }
  }

  @Test("2.2.7.2 a thrown error becomes the error of the new task", arguments: Moment.allCases)
  func thrown(_ moment: Moment) {
    for executor in executors {
      expectEqual(
        outcome(moment, .result(1)) { $0.continueOnSuccessWith(executor) { _ -> Int in throw Oops.two } }, "two")
      expectEqual(outcome(moment, .error(Oops.one)) { $0.continueOnErrorWith(executor) { _ in throw Oops.two } }, "two")
      expectEqual(
        outcome(moment, .result(1)) { $0.continueWithTask(executor) { _ -> Task<Int> in throw Oops.two } }, "two")
      expectEqual(
        outcome(moment, .result(1)) { $0.continueWith(executor) { _ -> Int in throw CancelledError() } }, "cancelled")
    }
  }

  @Test("2.2.7.3 a result without a handler is passed on", arguments: Moment.allCases)
  func resultPasses(_ moment: Moment) {
    expectEqual(outcome(moment, .result(7)) { $0.continueOnErrorWith { _ in 0 } }, "7")
    expectEqual(outcome(moment, .result(7)) { $0.continueOnErrorWithTask { _ in Task(0) } }, "7")
  }

  @Test("2.2.7.4 an error or a cancellation without a handler is passed on", arguments: Moment.allCases)
  func errorPasses(_ moment: Moment) {
    expectEqual(outcome(moment, .error(Oops.one)) { $0.continueOnSuccessWith { $0 } }, "one")
    expectEqual(outcome(moment, .error(Oops.one)) { $0.continueOnSuccessWithTask { Task($0) } }, "one")
    expectEqual(outcome(moment, .cancelled) { $0.continueOnSuccessWith { $0 } }, "cancelled")
    expectEqual(outcome(moment, .cancelled) { $0.continueOnErrorWith { _ in 0 } }, "cancelled")
  }
}
