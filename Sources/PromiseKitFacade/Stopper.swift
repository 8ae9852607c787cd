// Stopper: stops the work behind a promise or guarantee that was made cancellable, which PromiseKit 7 calls its `cancellable`. Owns
// the task and the closure for that. Does not cancel on its own: `CancellablePromise` adds it to a context.

import PromiseCore
import PromiseTrace
import Synchronization

/// Stops the work behind a promise or guarantee.
final class Stopper: Sendable {
  private struct Parts: @unchecked Sendable {
    var task: (any Cancellable)?
    var reject: ((any Error) -> Void)?
  }

  private let parts: Mutex<Parts>

  init(_ task: (any Cancellable)?, reject: ((any Error) -> Void)? = nil) {
    parts = Mutex(Parts(task: task, reject: reject))
  }

  var task: (any Cancellable)? { parts.withLock { $0.task } }

  /// Rejects the promise itself; nil if a cancellation rejects only the promises that follow it.
  var reject: ((any Error) -> Void)? { parts.withLock { $0.reject } }

  func replace(_ task: (any Cancellable)?, reject: ((any Error) -> Void)?) {
    let former = parts.withLock { parts in
      defer { parts = Parts(task: task, reject: reject) }
      return parts
    }
    // Outside the lock: freeing a task may run the program's code.
    withExtendedLifetime(former) {}
  }
}

extension AtomicLazyReference where Instance == Stopper {
  /// Sets the task and closure that stop the work, replacing earlier ones.
  borrowing func set(_ task: (any Cancellable)?, reject: ((any Error) -> Void)?) {
    let stopper = Stopper(task, reject: reject)
    let stored = storeIfNil(stopper)
    if stored !== stopper { stored.replace(task, reject: reject) }
  }
}

extension Promise {
  /// Creates a promise that `body` settles through a ``Resolver``; `body` runs immediately.
  ///
  /// - Parameters:
  ///   - cancellable: The work to stop if the promise is made cancellable and then canceled, which also rejects the promise.
  ///   - body: Receives the resolver; an error that it throws rejects the promise.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  public convenience init(
    cancellable: any Cancellable, resolver body: (Resolver<T>) throws -> Void, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function
  ) {
    let core = Core<T>(pending: "Promise", site: SourceSite(file, line, function))
    self.init(core)
    let resolver = Resolver(core)
    stopper.set(cancellable) { resolver.cancel(with: $0) }
    core.settling(with: resolver, body)
  }

  /// Sets the work to stop if this promise is made cancellable and then canceled.
  ///
  /// - Parameters:
  ///   - cancellable: The work to stop.
  ///   - reject: Rejects this promise. If nil, a cancellation rejects only the cancellable promise that follows this one.
  public func setCancellable(_ cancellable: (any Cancellable)?, reject: ((any Error) -> Void)? = nil) {
    stopper.set(cancellable, reject: reject)
  }
}

extension Guarantee {
  /// Creates a guarantee that `body` fulfills by calling a closure; `body` runs immediately.
  ///
  /// - Parameters:
  ///   - cancellable: The work to stop if the guarantee is made cancellable and then canceled.
  ///   - body: Receives the closure that fulfills the guarantee.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  public convenience init(
    cancellable: any Cancellable, resolver body: (@escaping @Sendable (T) -> Void) -> Void,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(resolver: body, file: file, line: line, function: function)
    setCancellable(cancellable)
  }

  /// Sets the work to stop if this guarantee is made cancellable and then canceled.
  public func setCancellable(_ cancellable: (any Cancellable)?) { stopper.set(cancellable, reject: nil) }
}
