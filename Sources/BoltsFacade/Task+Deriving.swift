// The shared steps of all continuations: waiting for a task, checking the token, ending the new task. Does not know Bolts' names.

import PromiseCore
import PromiseTrace

extension Task {
  /// The node that a reaction settles, as a promise of this task's type.
  @inlinable
  static func settling(_ node: PromiseNode) -> Promise<TResult> {
    unsafeDowncast(node, to: Promise<TResult>.self)
  }

  /// Creates the task that continues this one.
  ///
  /// - Parameters:
  ///   - operation: The operator's name in the log.
  ///   - sides: The outcomes that `body` handles; other outcomes pass without a hop to the executor.
  ///   - executor: Where the continuation runs.
  ///   - token: Checked before the continuation starts. With a token, every outcome hops to the executor.
  ///   - site: The call site.
  ///   - body: Ends the new promise, given this task's promise, which has settled with one of `sides`.
  @usableFromInline
  func derive<S>(
    _ operation: StaticString, handles sides: HandledSides, on executor: Executor, unless token: CancellationToken?,
    site: SourceSite,
    _ body: @escaping (_ node: Promise<S>, _ parent: Promise<TResult>) -> Void
  ) -> Task<S> {
    // As in Bolts, continuations need not be `Sendable`: one thread runs each of them, once.
    nonisolated(unsafe) let body = body
    let reacting: HandledSides = token == nil ? sides : [.fulfilled, .rejected]
    let promise = Promise<S>(
      from: promise, operation, handles: reacting, on: executor.core, checksFirst: token != nil, site: site
    ) { node, parent in
      let (node, parent) = (Task<S>.settling(node), Task.settling(parent))
      if let token, token.isCancelled {
        node.cancel(with: CancelledError())
      } else if sides.contains(parent.isFulfilled ? .fulfilled : .rejected) {
        if token != nil { node.started() }
        body(node, parent)
      } else {
        node.pass(on: parent, cause: .passthrough)
      }
    }
    if let token { promise.logRequest(of: token) }
    return Task<S>(promise)
  }
}

extension Promise {
  /// Settles with the value that a closure returns or the error that it throws, and logs that the closure finished.
  @inlinable @inline(__always)
  func end(_ body: () throws -> Value) {
    do {
      bodyReturned(try body())
    } catch {
      finished(.threw)
      reject(error, cause: .threw)
    }
  }

  /// Follows the task that a closure returns, or rejects with the error that it throws.
  ///
  /// - Parameters:
  ///   - token: Checked again when that task ends; if it is canceled by then, this promise is canceled.
  ///   - body: Returns the task.
  @usableFromInline
  func follow(unless token: CancellationToken?, _ body: () throws -> Task<Value>) {
    do {
      let inner = try body().promise
      finished(.promise)
      adopt(token.map { inner === self ? inner : inner.checked(by: $0) } ?? inner)
    } catch {
      finished(.threw)
      reject(error, cause: .threw)
    }
  }

  /// A promise that settles like this one unless the token is canceled by then.
  private func checked(by token: CancellationToken) -> Promise {
    Promise(
      from: self, "cancellationToken", handles: [.fulfilled, .rejected], on: .inline, site: SourceSite()
    ) { node, parent in
      let node = unsafeDowncast(node, to: Promise.self)
      node.finished(.void)
      if token.isCancelled {
        node.cancel(with: CancelledError())
      } else {
        node.settle(like: unsafeDowncast(parent, to: Promise.self), cause: .returned)
      }
    }
  }

  /// Passes on the outcome of an upstream promise that the continuation does not handle.
  func pass<S>(on parent: Promise<S>, cause: SettlementCause) {
    if parent.isRejected {
      reject(passing: parent.rejection, from: parent, cause: cause)
    } else if let parent = parent as? Promise {
      // Only error continuations pass on results, and they keep the type.
      settle(like: parent, cause: cause)
    }
  }
}
