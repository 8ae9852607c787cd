// Circles through whenAll, whenAllResult and whenAny: which end with an error, and that nothing is left of any.

import BoltsFacade
import Testing

@Suite("circles")
struct CircleTests {
  /// A task that continues with a promise made of it.
  private func circle(_ name: String, _ around: (Task<Void>) -> Task<Void>) {
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

  @Test("end with an error, and are freed")
  func ends() {
    circle("whenAll") { Task.whenAll([$0, Task(())]) }
    circle("whenAll with an open input") { Task.whenAll([$0, TaskCompletionSource<Void>().task]) }
    circle("whenAllResult") { Task.whenAllResult([$0, Task(())]).continueWith(.immediate) { _ in } }
    circle("whenAny") { Task.whenAny([$0, $0.continueWith(.immediate) { _ in }]) }
  }

  @Test("whenAny waits for an input outside, which ends it, or is freed", arguments: [false, true])
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
