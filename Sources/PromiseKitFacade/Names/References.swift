// Overloads without call-site parameters, for references to functions, as in `then(Promise.value)`, `map(Promise.init(error:))`,
// and `then(when(fulfilled:))`. A direct call uses the overload that records its call site.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Creates a fulfilled promise.
  @_disfavoredOverload
  public static func value(_ value: T) -> Promise<T> {
    Promise(Core(fulfilled: value, "value", site: SourceSite()))
  }

  /// Creates a rejected promise.
  @_disfavoredOverload
  public convenience init(error: any Error) {
    self.init(Core(rejected: error, "error", site: SourceSite()))
  }

  /// Creates a promise that follows another promise or a guarantee.
  @_disfavoredOverload
  public convenience init<U: Thenable>(_ bridge: U) where U.T == T {
    self.init(Core(pending: "Promise", site: SourceSite()))
    core.adopt(bridge.core)
  }

  /// Creates a pending promise and the resolver that settles it.
  @_disfavoredOverload
  public static func pending() -> (promise: Promise<T>, resolver: Resolver<T>) {
    nonisolated(unsafe) let core = Core<T>(pending: "pending", site: SourceSite())
    return (Promise(core), Resolver(core))
  }
}

extension Guarantee {
  /// Creates a fulfilled guarantee.
  @_disfavoredOverload
  public static func value(_ value: T) -> Guarantee<T> {
    Guarantee(Core(fulfilled: value, "value", site: SourceSite()))
  }

  /// Creates a pending guarantee and the closure that fulfills it.
  @_disfavoredOverload
  public static func pending() -> (guarantee: Guarantee<T>, resolve: @Sendable (T) -> Void) {
    let resolver = PromiseCore.Resolver(Core<T>(pending: "pending", site: SourceSite()))
    return (Guarantee(resolver.node), { resolver.node.fulfill($0, cause: .resolver, at: .onStack) })
  }
}

/// Starts a chain with the promise that a function returns.
@_disfavoredOverload
public func firstly<U: Thenable>(execute body: () throws -> U) -> Promise<U.T> {
  Promise(starting(SourceSite(), body))
}

/// Starts a chain with the guarantee that a function returns.
@_disfavoredOverload
public func firstly<T>(execute body: () -> Guarantee<T>) -> Guarantee<T> {
  Guarantee(starting(SourceSite(), body))
}

/// Creates a guarantee that is fulfilled after a delay.
@_disfavoredOverload
public func after(seconds: Double) -> Guarantee<Void> { waiting(seconds, SourceSite()) }

/// Creates a guarantee that is fulfilled after a delay.
@_disfavoredOverload
public func after(_ interval: DispatchTimeInterval) -> Guarantee<Void> {
  waiting(interval, SourceSite())
}

/// Waits for all inputs to be fulfilled.
@_disfavoredOverload
public func when<U: Thenable>(fulfilled thenables: [U]) -> Promise<[U.T]> {
  Promise(joining(thenables, SourceSite()))
}

/// Waits until all inputs have settled.
@_disfavoredOverload
public func when<T>(resolved promises: [Promise<T>]) -> Guarantee<[Result<T>]> {
  results(of: promises, SourceSite())
}

/// Waits for all guarantees.
@_disfavoredOverload
public func when<T>(guarantees: [Guarantee<T>]) -> Guarantee<[T]> {
  Guarantee(joining(guarantees, SourceSite()))
}

/// Waits for the first input to be fulfilled.
@_disfavoredOverload
public func race<U: Thenable>(fulfilled thenables: [U]) -> Promise<U.T> {
  firstValue(of: thenables, SourceSite())
}
