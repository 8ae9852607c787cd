// Bodies that outlive the call that starts them: async bodies, and the code of foreign promises. Owns the link from the promise that such a
// body settles to the promises that the body is known to wait for, so that `CycleSearch` can follow it.
//
// A task that waits for a promise does nothing else meanwhile, so the task's own promise cannot settle before that promise does. A body may
// however finish without its other parts: child tasks, tasks that it started, and foreign code.

import PromiseTrace
import Synchronization

/// The body of a promise, a task-local value of the code that runs on its behalf.
///
/// Any thread may call any member.
package final class PromiseBody: Sendable {
  @TaskLocal package static var current: PromiseBody?

  /// The connection between a body's promise and what the body waits for.
  struct Link: @unchecked Sendable {
    /// The promise that the body settles.
    let promise: PromiseNode
    /// Holds the entries in the lists of what it waits for.
    let relay: InputRelay
    /// Whether the body can do nothing but wait.
    let isCertain: Bool
  }

  private struct State: @unchecked Sendable {
    var promise: PromiseNode?
    /// What the body's own task waits for, one promise at a time.
    var own: InputRelay?
    /// What other code waits for on behalf of the body.
    var others: InputRelay?
  }

  private let state: Mutex<State>
  /// The task that runs the body; nil for foreign code.
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
    // A task that the body started may retain this object for longer.
    let promise = body.state.withLock { $0.promise.take() }
    withExtendedLifetime(promise) {}
  }

  /// Runs foreign code that settles `promise`, now or later.
  package static func runForeign<Failure: Error>(
    for promise: PromiseNode, _ work: () throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    $current.withValue(PromiseBody(of: promise, task: nil)) {
      do throws(Failure) { try work() } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Connects the promise to what this code is about to wait for; nil if the promise has settled.
  func link() -> Link? {
    let isCertain = !isForeign && task == PromiseBody.currentTask
    let (link, isNew) = state.withLock { state -> (Link?, Bool) in
      guard let promise = state.promise, promise.isPending else { return (nil, false) }
      let known = isCertain ? state.own : state.others
      let relay = known ?? InputRelay(isCertain ? .each : .maybe, passesCancellations: false, servesOnlyOwner: false)
      if isCertain { state.own = relay } else { state.others = relay }
      return (Link(promise: promise, relay: relay, isCertain: isCertain), known == nil)
    }
    if isNew, let link { link.promise.combine(link.relay) }
    return link
  }

  /// The promise that the calling task settles; nil for other code that the body runs, and once the promise has settled.
  var ownPromise: PromiseNode? {
    guard !isForeign, let promise = state.withLock({ $0.promise }), promise.isPending else { return nil }
    return task == PromiseBody.currentTask ? promise : nil
  }

  /// Like ``link()``, for the foreign code that this thread is running.
  fileprivate static func foreignLink() -> Link? {
    guard let current, current.isForeign else { return nil }
    return current.link()
  }

  /// A number that is unique among the running tasks; 0 outside a task.
  private static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }
}

extension PromiseNode {
  /// Like ``observe(by:_:)``, for code that may belong to a foreign promise, so that the search for cycles can follow what it waits for.
  package final func observeForForeignCode(_ body: @escaping @Sendable (PromiseNode) -> Void) {
    guard let link = PromiseBody.foreignLink() else {
      observe(body)
      return
    }
    link.relay.add([observe(for: link.promise, body)])
    guard link.promise === self || CycleSearch(promise: link.promise, source: self).isFound else { return }
    link.promise.note("its foreign code waits for \(reference), which waits for this promise")
  }
}

extension CycleSearch {
  /// Whether there is a cycle, including one that something else may still end.
  fileprivate var isFound: Bool {
    if case .none = run() { false } else { true }
  }
}
