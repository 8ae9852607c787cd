// Tests cycles through whenAll, whenAllResult and whenAny: that they end with an error, and that all tasks are freed.

@Suite struct CycleTests {
  /// Checks that a task fails if its continuation returns a task around it.
  private func cycle(_ name: String, _ around: (Task<Void>) -> Task<Void>) {
    weak var left: PromiseNode?
    do {
      let start = TaskCompletionSource<Void>()
      var inner: Task<Void>?
      let task = start.task.continueWithTask(.immediate) { _ in inner ?? Task(()) }
      left = task.node
      inner = around(task)
      start.set(result: ())
      inner = nil
      #expect(task.error as? PromiseResolutionError == .cycle, "\(name): \(task)")
    }
    #expect(left == nil, "\(name) leaks")
  }

  @Test func aCycleEndsWithAnErrorAndIsFreed() {
    cycle("whenAll") { Task.whenAll([$0, Task(())]) }
    cycle("whenAll with an open input") { Task.whenAll([$0, TaskCompletionSource<Void>().task]) }
    cycle("whenAllResult") { Task.whenAllResult([$0, Task(())]).continueWith(.immediate) { _ in } }
    cycle("whenAny") { Task.whenAny([$0, $0.continueWith(.immediate) { _ in }]) }
  }

  @Test("whenAny ends once its input outside the cycle completes or is freed", arguments: [false, true])
  func later(_ isFreed: Bool) {
    let start = TaskCompletionSource<Void>()
    var other: TaskCompletionSource<Void>? = TaskCompletionSource()
    var inner: Task<Void>?
    let task = start.task.continueWithTask(.immediate) { _ in inner ?? Task(()) }
    inner = other.map { Task.whenAny([task, $0.task]) }
    start.set(result: ())
    #expect(!task.completed)
    if !isFreed { other?.set(result: ()) }
    other = nil
    #expect(isFreed ? task.error as? PromiseResolutionError == .cycle : task.result != nil)
  }
}
