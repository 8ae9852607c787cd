// Owns `wrap`, which turns a function with a completion handler into a promise, with one overload per signature of the handler.
//
// The first call of the completion handler settles the promise. A second call has no effect and is logged.

import Dispatch
import PromiseCore
import PromiseTrace

/// Returns a promise for a function whose completion handler takes no arguments.
///
/// - Parameters:
///   - queue: The queue that runs `work` asynchronously; nil means the default executor.
///   - work: Receives the completion handler, which it calls once, on any thread; a thrown error rejects the promise.
/// - Returns: A promise for nil, as in Google Promises.
@available(swift, introduced: 6)
public func wrap(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> Void
) -> Promise<(any Sendable)?> {
  wrapping(on: queue, SourceSite(file, line, function)) { resolver in try work { resolver.node.fulfill(nil) } }
}

/// In Swift 5 mode, where nothing needs to be `Sendable`.
@available(swift, obsoleted: 6)
@preconcurrency
public func wrap(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> Void, _unchecked: Void = ()
) -> Promise<Any?> {
  wrapping(on: queue, SourceSite(file, line, function)) { resolver in try work { resolver.node.fulfill(nil) } }
}

/// Returns a promise for a function whose completion handler takes no arguments.
///
/// - Parameters:
///   - queue: The queue that runs `work` asynchronously; nil means the default executor.
///   - work: Receives the completion handler, which it calls once, on any thread; a thrown error rejects the promise.
/// - Returns: A promise without a value. The compiler picks this form where it expects a `Promise<Void>`.
@available(swift, introduced: 6)
@_disfavoredOverload
public func wrap(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> Void
) -> Promise<Void> {
  wrap(on: queue, file: file, line: line, function: function, work, _unchecked: ())
}

/// In Swift 5 mode, where nothing needs to be `Sendable`.
@available(swift, obsoleted: 6)
@preconcurrency
@_disfavoredOverload
public func wrap(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> Void, _unchecked: Void = ()
) -> Promise<Void> {
  wrapping(on: queue, SourceSite(file, line, function)) { resolver in try work { resolver.node.fulfill(()) } }
}

/// Returns a promise for a function whose completion handler takes a value.
///
/// - Parameters:
///   - queue: The queue that runs `work` asynchronously; nil means the default executor.
///   - work: Receives the completion handler, which it calls once, on any thread; a thrown error rejects the promise.
/// - Returns: A promise for the value.
@available(swift, introduced: 6)
public func wrap<Value: Sendable>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable (Value) -> Void) throws -> Void
) -> Promise<Value> {
  wrap(on: queue, file: file, line: line, function: function, work, _unchecked: ())
}

/// In Swift 5 mode, where nothing needs to be `Sendable`.
@available(swift, obsoleted: 6)
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable (Value) -> Void) throws -> Void, _unchecked: Void = ()
) -> Promise<Value> {
  wrapping(on: queue, SourceSite(file, line, function)) { resolver in try work { resolver.node.resolve(value: $0) } }
}

/// Returns a promise for a function whose completion handler takes a value and an optional error.
///
/// - Parameters:
///   - queue: The queue that runs `work` asynchronously; nil means the default executor.
///   - work: Receives the completion handler, which it calls once, on any thread; a thrown error rejects the promise.
/// - Returns: A promise for the value, rejected if there is an error.
@available(swift, introduced: 6)
public func wrap<Value: Sendable>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable (Value, (any Error)?) -> Void) throws -> Void
) -> Promise<Value> {
  wrap(on: queue, file: file, line: line, function: function, work, _unchecked: ())
}

/// In Swift 5 mode, where nothing needs to be `Sendable`.
@available(swift, obsoleted: 6)
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable (Value, (any Error)?) -> Void) throws -> Void, _unchecked: Void = ()
) -> Promise<Value> {
  wrapping(on: queue, SourceSite(file, line, function)) { resolver in try work { resolver.node.settle($0, $1) } }
}

/// Returns a promise for a function whose completion handler takes an optional error.
///
/// - Parameters:
///   - queue: The queue that runs `work` asynchronously; nil means the default executor.
///   - work: Receives the completion handler, which it calls once, on any thread; a thrown error rejects the promise.
/// - Returns: A promise without a value, rejected if there is an error.
@available(swift, introduced: 6)
public func wrap(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable ((any Error)?) -> Void) throws -> Void
) -> Promise<Void> {
  wrap(on: queue, file: file, line: line, function: function, work, _unchecked: ())
}

/// In Swift 5 mode, where nothing needs to be `Sendable`.
@available(swift, obsoleted: 6)
@preconcurrency
public func wrap(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable ((any Error)?) -> Void) throws -> Void, _unchecked: Void = ()
) -> Promise<Void> {
  wrapping(on: queue, SourceSite(file, line, function)) { resolver in try work { resolver.node.settle((), $0) } }
}

