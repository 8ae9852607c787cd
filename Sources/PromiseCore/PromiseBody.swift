// Bodies that outlive the call that starts them: tasks, and the code of foreign promises. Owns which promise such a body is to settle and
// what it is known to wait for, so that the search for circles finds the way through it.
//
// A task that waits for a promise does nothing else meanwhile, so its own promise cannot settle before that one does. Whatever else runs in
// the name of a body (a child task, a task it started, foreign code) is not all of it: the body may end without it.

import PromiseTrace
import Synchronization

/// A body of a promise, as a task-local value of the code that runs for it.
///
/// Any thread may call any member.
package final class PromiseBody: Sendable {
  @TaskLocal package static var current: PromiseBody?

  /// What code that runs for a body needs for waiting.
  struct Link: Sendable {
    /// The promise that the body is to settle.
    let promise: PromiseNode
    /// Has the entries of what it waits for.
    let relay: InputRelay
    /// Whether the body can do nothing but wait.
    let isCertain: Bool
  }

  private struct State {
    var promise: PromiseNode?
    /// Has what the body's own task waits for, one at a time.
    var own: InputRelay?
    /// Has what anything else waits for in its name.
    var others: InputRelay?
  }

  private let state: Mutex<State>
  /// The task that is the body; nil for foreign code.
  private let task: Int?
  private var isForeign: Bool { task == nil }

  private init(of promise: PromiseNode, task: Int?) {
    state = Mutex(State(promise: promise))
    self.task = task
  }

  /// Runs the calling task's work as the body of `promise`.
  package static func run(_ promise: PromiseNode, _ work: () async -> Void) async {
    let body = PromiseBody(of: promise, task: currentTask)
    await $current.withValue(body) { await work() }
    // A task that it started may hold the body for longer.
    let promise = body.state.withLock { $0.promise.take() }
    withExtendedLifetime(promise) {}
  }

  /// Runs foreign code that is to settle `promise`, now or later.
  package static func runForeign<Failure: Error>(
    for promise: PromiseNode, _ work: () throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    $current.withValue(PromiseBody(of: promise, task: nil)) {
      do throws(Failure) { try work() } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Connects the promise with what this code is about to wait for; nil where the promise has settled.
  func link() -> Link? {
    let isCertain = !isForeign && task == PromiseBody.currentTask
    let (link, isNew) = state.withLock { state -> (Link?, Bool) in
      guard let promise = state.promise, promise.isPending else { return (nil, false) }
      let known = isCertain ? state.own : state.others
      let relay = known ?? InputRelay(isCertain ? .each : .maybe, passesCancellations: false)
      if isCertain { state.own = relay } else { state.others = relay }
      return (Link(promise: promise, relay: relay, isCertain: isCertain), known == nil)
    }
    if isNew, let link { link.promise.combine(link.relay) }
    return link
  }

  /// As ``link()``, for foreign code that this thread is running.
  fileprivate static func foreignLink() -> Link? {
    guard let current, current.isForeign else { return nil }
    return current.link()
  }

  /// A number that only one of the tasks that run has; 0 outside of tasks.
  private static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }
}

extension PromiseNode {
  /// Like ``observe(by:_:)``, for code that may be a foreign promise's: its waiting is then part of the search for circles.
  package final func observeForForeignCode(_ body: @escaping @Sendable (PromiseNode) -> Void) {
    guard let link = PromiseBody.foreignLink() else {
      observe(body)
      return
    }
    link.relay.add([observe(for: link.promise, body)])
    guard link.promise === self || CircleSearch(promise: link.promise, source: self).isFound else { return }
    link.promise.note("its foreign code waits for \(reference), which waits for this promise")
  }
}

extension CircleSearch {
  /// Whether there is a circle at all, even one that something else may end.
  fileprivate var isFound: Bool {
    if case .none = run() { false } else { true }
  }
}
