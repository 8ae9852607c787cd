// wrap: functions that take a callback, as promises. One overload for each shape a callback has.
//
// The callback settles the promise, once; a second call is refused, and the log tells of it.

import Dispatch
import PromiseCore
import PromiseTrace

/// Makes a promise of a function that takes a callback without arguments.
///
/// - Parameters:
///   - queue: Where `work` runs, later; nil means the default executor.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
///   - work: Gets the callback, to be called once on any thread; an error it throws rejects.
/// - Returns: A promise of nil, as in Google Promises.
@preconcurrency
public func wrap(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> Void
) -> Promise<Any?> {
  wrapping(on: queue, SourceSite(file, line, function)) { promise in try work { promise.fulfill(nil) } }
}

/// Makes a promise of a function that takes a callback without arguments.
///
/// - Parameters:
///   - queue: Where `work` runs, later; nil means the default executor.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
///   - work: Gets the callback, to be called once on any thread; an error it throws rejects.
/// - Returns: A promise of nothing, where the context asks for `Promise<Void>`.
@preconcurrency
@_disfavoredOverload
public func wrap(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> Void
) -> Promise<Void> {
  wrapping(on: queue, SourceSite(file, line, function)) { promise in try work { promise.fulfill(()) } }
}

/// Makes a promise of a function that takes a callback with a value.
///
/// - Parameters:
///   - queue: Where `work` runs, later; nil means the default executor.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
///   - work: Gets the callback, to be called once on any thread; an error it throws rejects.
/// - Returns: A promise of the value.
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable (Value) -> Void) throws -> Void
) -> Promise<Value> {
  wrapping(on: queue, SourceSite(file, line, function)) { promise in try work { promise.resolve(value: $0) } }
}

/// Makes a promise of a function that takes a callback with a value, and an error or nil.
///
/// - Parameters:
///   - queue: Where `work` runs, later; nil means the default executor.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
///   - work: Gets the callback, to be called once on any thread; an error it throws rejects.
/// - Returns: A promise of the value, unless there is an error.
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable (Value, (any Error)?) -> Void) throws -> Void
) -> Promise<Value> {
  wrapping(on: queue, SourceSite(file, line, function)) { promise in try work { promise.settle($0, $1) } }
}

/// Makes a promise of a function that takes a callback with an error or nil.
///
/// - Parameters:
///   - queue: Where `work` runs, later; nil means the default executor.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
///   - work: Gets the callback, to be called once on any thread; an error it throws rejects.
/// - Returns: A promise of nothing, unless there is an error.
@preconcurrency
public func wrap(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable ((any Error)?) -> Void) throws -> Void
) -> Promise<Void> {
  wrapping(on: queue, SourceSite(file, line, function)) { promise in try work { promise.settle((), $0) } }
}

/// Makes a promise of a function that takes a callback with a value or nil, and an error or nil.
///
/// - Parameters:
///   - queue: Where `work` runs, later; nil means the default executor.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
///   - work: Gets the callback, to be called once on any thread; an error it throws rejects.
/// - Returns: A promise of the value or nil, unless there is an error.
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable (Value?, (any Error)?) -> Void) throws -> Void
) -> Promise<Value?> {
  wrapping(on: queue, SourceSite(file, line, function)) { promise in try work { promise.settle($0, $1) } }
}

/// Makes a promise of a function that takes a callback with an error or nil first, and a value.
///
/// - Parameters:
///   - queue: Where `work` runs, later; nil means the default executor.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
///   - work: Gets the callback, to be called once on any thread; an error it throws rejects.
/// - Returns: A promise of the value, unless there is an error.
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable ((any Error)?, Value) -> Void) throws -> Void
) -> Promise<Value> {
  wrapping(on: queue, SourceSite(file, line, function)) { promise in try work { promise.settle($1, $0) } }
}

/// Makes a promise of a function that takes a callback with an error or nil first, and a value or nil.
///
/// - Parameters:
///   - queue: Where `work` runs, later; nil means the default executor.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
///   - work: Gets the callback, to be called once on any thread; an error it throws rejects.
/// - Returns: A promise of the value or nil, unless there is an error.
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable ((any Error)?, Value?) -> Void) throws -> Void
) -> Promise<Value?> {
  wrapping(on: queue, SourceSite(file, line, function)) { promise in try work { promise.settle($1, $0) } }
}

/// Makes a promise of a function that takes a callback with two values or nil, and an error or nil.
///
/// - Parameters:
///   - queue: Where `work` runs, later; nil means the default executor.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
///   - work: Gets the callback, to be called once on any thread; an error it throws rejects.
/// - Returns: A promise of both, unless there is an error.
@preconcurrency
public func wrap<First, Second>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable (First?, Second?, (any Error)?) -> Void) throws -> Void
) -> Promise<(First?, Second?)> {
  wrapping(on: queue, SourceSite(file, line, function)) { promise in try work { promise.settle(($0, $1), $2) } }
}

private func wrapping<Value>(
  on queue: DispatchQueue?, _ site: SourceSite, _ work: @escaping @Sendable (Promise<Value>) throws -> Void
) -> Promise<Value> {
  Promise("wrap", on: Executor.of(queue), site: site) { node, _ in
    let promise = unsafeDowncast(node, to: Promise<Value>.self)
    do {
      try work(promise)
      promise.finished(.void)
    } catch {
      promise.finished(.threw)
      promise.reject(error, cause: .threw)
    }
  }
}

extension Promise {
  fileprivate func settle(_ value: Value, _ error: (any Error)?) {
    if let error { reject(error, cause: .resolver) } else { resolve(value: value) }
  }
}
