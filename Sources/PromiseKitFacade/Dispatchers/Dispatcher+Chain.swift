// then, map, compactMap, done, get, tap with a dispatcher in place of a queue. The overloads for queues are in files of their names.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Continues with the promise that `body` returns; rejects with an error that it throws.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the value and returns the promise to follow.
  /// - Returns: A new promise with the outcome of the promise that `body` returns. A rejection skips `body`.
  @_disfavoredOverload
  public func then<U: Thenable>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> {
    following(link(on, .body), SourceSite(file, line, function), body)
  }

  /// Transforms the value; rejects with an error that `transform` throws.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives the value and returns the new one.
  /// - Returns: A new promise of the new value.
  @_disfavoredOverload
  public func map<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T) throws -> U
  ) -> Promise<U> {
    mapping("map", link(on, .body), SourceSite(file, line, function), transform)
  }

  /// Transforms the value; rejects with an error that `transform` throws, or with ``PMKError/compactMap(_:_:)`` if it
  /// returns nil.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives the value and returns the new one, or nil.
  /// - Returns: A new promise of the new value.
  @_disfavoredOverload
  public func compactMap<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T) throws -> U?
  ) -> Promise<U> {
    compactMapping(link(on, .body), SourceSite(file, line, function), transform)
  }

  /// Passes the value to `body` and continues without it; rejects with an error that `body` throws.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the value.
  /// - Returns: A new promise without a value.
  @_disfavoredOverload
  public func done(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> Void
  ) -> Promise<Void> {
    mapping("done", link(on, .tail), SourceSite(file, line, function), body)
  }

  /// Passes the value to `body` and continues with the same value; rejects with an error that `body` throws.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the value.
  /// - Returns: A new promise with the same outcome, unless `body` throws.
  @_disfavoredOverload
  public func get(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> Void
  ) -> Promise<T> {
    getting(link(on, .visit), SourceSite(file, line, function), body)
  }

  /// Passes the result to `body` and continues with the same result; does not handle an error.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the result.
  /// - Returns: A new promise with the same outcome.
  @_disfavoredOverload
  public func tap(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (Result<T>) -> Void
  ) -> Promise<T> {
    tapping(link(on, .body), SourceSite(file, line, function), body)
  }
}

extension Guarantee {
  /// Continues with the guarantee that `body` returns.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the value and returns the guarantee to follow.
  /// - Returns: A guarantee with the outcome of the guarantee that `body` returns. A rejection skips `body`.
  @discardableResult
  @_disfavoredOverload
  public func then<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Guarantee<U>
  ) -> Guarantee<U> {
    following(link(on, .body), SourceSite(file, line, function), body)
  }

  /// Transforms the value.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the value and returns the new one.
  /// - Returns: A guarantee of the new value.
  @_disfavoredOverload
  public func map<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> U
  ) -> Guarantee<U> {
    mapping("map", link(on, .body), SourceSite(file, line, function), body)
  }

  /// Passes the value to `body` and continues without it.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the value.
  /// - Returns: A guarantee without a value.
  @discardableResult
  @_disfavoredOverload
  public func done(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Void
  ) -> Guarantee<Void> {
    mapping("done", link(on, .tail), SourceSite(file, line, function), body)
  }

  /// Passes the value to `body` and continues with the same value.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the value.
  /// - Returns: A guarantee with the same outcome, unless `body` throws.
  @_disfavoredOverload
  public func get(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Void
  ) -> Guarantee<T> {
    getting(link(on, .visit), SourceSite(file, line, function), body)
  }
}
