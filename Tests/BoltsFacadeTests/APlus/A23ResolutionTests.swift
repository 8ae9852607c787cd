// Promises/A+ §2.3: a task that is resolved with another task follows it. In Bolts only the `…WithTask` methods do so, and there are
// no foreign thenables (§2.3.3).

import BoltsFacade
import Dispatch
import TestSupport
import Testing

@Suite("A+ 2.3 resolution")
struct A23ResolutionTests {
  @Test("2.3.1 a task that would follow itself faults")
  func itself() {
    virtually { executor in
      let source = TaskCompletionSource<Int>()
      var own: Task<Int>?
      let task = source.task.continueWithTask(.queue(.global())) { _ in own ?? Task(0) }
      own = task
      source.set(result: 1)
      executor.run()
      #expect(task.error as? PromiseResolutionError == .selfResolution)
      own = nil
    }
  }

  @Test("2.3.2.1 a task stays pending while the task that it follows is pending", arguments: Moment.allCases)
  func pending(_ moment: Moment) {
    let inner = TaskCompletionSource<String>()
    var outer: Task<String>?
    moment.end(with: .result(1)) { outer = $0.continueOnSuccessWithTask { _ in inner.task } }
    #expect(outer?.completed == false)
    inner.set(result: "r")
    expectEqual(outer?.result, "r")
  }

  @Test("2.3.2.2, 2.3.2.3 a task ends like the task that it follows", arguments: Moment.allCases, Moment.allCases)
  func follows(_ moment: Moment, _ innerMoment: Moment) {
    let notes = Notes()
    for end in [End<Int>.result(2), .error(Oops.one), .cancelled] {
      moment.end(with: .result(1)) { task in
        innerMoment.end(with: end) { inner in
          task.continueWithTask { _ in inner }.continueWith { next in
            notes.add(next.error.map { "\($0)" } ?? (next.cancelled ? "cancelled" : "\(next.result ?? 0)"))
          }
        }
      }
    }
    expectEqual(notes.lines, ["2", "one", "cancelled"])
  }

  @Test("2.3.4 a task that continueWith returns is a result like any other")
  func nested() {
    let inner = TaskCompletionSource<Int>()
    let outer = Task(1).continueWith { _ in inner.task }
    #expect(outer.result === inner.task)
  }
}
