// lazy: work that does not begin before somebody waits for its promise.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Creates a promise whose body does not begin before somebody waits for the promise.
  ///
  /// The first `then`, `await` or combinator begins it, and so does ``PromiseNode/start()``; watching its progress does not.
  /// A promise that nobody ever waits for never begins.
  ///
  /// - Parameters:
  ///   - queue: Where `work` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Returns the value; an error it throws rejects.
  /// - Returns: The promise.
  @preconcurrency
  public static func lazy(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping @Sendable () throws -> Value
  ) -> Promise {
    Promise(lazy: "lazy", on: Executor.of(queue), site: SourceSite(file, line, function)) { node, _ in
      unsafeDowncast(node, to: Promise.self).settle { () throws -> Value in try work() }
    }
  }

  /// Creates a promise that, once somebody waits for it, follows the one that its body returns.
  ///
  /// - Parameters:
  ///   - queue: Where `work` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Returns the promise to follow; an error it throws rejects.
  /// - Returns: The promise; see ``lazy(on:file:line:function:_:)-swift.type.method``.
  @_disfavoredOverload
  @preconcurrency
  public static func lazy(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping @Sendable () throws -> Promise
  ) -> Promise {
    Promise(lazy: "lazy", on: Executor.of(queue), site: SourceSite(file, line, function)) { node, _ in
      unsafeDowncast(node, to: Promise.self).settle { () throws -> Promise in try work() }
    }
  }
}
