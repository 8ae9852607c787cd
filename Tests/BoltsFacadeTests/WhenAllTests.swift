// whenAll and whenAllResult: outcomes, order, and what they record.

@Suite struct WhenAllTests {
  @Test func errorsAreInTheOrderOfTheTasks() {
    let sources = [TaskCompletionSource<Int>(), TaskCompletionSource<Int>()]
    let all = Task.whenAll(sources.map(\.task))
    sources[1].set(error: Oops.two)
    sources[0].set(error: Oops.one)
    #expect((all.error as? AggregateError)?.errors.map { $0 as? Oops } == [.one, .two])
  }

  @Test func aCanceledTaskTakesPrecedenceOverAFaultedOne() {
    #expect(Task.whenAll(Task<Int>(error: Oops.one), .cancelledTask()).cancelled)
    #expect(Task.whenAllResult(Task<Int>(error: Oops.one), .cancelledTask()).cancelled)
  }

  @Test func withoutTasksWhenAllSucceedsImmediately() {
    #expect(Task<Int>.whenAll([]).result != nil)
    expectEqual(Task<Int>.whenAllResult([]).result, [])
  }

  @Test func resultsAreInTheOrderOfTheTasks() {
    let source = TaskCompletionSource<Int>()
    let all = Task.whenAllResult(source.task, Task(2), Task(3))
    #expect(!all.completed)
    source.set(result: 1)
    expectEqual(all.result, [1, 2, 3])
    #expect(Task.whenAllResult([Task(1), Task(error: Oops.one)]).error is AggregateError)
  }

  @Test func resultsThatAreNilAreKept() {
    expectEqual(Task.whenAllResult([Task<Int?>(nil), Task<Int?>(1)]).result, [nil, 1])
  }

  @Test func pictureWhenAllHandlesErrorsAndRejectsWithAllOfThem() {
    expectEqual(
      picture { _ in
        let source = TaskCompletionSource<Int>()
        let all = Task.whenAll(source.task, Task(error: Oops.one))
        source.set(result: 1)
        return all
      },
      """
      created #1 TaskCompletionSource
      created #2 error
      rejected #2 one Oops by resolver
      created #3 whenAll
      registered #1 by #3 [fulfilled rejected]
      registered #2 by #3 [fulfilled rejected]
      handled #2 by #3
      fulfilled #1 1 by resolver
      rejected #3 1 error: one AggregateError by combinator
      unhandled #3
      """)
  }

  @Test func pictureWhenAllResultCollectsResults() {
    expectEqual(
      picture { _ in Task.whenAllResult(Task(1), Task(2)) },
      """
      created #1 result
      fulfilled #1 1 by resolver
      created #2 result
      fulfilled #2 2 by resolver
      created #3 whenAllResult
      registered #1 by #3 [fulfilled rejected]
      registered #2 by #3 [fulfilled rejected]
      fulfilled #3 2 items by combinator
      """)
  }
}
