// Owns `lazy`, which creates promises whose body starts when something first waits for them.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Returns a promise whose body starts when something first waits for the promise.
  ///
  /// The first `then`, `await` or combinator starts it, and so does ``PromiseNode/start()``. Observing its progress doesn't. Without a
  /// waiter the body never runs.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `work`; nil means the default executor.
  ///   - work: Returns the value; a thrown error rejects the promise.
  /// - Returns: The promise.
  @available(swift, introduced: 6)
  public static func lazy(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping @Sendable () throws -> sending Value
  ) -> Promise {
    lazy(on: queue, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  public static func lazy(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping @Sendable () throws -> Value, _unchecked: Void = ()
  ) -> Promise {
    Promise(lazy: "lazy", on: Executor.of(queue), site: SourceSite(file, line, function)) { node, _ in
      unsafeDowncast(node, to: Promise.self).settle { () throws -> Value in try work() }
    }
  }

  /// Returns a promise that follows the promise that its body returns, and starts when something first waits for it.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `work`; nil means the default executor.
  ///   - work: Returns the promise to follow; a thrown error rejects the promise.
  /// - Returns: The promise; see ``lazy(on:file:line:function:_:)-swift.type.method``.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  public static func lazy(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping @Sendable () throws -> sending Promise
  ) -> Promise {
    lazy(on: queue, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @_disfavoredOverload
  @preconcurrency
  public static func lazy(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping @Sendable () throws -> Promise, _unchecked: Void = ()
  ) -> Promise {
    Promise(lazy: "lazy", on: Executor.of(queue), site: SourceSite(file, line, function)) { node, _ in
      unsafeDowncast(node, to: Promise.self).settle { () throws -> Promise in try work() }
    }
  }
}
