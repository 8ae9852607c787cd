// The right to settle a promise, and the forms that callbacks of all kinds fit into.

import PromiseCore
import PromiseTrace

/// Settles one promise, once; later attempts are ignored, and logged.
///
/// Any thread may use it. If the last reference to it goes while the promise is pending, nothing can ever settle that
/// promise: ``PMKConfiguration/logHandler`` gets a warning.
public final class Resolver<T>: Sendable {
  private let core: Core<T>

  init(_ core: Core<T>) { self.core = core }

  deinit {
    if core.isPending { conf.logHandler(.pendingPromiseDeallocated) }
  }

  /// Fulfills the promise.
  public func fulfill(_ value: T) { core.fulfill(value, cause: .resolver) }

  /// Rejects the promise.
  public func reject(_ error: any Error) { core.reject(error, cause: .resolver) }

  /// Rejects the promise because its chain was canceled.
  func cancel(with error: any Error) { core.cancel(with: error, reachingSource: false) }

  /// Settles the promise with a result.
  public func resolve(_ result: Result<T>) {
    switch result {
    case .fulfilled(let value): fulfill(value)
    case .rejected(let error): reject(error)
    }
  }

  /// Settles the promise with a result of Swift's own kind.
  public func resolve<E: Error>(_ result: Swift.Result<T, E>) { resolve(Result(result)) }

  /// Settles with whichever is not nil, the error first; two nils reject with ``PMKError/invalidCallingConvention``.
  public func resolve(_ obj: T?, _ error: (any Error)?) {
    if let error {
      reject(error)
    } else if let obj {
      fulfill(obj)
    } else {
      reject(PMKError.invalidCallingConvention)
    }
  }

  /// Rejects with the error if there is one, else fulfills with the value.
  public func resolve(_ obj: T, _ error: (any Error)?) {
    if let error { reject(error) } else { fulfill(obj) }
  }

  /// Settles as ``resolve(_:_:)-(T?,_)``, for callbacks that hand over the error first.
  @_disfavoredOverload
  public func resolve(_ error: (any Error)?, _ obj: T?) { resolve(obj, error) }
}

extension Resolver where T == Void {
  /// Rejects with the error if there is one, else fulfills.
  public func resolve(_ error: (any Error)?) {
    if let error { reject(error) } else { fulfill(()) }
  }

  /// Fulfills with nothing.
  ///
  /// Disfavored, so that `resolver.fulfill` without a call stays the function that takes a value.
  @_disfavoredOverload
  public func fulfill() { fulfill(()) }

  /// Fulfills with nothing, like ``fulfill()``.
  public func fulfill_() { fulfill(()) }
}
