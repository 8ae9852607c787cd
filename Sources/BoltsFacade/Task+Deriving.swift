// What the continuations have in common: waiting for a task, looking at its token, ending the new one. Owns the steps, not the names.

import PromiseCore
import PromiseTrace

extension Task {
  /// The promise that a reaction settles, by its type.
  @inlinable
  static func settling(_ node: PromiseNode) -> Promise<TResult> {
    unsafeDowncast(node, to: Promise<TResult>.self)
  }

  /// Creates the task that continues this one.
  ///
  /// - Parameters:
  ///   - operation: The operator's name in the log.
  ///   - sides: The sides whose continuation is the user's; the other side passes by, without a hop.
  ///   - executor: Where the continuation runs.
  ///   - token: Looked at before the continuation. With one, both sides come to the executor.
  ///   - site: Where.
  ///   - body: Ends the new promise, given this one's, which has settled to one of `sides`.
  /// - Returns: The new task.
  @usableFromInline
  func derive<S>(
    _ operation: StaticString, handles sides: HandledSides, on executor: Executor, unless token: CancellationToken?,
    site: SourceSite,
    _ body: @escaping (_ node: Promise<S>, _ parent: Promise<TResult>) -> Void
  ) -> Task<S> {
    // Continuations need not be `Sendable`, as in Bolts; one thread runs it, once.
    nonisolated(unsafe) let body = body
    let heard: HandledSides = token == nil ? sides : [.fulfilled, .rejected]
    let promise = Promise<S>(from: promise, operation, handles: heard, on: executor.core, site: site) {
      node, parent in
      let (node, parent) = (Task<S>.settling(node), Task.settling(parent))
      if let token, token.isCancelled {
        node.finished(.threw)
        node.cancel(with: CancelledError())
      } else if sides.contains(parent.isFulfilled ? .fulfilled : .rejected) {
        body(node, parent)
      } else {
        // Without a token this is no turn on the executor, so none that the log has seen begin.
        if token != nil { node.finished(.void) }
        node.pass(on: parent, cause: token == nil ? .passthrough : .returned)
      }
    }
    return Task<S>(promise)
  }
}

extension Promise {
  /// Ends with what a closure returns or throws, and tells the log that the closure ended.
  @inlinable @inline(__always)
  func end(_ body: () throws -> Value) {
    do {
      bodyReturned(try body())
    } catch {
      finished(.threw)
      reject(error, cause: .threw)
    }
  }

  /// Follows the task that a closure returns, or ends with what it throws.
  ///
  /// - Parameters:
  ///   - token: Looked at again when that task ends: canceled by then, it makes this promise so too.
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

  /// A promise that settles as this one does, unless the token is canceled by then.
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

  /// Settles as a parent that this promise has no continuation for.
  func pass<S>(on parent: Promise<S>, cause: SettlementCause) {
    if parent.isRejected {
      reject(passing: parent.rejection, from: parent, cause: cause)
    } else if let parent = parent as? Promise {
      // Only continuations of errors let results pass by, and those keep the type.
      settle(like: parent, cause: cause)
    }
  }
}
