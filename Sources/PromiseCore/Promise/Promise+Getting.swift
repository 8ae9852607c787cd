// Waiting for a promise in a task. Owns the race between the promise that settles and the task that is canceled.

import PromiseTrace
import Synchronization

extension Promise {
  /// Waits for the outcome in a task.
  ///
  /// The task does not keep the promise alive, as a handler does not: what the promise waits for, or its resolver, does. A task that awaits a
  /// promise that is freed while pending stays suspended until it is canceled.
  ///
  /// - Throws: The error that the promise was rejected with; `CancellationError` if the task was canceled first;
  ///   ``PromiseResolutionError/cycle`` if waiting would never end.
  package consuming func outcome(at site: SourceSite) async throws -> Value {
    let body = PromiseBody.current
    let stopped = stop(body, at: site)
    defer { stopped.resume() }
    let waiter = Waiter(for: consume self, in: body, at: stopped.isRecorded ? nil : site)
    return try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { waiter.wait(resuming: $0) }
    } onCancel: {
      waiter.cancel()
    }
  }
}

/// One task that waits; the thread that takes the continuation resumes it.
private final class Waiter<Value>: CycleSuspect, @unchecked Sendable {
  private struct State: @unchecked Sendable {
    /// Until it waits.
    var promise: Promise<Value>?
    var continuation: UnsafeContinuation<Value, any Error>?
    var entry: PromiseNode?
    var link: PromiseBody.Link?
    var isCanceled = false
  }

  private let state: Mutex<State>
  private let body: PromiseBody?
  /// Where it waits; nil if the log has the wait of the body, so that it needs no `registered`.
  private let site: SourceSite?

  init(for promise: consuming Promise<Value>, in body: PromiseBody?, at site: SourceSite?) {
    state = Mutex(State(promise: promise))
    (self.body, self.site) = (body, site)
  }

  func wait(resuming continuation: UnsafeContinuation<Value, any Error>) {
    guard let promise = state.withLock({ $0.promise.take() }) else { return }
    let owner = EventEmitter.owner
    let link = promise.isPending ? body?.link() : nil
    state.withLock { $0.continuation = continuation }
    let entry = promise.observe(for: link?.promise, at: site) { [self] node in
      let promise = unsafeDowncast(node, to: Promise<Value>.self)
      if promise.isRejected { promise.rejection.markHandled(at: promise, byID: owner) }
      guard let continuation = take() else { return }
      if promise.isFulfilled {
        nonisolated(unsafe) let value = promise.fulfilledValue
        continuation.resume(returning: value)
      } else {
        continuation.resume(throwing: promise.rejection.error)
      }
    }
    let isCanceled = state.withLock { state in
      if state.continuation != nil { (state.entry, state.link) = (entry, link) }
      return state.isCanceled
    }
    // Canceled before there was an entry to cancel.
    if isCanceled { return stop(entry) }
    guard let link else { return }
    link.relay.add([entry])
    leaveCycle()
  }

  func cancel() {
    let entry = state.withLock { state in
      state.isCanceled = true
      return state.entry
    }
    if let entry { stop(entry) }
  }

  private func stop(_ entry: PromiseNode) {
    guard let continuation = take() else { return }
    entry.cancel()
    continuation.resume(throwing: CancellationError())
  }

  private func take() -> UnsafeContinuation<Value, any Error>? {
    state.withLock { state in
      state.entry = nil
      state.link = nil
      return state.continuation.take()
    }
  }

  // MARK: Cycles

  /// Stops waiting if that would never end.
  func leaveCycle() {
    let (entry, link) = state.withLock { ($0.entry, $0.link) }
    guard let entry, let link, let source = PromiseNode.upstreamLock.withLock({ _ in entry.livingUpstream() }) else {
      return
    }
    let search = CycleSearch(promise: link.promise, source: source)
    var result = source === link.promise ? .cycle : search.run()
    if case .suspended(let relays) = result {
      for relay in relays { relay.suspect(self) }
      // An input may have settled before it could find the suspect.
      result = search.evaluate()
    }
    switch result {
    case .cycle where link.isCertain:
      guard let continuation = take() else { return }
      link.promise.note(LibraryNote.waitRefused(source: source.reference).text)
      entry.stopWaiting()
      continuation.resume(throwing: PromiseResolutionError.cycle)
    case .cycle, .possible:
      link.promise.note(
        "a task of its body waits for \(source.reference), which waits for this promise; something else may still end this cycle"
      )
    case .none, .suspended: break
    }
  }
}
