// Promises/A+ §2.2.1 to §2.2.3: the two handlers. Bolts calls onFulfilled continueOnSuccessWith and onRejected continueOnErrorWith;
// continueWith is both.

import BoltsFacade
import Dispatch
import TestSupport
import Testing

@Suite("A+ 2.2.1-3 handlers")
struct A22HandlersTests {
  @Test("2.2.1 each handler is optional: without it the outcome is passed on", arguments: Moment.allCases)
  func optional(_ moment: Moment) {
    let notes = Notes()
    moment.end(with: .result(1)) { $0.continueOnErrorWith { _ in 2 }.continueWith { notes.add("\($0)") } }
    moment.end(with: End<Int>.error(Oops.one)) {
      $0.continueOnSuccessWith { _ in 2 }.continueWith { notes.add("\($0.error as? Oops == .one)") }
    }
    expectEqual(notes.lines, ["Task: success(1)", "true"])
  }

  @Test("2.2.2.1, 2.2.2.3 onFulfilled runs once, after success, with the result", arguments: Moment.allCases)
  func onFulfilled(_ moment: Moment) {
    for executor in executors {
      let notes = Notes()
      moment.end(with: .result("r")) { task in
        task.continueOnSuccessWith(executor) { notes.add("\($0) \(task.completed)") }
        task.continueOnErrorWith(executor) { _ in "never" }
      }
      expectEqual(notes.lines, ["r true"], "\(executor)")
    }
  }

  @Test("2.2.2.2, 2.2.3.2 neither handler runs before the task ends")
  func notBefore() {
    virtually { executor in
      let (notes, source) = (Notes(), TaskCompletionSource<Int>())
      source.task.continueOnSuccessWith { notes.add("\($0)") }
      source.task.continueOnErrorWith { _ in
        notes.add("error")
        return 0
      }
      executor.run()
      notes.add("end")
      source.set(result: 1)
      executor.run()
      expectEqual(notes.lines, ["end", "1"])
    }
  }

  @Test("2.2.3.1, 2.2.3.3 onRejected runs once, after an error, with the error", arguments: Moment.allCases)
  func onRejected(_ moment: Moment) {
    for executor in executors {
      let notes = Notes()
      moment.end(with: End<Int>.error(Oops.two)) { task in
        task.continueOnSuccessWith(executor) { _ in notes.add("never") }
        task.continueOnErrorWith(executor) { (error: Oops) in
          notes.add("\(error) \(task.completed)")
          return 0
        }
      }
      expectEqual(notes.lines, ["two true"], "\(executor)")
    }
  }

  @Test("2.2.3 a canceled task runs only continueWith", arguments: Moment.allCases)
  func cancelled(_ moment: Moment) {
    let notes = Notes()
    moment.end(with: End<Int>.cancelled) { task in
      task.continueOnSuccessWith { _ in notes.add("success") }
      task.continueOnErrorWith { _ in
        notes.add("error")
        return 0
      }
      task.continueWith { notes.add("cancelled \($0.cancelled)") }
    }
    expectEqual(notes.lines, ["cancelled true"])
  }

  @Test("2.2.4 a continuation on a queue waits for a clean stack; the default executor runs it within the call")
  func cleanStack() {
    virtually { executor in
      let (notes, source) = (Notes(), TaskCompletionSource<Int>())
      source.task.continueWith(.queue(.global())) { _ in notes.add("queue") }
      source.task.continueWith { _ in notes.add("default") }
      source.set(result: 1)
      notes.add("set")
      executor.run()
      expectEqual(notes.lines, ["default", "set", "queue"])
    }
  }
}
