// Resolver: settles a promise, with overloads for the parameters of common callbacks.

import PromiseCore
import PromiseTrace

/// Settles one promise, once; later attempts are ignored and logged.
///
/// Any thread may call any member. If the last reference to the resolver is released while the promise is pending, nothing can settle
/// that promise anymore, and ``PMKConfiguration/logHandler`` receives a warning.
public final class Resolver<T>: @unchecked Sendable {
  private let core: Core<T>

  init(_ core: Core<T>) { self.core = core }

  deinit {
    guard core.isPending else { return }
    core.noteReleasedResolver()
    conf.logHandler(.pendingPromiseDeallocated)
  }

  /// Fulfills the promise.
  public func fulfill(
    _ value: T, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    core.fulfill(value, cause: .resolver, at: SourceSite(file, line, function))
  }

  /// Rejects the promise.
  public func reject(
    _ error: any Error, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    core.reject(error, cause: .resolver, at: SourceSite(file, line, function))
  }

  /// As a value, such as `load(completion: seal.fulfill)`.
  @_disfavoredOverload
  public func fulfill(_ value: T) { core.fulfill(value, cause: .resolver, at: .onStack) }

  /// As a value, such as `load(failure: seal.reject)`.
  @_disfavoredOverload
  public func reject(_ error: any Error) { core.reject(error, cause: .resolver, at: .onStack) }

  /// Settles the promise with a result.
  public func resolve(_ result: Result<T>) {
    switch result {
    case .fulfilled(let value): core.fulfill(value, cause: .resolver, at: .onStack)
    case .rejected(let error): core.reject(error, cause: .resolver, at: .onStack)
    }
  }

  /// Settles the promise with a result of Swift's own type.
  public func resolve<E: Error>(_ result: Swift.Result<T, E>) { resolve(Result(result)) }

  /// Rejects with the error if it is not nil, else fulfills with the value; if both are nil, rejects with
  /// ``PMKError/invalidCallingConvention``.
  public func resolve(_ obj: T?, _ error: (any Error)?) {
    if let error {
      core.reject(error, cause: .resolver, at: .onStack)
    } else if let obj {
      core.fulfill(obj, cause: .resolver, at: .onStack)
    } else {
      core.reject(PMKError.invalidCallingConvention, cause: .resolver, at: .onStack)
    }
  }

  /// Rejects with the error if it is not nil, else fulfills with the value.
  public func resolve(_ obj: T, _ error: (any Error)?) {
    resolve(Optional(obj), error)
  }

  /// Settles like ``resolve(_:_:)-(T?,_)``, for callbacks whose first parameter is the error.
  @_disfavoredOverload
  public func resolve(_ error: (any Error)?, _ obj: T?) { resolve(obj, error) }
}

extension Resolver where T == Void {
  /// Rejects with the error if it is not nil, else fulfills the promise.
  public func resolve(_ error: (any Error)?) {
    resolve((), error)
  }

  // PromiseKit's name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Fulfills a promise without a value.
  ///
  /// Its name lets a reference to `resolver.fulfill` mean the function that takes a value.
  public func fulfill_() { core.fulfill((), cause: .resolver, at: .onStack) }
}