/// Returns a promise for a function whose completion handler takes an optional value and an optional error.
///
/// - Parameters:
///   - queue: The queue that runs `work` asynchronously; nil means the default executor.
///   - work: Receives the completion handler, which it calls once, on any thread; a thrown error rejects the promise.
/// - Returns: A promise for the optional value, rejected if there is an error.
@available(swift, introduced: 6)
public func wrap<Value: Sendable>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable (Value?, (any Error)?) -> Void) throws -> Void
) -> Promise<Value?> {
  wrap(on: queue, file: file, line: line, function: function, work, _unchecked: ())
}

/// In Swift 5 mode, where nothing needs to be `Sendable`.
@available(swift, obsoleted: 6)
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable (Value?, (any Error)?) -> Void) throws -> Void, _unchecked: Void = ()
) -> Promise<Value?> {
  wrapping(on: queue, SourceSite(file, line, function)) { resolver in try work { resolver.node.settle($0, $1) } }
}

/// Returns a promise for a function whose completion handler takes an optional error, then a value.
///
/// - Parameters:
///   - queue: The queue that runs `work` asynchronously; nil means the default executor.
///   - work: Receives the completion handler, which it calls once, on any thread; a thrown error rejects the promise.
/// - Returns: A promise for the value, rejected if there is an error.
@available(swift, introduced: 6)
public func wrap<Value: Sendable>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable ((any Error)?, Value) -> Void) throws -> Void
) -> Promise<Value> {
  wrap(on: queue, file: file, line: line, function: function, work, _unchecked: ())
}

/// In Swift 5 mode, where nothing needs to be `Sendable`.
@available(swift, obsoleted: 6)
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable ((any Error)?, Value) -> Void) throws -> Void, _unchecked: Void = ()
) -> Promise<Value> {
  wrapping(on: queue, SourceSite(file, line, function)) { resolver in try work { resolver.node.settle($1, $0) } }
}

/// Returns a promise for a function whose completion handler takes an optional error, then an optional value.
///
/// - Parameters:
///   - queue: The queue that runs `work` asynchronously; nil means the default executor.
///   - work: Receives the completion handler, which it calls once, on any thread; a thrown error rejects the promise.
/// - Returns: A promise for the optional value, rejected if there is an error.
@available(swift, introduced: 6)
public func wrap<Value: Sendable>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable ((any Error)?, Value?) -> Void) throws -> Void
) -> Promise<Value?> {
  wrap(on: queue, file: file, line: line, function: function, work, _unchecked: ())
}

/// In Swift 5 mode, where nothing needs to be `Sendable`.
@available(swift, obsoleted: 6)
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable ((any Error)?, Value?) -> Void) throws -> Void, _unchecked: Void = ()
) -> Promise<Value?> {
  wrapping(on: queue, SourceSite(file, line, function)) { resolver in try work { resolver.node.settle($1, $0) } }
}

/// Returns a promise for a function whose completion handler takes two optional values and an optional error.
///
/// - Parameters:
///   - queue: The queue that runs `work` asynchronously; nil means the default executor.
///   - work: Receives the completion handler, which it calls once, on any thread; a thrown error rejects the promise.
/// - Returns: A promise for both values, rejected if there is an error.
@available(swift, introduced: 6)
public func wrap<First: Sendable, Second: Sendable>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable (First?, Second?, (any Error)?) -> Void) throws -> Void
) -> Promise<(First?, Second?)> {
  wrap(on: queue, file: file, line: line, function: function, work, _unchecked: ())
}

/// In Swift 5 mode, where nothing needs to be `Sendable`.
@available(swift, obsoleted: 6)
@preconcurrency
public func wrap<First, Second>(
  on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable (@escaping @Sendable (First?, Second?, (any Error)?) -> Void) throws -> Void,
  _unchecked: Void = ()
) -> Promise<(First?, Second?)> {
  wrapping(on: queue, SourceSite(file, line, function)) { resolver in try work { resolver.node.settle(($0, $1), $2) } }
}

private func wrapping<Value>(
  on queue: DispatchQueue?, _ site: SourceSite, _ work: @escaping @Sendable (Resolver<Value>) throws -> Void
) -> Promise<Value> {
  Promise("wrap", on: Executor.of(queue), site: site) { node, _ in
    let promise = unsafeDowncast(node, to: Promise<Value>.self)
    let resolver = Resolver(promise)
    defer { withExtendedLifetime(resolver) {} }
    do {
      try work(resolver)
      promise.finished(.void)
    } catch {
      promise.finished(.threw)
      promise.reject(error, cause: .threw)
    }
  }
}

extension Promise {
  fileprivate func settle(_ value: Value, _ error: (any Error)?) {
    if let error { reject(error, cause: .resolver, at: .onStack) } else { resolve(value: value) }
  }
}
