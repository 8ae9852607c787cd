// Promises/A+ §2.2.6: a task may be continued many times; the continuations run in the order of the calls that added them.

import BoltsFacade
import Testing

@Suite("A+ 2.2.6 many continuations")
struct A226ManyContinuationsTests {
  @Test("2.2.6.1 after success in the order of the calls", arguments: Moment.allCases)
  func succeeded(_ moment: Moment) {
    for place in places {
      let notes = Notes()
      moment.end(with: .result(1)) { task in
        task.continueWith(place) { _ in notes.add("a") }
        task.continueOnSuccessWith(place) { _ in notes.add("b") }
        task.continueOnErrorWith(place) { _ in
          notes.add("never")
          return 0
        }
        task.continueWithTask(place) { _ in
          notes.add("c")
          return Task(1)
        }
        task.continueOnSuccessWithTask(place) { _ in
          notes.add("d")
          return Task(1)
        }
      }
      #expect(notes.text == "a b c d", "\(place)")
    }
  }

  @Test("2.2.6.2 after an error in the order of the calls", arguments: Moment.allCases)
  func faulted(_ moment: Moment) {
    for place in places {
      let notes = Notes()
      moment.end(with: End<Int>.error(Oops.one)) { task in
        for name in ["a", "b", "c"] {
          task.continueOnErrorWith(place) { _ in
            notes.add(name)
            return 0
          }
        }
        task.continueWith(place) { _ in notes.add("d") }
      }
      #expect(notes.text == "a b c d", "\(place)")
    }
  }

  @Test("2.2.6 one continuation's error does not keep the next from running")
  func apart() {
    let (notes, source) = (Notes(), TaskCompletionSource<Int>())
    source.task.continueWith { _ -> Int in
      notes.add("a")
      throw Oops.one
    }
    source.task.continueWith { _ in notes.add("b") }
    source.set(result: 1)
    #expect(notes.text == "a b")
  }

  @Test("2.2.6 each continuation is a task of its own")
  func separate() {
    let task = Task(10)
    let (plus, failed) = (task.continueWith { $0.result.map { $0 + 1 } }, task.continueWith { _ in throw Oops.one })
    #expect(plus.result == .some(.some(11)) && failed.error as? Oops == .one && task.result == 10)
  }
}
