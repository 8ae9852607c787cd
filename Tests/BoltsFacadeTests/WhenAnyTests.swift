// whenAny: the first task to end, and what it records.

@Suite struct WhenAnyTests {
  @Test func whenAnySucceedsWhenTheFirstTaskEndsWhateverItsOutcome() {
    #expect(Task.whenAny(TaskCompletionSource<Int>().task, Task(1)).result != nil)
    #expect(Task.whenAny([Task<Int>(error: Oops.one)]).result != nil)
    #expect(Task.whenAny([Task<Int>.cancelledTask()]).result != nil)
    #expect(Task<Int>.whenAny([]).completed)
  }

  @Test func pictureWhenAnyDoesNotHandleTheErrorOfTheFirstTask() {
    expectEqual(
      BoltsFacadeTests.picture { _ in
        let sources = [TaskCompletionSource<Int>(), TaskCompletionSource<Int>()]
        let any = Task.whenAny(sources.map(\.task))
        sources[1].set(error: Oops.one)
        sources[0].set(result: 1)
        return (sources, any)
      },
      """
      created #1 TaskCompletionSource
      created #2 TaskCompletionSource
      created #3 whenAny
      registered #1 by #3 [fulfilled rejected]
      registered #2 by #3 [fulfilled rejected]
      rejected #2 one Oops by resolver
      fulfilled #3 via #2 by combinator
      fulfilled #1 1 by resolver
      unhandled #2
      """)
  }
}
