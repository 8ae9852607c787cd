// Promises/A+ §2.1: the states. A task has one more state than a promise: canceled, a rejection without an error.

import BoltsFacade
import TestSupport
import Testing

@Suite("A+ 2.1 states")
struct A21StatesTests {
  @Test("2.1.1 a pending task has neither result nor error and runs no continuation")
  func pending() {
    virtually { executor in
      let (notes, source) = (Notes(), TaskCompletionSource<Int>())
      let next = source.task.continueWith { _ in notes.add("ended") }
      executor.run()
      #expect(!source.task.completed && source.task.result == nil && source.task.error == nil)
      #expect(!next.completed && notes.lines.isEmpty)
    }
  }

  @Test("2.1.2 a succeeded task keeps its result", arguments: Moment.allCases)
  func succeeded(_ moment: Moment) {
    let notes = Notes()
    moment.end(with: .result(1)) { task in
      task.continueWith { notes.add("\($0)") }
    }
    let source = TaskCompletionSource<Int>()
    source.set(result: 1)
    #expect(!source.trySet(result: 2) && !source.trySet(error: Oops.one) && !source.tryCancel())
    #expect(source.task.result == 1 && source.task.error == nil && !source.task.cancelled)
    expectEqual(notes.lines, ["Task: success(1)"])
  }

  @Test("2.1.3 a faulted task keeps its error", arguments: Moment.allCases)
  func faulted(_ moment: Moment) {
    let notes = Notes()
    moment.end(with: End<Int>.error(Oops.one)) { task in
      task.continueWith { notes.add("\($0.error as? Oops == .one)") }
    }
    let source = TaskCompletionSource<Int>()
    source.set(error: Oops.one)
    #expect(!source.trySet(result: 2) && !source.trySet(error: Oops.two) && !source.tryCancel())
    #expect(source.task.error as? Oops == .one && source.task.result == nil && !source.task.cancelled)
    expectEqual(notes.lines, ["true"])
  }

  @Test("2.1.3 a canceled task stays canceled", arguments: Moment.allCases)
  func cancelled(_ moment: Moment) {
    let notes = Notes()
    moment.end(with: End<Int>.cancelled) { task in
      task.continueWith { notes.add("\($0.cancelled) \($0.faulted)") }
    }
    let source = TaskCompletionSource<Int>()
    source.cancel()
    #expect(!source.trySet(result: 2) && !source.trySet(error: Oops.two) && !source.tryCancel())
    #expect(source.task.cancelled && source.task.result == nil && source.task.error == nil)
    expectEqual(notes.lines, ["true false"])
  }

  @Test("2.1.2.2 a task keeps results of any size and type")
  func keepsResult() {
    final class Thing { var count = 0 }
    let thing = Thing()
    #expect(Task(thing).result === thing)
    expectEqual(
      Task((1, "a string of more than fifteen bytes", [2.5])).result?.1, "a string of more than fifteen bytes")
    expectEqual(Task(Int?.none).result, .some(.none))
  }
}
