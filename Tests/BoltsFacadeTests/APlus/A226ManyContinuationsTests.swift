// Promises/A+ §2.2.6: a task may have many continuations, which run in the order in which they were added.

import BoltsFacade
import TestSupport
import Testing

@Suite("A+ 2.2.6 many continuations")
struct A226ManyContinuationsTests {
  @Test("2.2.6.1 continuations of a succeeded task run in order", arguments: Moment.allCases)
  func succeeded(_ moment: Moment) {
    for executor in executors {
      let notes = Notes()
      moment.end(with: .result(1)) { task in
        task.continueWith(executor) { _ in notes.add("a") }
        task.continueOnSuccessWith(executor) { _ in notes.add("b") }
        task.continueOnErrorWith(executor) { _ in
          notes.add("never")
          return 0
        }
        task.continueWithTask(executor) { _ in
          notes.add("c")
          return Task(1)
        }
        task.continueOnSuccessWithTask(executor) { _ in
          notes.add("d")
          return Task(1)
        }
      }
      expectEqual(notes.text, "a b c d", "\(executor)")
    }
  }

  @Test("2.2.6.2 continuations of a faulted task run in order", arguments: Moment.allCases)
  func faulted(_ moment: Moment) {
    for executor in executors {
      let notes = Notes()
      moment.end(with: End<Int>.error(Oops.one)) { task in
        for name in ["a", "b", "c"] {
          task.continueOnErrorWith(executor) { _ in
            notes.add(name)
            return 0
          }
        }
        task.continueWith(executor) { _ in notes.add("d") }
      }
      expectEqual(notes.text, "a b c d", "\(executor)")
    }
  }

  @Test("2.2.6 a continuation that throws does not prevent the next one")
  func apart() {
    let (notes, source) = (Notes(), TaskCompletionSource<Int>())
    source.task.continueWith { _ -> Int in
      notes.add("a")
      throw Oops.one
    }
    source.task.continueWith { _ in notes.add("b") }
    source.set(result: 1)
    expectEqual(notes.text, "a b")
  }

  @Test("2.2.6 each continuation has its own task")
  func separate() {
    let task = Task(10)
    let (plus, failed) = (task.continueWith { $0.result.map { $0 + 1 } }, task.continueWith { _ in throw Oops.one })
    #expect(plus.result == .some(.some(11)) && failed.error as? Oops == .one && task.result == 10)
  }
}
