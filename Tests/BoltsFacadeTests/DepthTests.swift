// Stack depth does not grow with the length of a chain: most tests run on a small stack that recursion would overflow.

import Dispatch

@Suite struct DepthTests {
  private func chain(on executor: Executor, _ count: Int = deep) -> (TaskCompletionSource<Int>, Task<Int>) {
    let source = TaskCompletionSource<Int>()
    var task = source.task
    for _ in 0..<count { task = task.continueOnSuccessWith(executor) { $0 + 1 } }
    return (source, task)
  }

  @Test func aLongChainRunsOnEachInlineExecutor() {
    onSmallStack {
      let (source, end) = chain(on: .immediate)
      source.set(result: 0)
      expectEqual(end.result, deep)
      let (other, otherEnd) = chain(on: .default)
      other.set(result: 0)
      otherEnd.waitUntilCompleted()
      expectEqual(otherEnd.result, deep)
    }
  }

  @Test func aLongChainIsFreedWhetherPendingOrCompleted() {
    onSmallStack {
      for isCompleted in [false, true] {
        expectFreed { probe in
          let (source, end) = chain(on: .immediate)
          let last = end.continueOnSuccessWith(.immediate) { _ in withExtendedLifetime(probe) {} }
          if isCompleted { source.set(result: 0) }
          expectEqual(last.completed, isCompleted)
        }
      }
    }
  }

  @Test func aLoopCreatesEachTaskInsideThePreviousOne() {
    @Sendable func count(_ value: Int) -> Task<Int> {
      Task(value).continueOnSuccessWithTask(.immediate) { $0 < 10 ? count($0 + 1) : Task($0) }
    }
    expectEqual(count(0).result, 10)
    onSmallStack {
      @Sendable func down(_ value: Int) -> Task<Int> {
        guard value > 0 else { return Task(0) }
        return Task<Void>.emptyTask().continueWithTask(.queue(.global())) { _ in down(value - 1) }
      }
      let end = down(deep)
      end.waitUntilCompleted()
      expectEqual(end.result, 0)
    }
  }

  @Test func manySourcesEndOneAnotherEachInAContinuationOfThePreviousTask() {
    onSmallStack {
      let sources = (0..<deep).map { _ in TaskCompletionSource<Int>() }
      for (source, next) in zip(sources, sources.dropFirst()) {
        source.task.continueWith(.immediate) { next.set(result: ($0.result ?? 0) + 1) }
      }
      sources[0].set(result: 0)
      expectEqual(sources[sources.count - 1].task.result, sources.count - 1)
    }
  }

  @Test func whenAllResultTakesManyTasks() {
    let sources = (0..<deep).map { _ in TaskCompletionSource<Int>() }
    let all = Task.whenAllResult(sources.map(\.task))
    for (index, source) in sources.enumerated() { source.set(result: index) }
    expectEqual(all.result?.count, sources.count)
    expectEqual(all.result?.last, sources.count - 1)
  }
}
