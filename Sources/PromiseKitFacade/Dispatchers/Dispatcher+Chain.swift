// then, map, compactMap, done, get, tap on a dispatcher: as on a queue, whose forms stand in the files of their names.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Continues with the promise that `body` makes of the value; an error it throws rejects.
  @_disfavoredOverload
  public func then<U: Thenable>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> {
    following(link(on, .body), SourceSite(file, line, function), body)
  }

  /// Transforms the value; an error that `transform` throws rejects.
  @_disfavoredOverload
  public func map<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T) throws -> U
  ) -> Promise<U> {
    mapping("map", link(on, .body), SourceSite(file, line, function), transform)
  }

  /// Transforms the value; nil rejects with ``PMKError/compactMap(_:_:)``, and an error that `transform` throws with
  /// itself.
  @_disfavoredOverload
  public func compactMap<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T) throws -> U?
  ) -> Promise<U> {
    compactMapping(link(on, .body), SourceSite(file, line, function), transform)
  }

  /// Passes the value to `body` and continues with nothing; an error that `body` throws rejects.
  @_disfavoredOverload
  public func done(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> Void
  ) -> Promise<Void> {
    mapping("done", link(on, .tail), SourceSite(file, line, function), body)
  }

  /// Passes the value to `body` and continues with the same value; an error that `body` throws rejects.
  @_disfavoredOverload
  public func get(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> Void
  ) -> Promise<T> {
    getting(link(on, .visit), SourceSite(file, line, function), body)
  }

  /// Passes the result to `body` and continues with the same result; this handles no error.
  @_disfavoredOverload
  public func tap(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (Result<T>) -> Void
  ) -> Promise<T> {
    tapping(link(on, .body), SourceSite(file, line, function), body)
  }
}

extension Guarantee {
  /// Continues with the guarantee that `body` makes of the value.
  @discardableResult
  @_disfavoredOverload
  public func then<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Guarantee<U>
  ) -> Guarantee<U> {
    following(link(on, .body), SourceSite(file, line, function), body)
  }

  /// Transforms the value.
  @_disfavoredOverload
  public func map<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> U
  ) -> Guarantee<U> {
    mapping("map", link(on, .body), SourceSite(file, line, function), body)
  }

  /// Passes the value to `body` and continues with nothing.
  @discardableResult
  @_disfavoredOverload
  public func done(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Void
  ) -> Guarantee<Void> {
    mapping("done", link(on, .tail), SourceSite(file, line, function), body)
  }

  /// Passes the value to `body` and continues with the same value.
  @_disfavoredOverload
  public func get(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Void
  ) -> Guarantee<T> {
    getting(link(on, .visit), SourceSite(file, line, function), body)
  }
}
