// Promises/A+ §2.2.1 to §2.2.3: the two handlers. In Bolts' words onFulfilled is continueOnSuccessWith, onRejected is
// continueOnErrorWith; continueWith is both.

import BoltsFacade
import Dispatch
import Testing

@Suite("A+ 2.2.1-3 handlers")
struct A22HandlersTests {
  @Test("2.2.1 each is optional: without its own side a task takes over the one before", arguments: Moment.allCases)
  func optional(_ moment: Moment) {
    let notes = Notes()
    moment.end(with: .result(1)) { $0.continueOnErrorWith { _ in 2 }.continueWith { notes.add("\($0)") } }
    moment.end(with: End<Int>.error(Oops.one)) {
      $0.continueOnSuccessWith { _ in 2 }.continueWith { notes.add("\($0.error as? Oops == .one)") }
    }
    #expect(notes.lines == ["Task: success(1)", "true"])
  }

  @Test("2.2.2.1, 2.2.2.3 onFulfilled: after success, with the result, once", arguments: Moment.allCases)
  func onFulfilled(_ moment: Moment) {
    for place in places {
      let notes = Notes()
      moment.end(with: .result("r")) { task in
        task.continueOnSuccessWith(place) { notes.add("\($0) \(task.completed)") }
        task.continueOnErrorWith(place) { _ in "never" }
      }
      #expect(notes.lines == ["r true"], "\(place)")
    }
  }

  @Test("2.2.2.2, 2.2.3.2 neither before the end")
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
      #expect(notes.lines == ["end", "1"])
    }
  }

  @Test("2.2.3.1, 2.2.3.3 onRejected: after an error, with it, once", arguments: Moment.allCases)
  func onRejected(_ moment: Moment) {
    for place in places {
      let notes = Notes()
      moment.end(with: End<Int>.error(Oops.two)) { task in
        task.continueOnSuccessWith(place) { _ in notes.add("never") }
        task.continueOnErrorWith(place) { (error: Oops) in
          notes.add("\(error) \(task.completed)")
          return 0
        }
      }
      #expect(notes.lines == ["two true"], "\(place)")
    }
  }

  @Test("2.2.3 a cancelled task calls continueWith alone", arguments: Moment.allCases)
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
    #expect(notes.lines == ["cancelled true"])
  }

  @Test("2.2.4 a continuation on a queue waits until the stack is clear; Bolts' default runs within the call")
  func cleanStack() {
    virtually { executor in
      let (notes, source) = (Notes(), TaskCompletionSource<Int>())
      source.task.continueWith(.queue(.global())) { _ in notes.add("queue") }
      source.task.continueWith { _ in notes.add("default") }
      source.set(result: 1)
      notes.add("set")
      executor.run()
      #expect(notes.lines == ["default", "set", "queue"])
    }
  }
}
