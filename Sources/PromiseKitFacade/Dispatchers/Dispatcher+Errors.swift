// catch, ensure, finally with a dispatcher in place of a queue.

import Dispatch
import PromiseCore
import PromiseTrace

extension CatchMixin {
  /// Passes the error to `body` and ends the chain.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: The finalizer of the chain, for `finally`.
  @discardableResult
  @_disfavoredOverload
  public func `catch`(
    on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) -> Void
  ) -> PMKFinalizer {
    catching("catch", link(on, .tail), SourceSite(file, line, function), policy, body)
  }

  /// Passes one specific error to `body`; other errors continue to the next `catch`.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  @discardableResult
  @_disfavoredOverload
  public func `catch`<E: Error>(
    only: E, on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer where E: Equatable {
    catching(link(on, .tail), SourceSite(file, line, function), only, body)
  }

  /// Passes errors of one type to `body`; other errors continue to the next `catch`.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  @discardableResult
  @_disfavoredOverload
  public func `catch`<E: Error>(
    only: E.Type, on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer {
    catching(link(on, .tail), SourceSite(file, line, function), only, policy, body)
  }

  /// Calls `body` when this promise settles, fulfilled or rejected, and continues with the same outcome.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: The closure to call. It does not handle an error.
  /// - Returns: A new promise with the same outcome.
  @_disfavoredOverload
  public func ensure(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> Promise<T> {
    ensuring(link(on, .visit), SourceSite(file, line, function), body)
  }

  /// Calls `body` when this promise settles, waits for the guarantee it returns, and continues with the same outcome.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Returns the guarantee to wait for. It does not handle an error.
  /// - Returns: A new promise with the same outcome.
  @_disfavoredOverload
  public func ensureThen(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping () -> Guarantee<Void>
  ) -> Promise<T> {
    ensuringThen(link(on, .visit), SourceSite(file, line, function), body)
  }
}

extension PMKFinalizer {
  /// Calls `body` when the chain ends, fulfilled or rejected.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Called when the chain has settled.
  @_disfavoredOverload
  public func finally(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) {
    finishing(end.link(on, .tail), SourceSite(file, line, function), body)
  }
}

extension PMKCascadingFinalizer {
  /// Passes the remaining errors to `body`.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: The finalizer of the chain, for `finally`.
  @discardableResult
  @_disfavoredOverload
  public func `catch`(
    on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) -> Void
  ) -> PMKFinalizer {
    rest.catch(on: on, policy: policy, file: file, line: line, function: function, body)
  }

  /// Passes one specific error of the remaining ones to `body`.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  @discardableResult
  @_disfavoredOverload
  public func `catch`<E: Error>(
    only: E, on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer where E: Equatable {
    rest.catch(only: only, on: on, file: file, line: line, function: function, body)
  }

  /// Passes the remaining errors of one type to `body`.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  @discardableResult
  @_disfavoredOverload
  public func `catch`<E: Error>(
    only: E.Type, on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer {
    rest.catch(only: only, on: on, policy: policy, file: file, line: line, function: function, body)
  }

  /// Calls `body` when the chain ends, fulfilled or rejected; the remaining errors go to
  /// ``PMKConfiguration/logHandler``.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Called when the chain has settled.
  /// - Returns: A finalizer for a further `finally`.
  @discardableResult
  @_disfavoredOverload
  public func finally(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> PMKFinalizer {
    finishing(rest.link(on, .tail), SourceSite(file, line, function), body)
      .cauterize(file: file, line: line, function: function)
  }
}
