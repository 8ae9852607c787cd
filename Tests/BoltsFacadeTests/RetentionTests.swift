// What a task that lives on keeps of tasks that ended before it: nothing that grows with their number.

import PromiseCore

@Suite struct RetentionTests {
  @Test func staysTheSameForAnyNumberOfWhenAnyThatAnotherTaskEnded() {
    let source = TaskCompletionSource<Int>()
    for round in 0..<100 {
      weak var last: PromiseNode?
      do {
        let other = TaskCompletionSource<Int>()
        let first = Task.whenAny([source.task, other.task])
        other.set(result: 1)
        #expect(first.completed)
        last = first.node
      }
      #expect(last == nil && source.task.node.entryCount <= 1, "round \(round)")
    }
    source.set(result: 1)
  }
}
