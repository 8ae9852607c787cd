// What stops the work behind a promise or guarantee, once that is made cancellable: what PromiseKit 7 calls its
// `cancellable`. Owns the two closures of that; `CancellablePromise` adds them to its context.

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

  /// Rejects the promise itself; nil if only promises that follow it are rejected.
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
  /// Sets what stops the work, in place of what was set before.
  borrowing func set(_ task: (any Cancellable)?, reject: ((any Error) -> Void)?) {
    let stopper = Stopper(task, reject: reject)
    let stored = storeIfNil(stopper)
    if stored !== stopper { stored.replace(task, reject: reject) }
  }
}

extension Promise {
  /// Creates a promise that its body settles through a ``Resolver``; the body runs at once.
  ///
  /// - Parameters:
  ///   - cancellable: Is stopped if the promise is made cancellable and then canceled; the promise is rejected, too.
  ///   - body: Gets the resolver; an error it throws rejects.
  ///   - file: The call site, recorded in the log.
  ///   - line: The call site, recorded in the log.
  ///   - function: The call site, recorded in the log.
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

  /// Says what stops the work behind this promise, once it is made cancellable and then canceled.
  ///
  /// - Parameters:
  ///   - cancellable: The work.
  ///   - reject: Rejects this promise. If nil, a cancellation rejects only the cancellable promise that follows this one.
  public func setCancellable(_ cancellable: (any Cancellable)?, reject: ((any Error) -> Void)? = nil) {
    stopper.set(cancellable, reject: reject)
  }
}

extension Guarantee {
  /// Creates a guarantee that its body fulfills by calling a closure; the body runs at once.
  ///
  /// - Parameters:
  ///   - cancellable: Is stopped if the guarantee is made cancellable and then canceled.
  ///   - body: Gets the closure.
  ///   - file: The call site, recorded in the log.
  ///   - line: The call site, recorded in the log.
  ///   - function: The call site, recorded in the log.
  public convenience init(
    cancellable: any Cancellable, resolver body: (@escaping @Sendable (T) -> Void) -> Void,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(resolver: body, file: file, line: line, function: function)
    setCancellable(cancellable)
  }

  /// Says what stops the work behind this guarantee, once it is made cancellable and then canceled.
  public func setCancellable(_ cancellable: (any Cancellable)?) { stopper.set(cancellable, reject: nil) }
}
