// recover with a dispatcher in place of a queue.

import Dispatch
import PromiseCore
import PromiseTrace

extension CatchMixin {
  /// Recovers from an error with the promise that `body` returns; rejects with an error that it throws.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error and returns the promise to follow.
  /// - Returns: A new promise with this promise's value, or with the outcome of the promise that `body` returns.
  @_disfavoredOverload
  public func recover<U: Thenable>(
    on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(link(on, .body), SourceSite(file, line, function), policy, .recovering(following: body))
  }

  /// Recovers from any error with the guarantee that `body` returns.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error and returns the guarantee to follow.
  /// - Returns: A guarantee with this promise's value, or with the outcome of the guarantee that `body` returns.
  @discardableResult
  @_disfavoredOverload
  public func recover(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (any Error) -> Guarantee<T>
  ) -> Guarantee<T> {
    recoveringAll(link(on, .body), SourceSite(file, line, function), .recovering(following: body))
  }

  /// Recovers from one specific error with the promise that `body` returns.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error and returns the promise to follow.
  /// - Returns: A new promise with this promise's value, or with the outcome of the promise that `body` returns.
  @_disfavoredOverload
  public func recover<U: Thenable, E: Error>(
    only: E, on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> U
  ) -> Promise<T> where U.T == T, E: Equatable {
    recovering(link(on, .body), SourceSite(file, line, function), only) { node, error in
      node.follow { try body(error) }
    }
  }

  /// Recovers from errors of one type with the promise that `body` returns.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error and returns the promise to follow.
  /// - Returns: A new promise with this promise's value, or with the outcome of the promise that `body` returns.
  @_disfavoredOverload
  public func recover<U: Thenable, E: Error>(
    only: E.Type, on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(link(on, .body), SourceSite(file, line, function), only, policy) { node, error in
      node.follow { try body(error) }
    }
  }
}

extension CatchMixin where T == Void {
  /// Recovers from any error.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A guarantee that is fulfilled if this promise is, or once `body` has returned.
  @discardableResult
  @_disfavoredOverload
  public func recover(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (any Error) -> Void
  ) -> Guarantee<Void> {
    recoveringAll(link(on, .body), SourceSite(file, line, function), .recovering(body))
  }

  /// Recovers from an error unless `body` throws.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A new promise that is fulfilled if this promise is, or once `body` has returned.
  @_disfavoredOverload
  public func recover(
    on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> Void
  ) -> Promise<Void> {
    recovering(link(on, .body), SourceSite(file, line, function), policy, .recovering(body))
  }

  /// Recovers from one specific error unless `body` throws.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A new promise that is fulfilled if this promise is, or once `body` has returned.
  @_disfavoredOverload
  public func recover<E: Error>(
    only: E, on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> Void
  ) -> Promise<Void> where E: Equatable {
    recovering(link(on, .body), SourceSite(file, line, function), only) { node, error in
      node.settle { try body(error) }
    }
  }

  /// Recovers from errors of one type unless `body` throws.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A new promise that is fulfilled if this promise is, or once `body` has returned.
  @_disfavoredOverload
  public func recover<E: Error>(
    only: E.Type, on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) throws -> Void
  ) -> Promise<Void> {
    recovering(link(on, .body), SourceSite(file, line, function), only, policy) { node, error in
      node.settle { try body(error) }
    }
  }
}
