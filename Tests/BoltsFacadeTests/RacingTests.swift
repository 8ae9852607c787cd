// Races on one task: one thread ends it, and every continuation runs once.

import Dispatch
import Synchronization

@Suite struct RacingTests {
  @Test func oneOfManyConcurrentAttemptsEndsTheTask() {
    for _ in 0..<200 {
      let source = TaskCompletionSource<Int>()
      let wins = Atomic(0)
      let runs = DispatchGroup()
      for _ in 0..<8 { runs.enter() }
      DispatchQueue.concurrentPerform(iterations: 8) { index in
        source.task.continueWith { _ in runs.leave() }
        let isFirst =
          switch index % 3 {
          case 0: source.trySet(result: index)
          case 1: source.trySet(error: Oops.one)
          default: source.tryCancel()
          }
        if isFirst { wins.add(1, ordering: .relaxed) }
      }
      expectEqual(wins.load(ordering: .relaxed), 1)
      // A losing thread may return while the winning thread still runs the continuations.
      expectEqual(runs.wait(timeout: .now() + 10), .success)
    }
  }

  @Test func whenAllResultCollectsTasksThatEndOnManyThreads() {
    for _ in 0..<100 {
      let sources = (0..<16).map { _ in TaskCompletionSource<Int>() }
      let all = Task.whenAllResult(sources.map(\.task))
      DispatchQueue.concurrentPerform(iterations: 16) { sources[$0].set(result: $0) }
      all.waitUntilCompleted()
      expectEqual(all.result, Array(0..<16))
    }
  }

  @Test func cancelingATokenWhileItsContinuationsStartHasOneOutcome() {
    for _ in 0..<200 {
      let (cancel, source) = (CancellationTokenSource(), TaskCompletionSource<Int>())
      let end = source.task.continueOnSuccessWithTask(cancellationToken: cancel.token) { Task($0) }
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 { cancel.cancel() } else { source.set(result: 1) }
      }
      #expect(end.cancelled || end.result == 1)
    }
  }
}
