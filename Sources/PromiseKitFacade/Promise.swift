// Promise: PromiseKit's promise, a wrapper of the core's promise.

import PromiseCore
import PromiseTrace

/// A value that becomes available later, or the error that prevents it.
///
/// Any thread may call any member. Handlers run on the queues of ``PMKConfiguration/Q`` by default, in the order in which they were
/// added. The value need not be `Sendable`.
///
/// ```swift
/// firstly { fetch(url) }
///   .map { try decode($0) }
///   .done { show($0) }
///   .catch { report($0) }
/// ```
///
/// - Complexity: One small object in addition to the core's promise.
public final class Promise<T>: Thenable, CatchMixin, @unchecked Sendable {
  @usableFromInline let core: Core<T>

  @usableFromInline
  init(_ core: Core<T>) { self.core = core }

  /// The core's promise that this one wraps.
  @inlinable public var _node: PromiseNode { core }

  /// Creates a fulfilled promise.
  ///
  /// - Parameter value: The value to fulfill with.
  /// - Returns: A fulfilled promise.
  public static func value(
    _ value: T, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<T> {
    Promise(Core(fulfilled: value, "value", site: SourceSite(file, line, function)))
  }

  /// Creates a rejected promise.
  ///
  /// - Parameter error: The error to reject with.
  public init(
    error: any Error, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    core = Core(rejected: error, "error", site: SourceSite(file, line, function))
  }

  /// Creates a promise that follows another promise or a guarantee.
  ///
  /// - Parameter bridge: The promise or guarantee.
  public init<U: Thenable>(
    _ bridge: U, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where U.T == T {
    core = Core(pending: "Promise", site: SourceSite(file, line, function))
    core.adopt(bridge.core)
  }

  /// Creates a promise that `body` settles through a ``Resolver``; `body` runs immediately, and an error that it throws
  /// rejects the promise.
  ///
  /// - Parameter body: Receives the resolver. An error that it throws rejects the promise.
  public init(
    resolver body: (Resolver<T>) throws -> Void, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    core = Core(pending: "Promise", site: SourceSite(file, line, function))
    core.settling(with: Resolver(core), body)
  }

  /// Creates a pending promise and the resolver that settles it.
  ///
  /// - Returns: The promise and its resolver.
  public static func pending(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> (promise: Promise<T>, resolver: Resolver<T>) {
    let core = Core<T>(pending: "pending", site: SourceSite(file, line, function))
    return (Promise(core), Resolver(core))
  }

  /// Calls a closure with the result: immediately if it is available, otherwise within the call that settles.
  public func pipe(to: @escaping (Result<T>) -> Void) { core.pipe(to: to) }

  /// The result; nil while pending.
  public var result: Result<T>? { core.isPending ? nil : core.settled() }

  /// Sets the label that the tree shows in place of the operator's name, and returns this promise.
  @discardableResult
  public func named(_ label: @autoclosure () -> String) -> Self {
    core.named(label())
    return self
  }

  /// Declares that it may stay pending as long as the program runs, so that `pscope check` does not report it, and returns this promise.
  @discardableResult
  public func expectPending(_ reason: @autoclosure () -> String) -> Self {
    core.expectPending(reason())
    return self
  }
}

extension Promise where T == Void {
  /// Creates a fulfilled promise without a value.
  public convenience init() {
    self.init(Core(fulfilled: (), "value", site: SourceSite()))
  }

  /// A fulfilled promise without a value.
  public static var value: Promise<Void> { .value(()) }
}

extension Promise: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value, the error, or the type of the pending value.
  public var description: String {
    switch result {
    case .fulfilled(let value): "Promise(\(value))"
    case .rejected(let error): "Promise(\(error))"
    case nil: "Promise(…\(T.self))"
    }
  }

  /// The state with the type of its value or error.
  public var debugDescription: String {
    switch result {
    case .fulfilled(let value): "Promise<\(T.self)>.fulfilled(\(value))"
    case .rejected(let error): "Promise<\(T.self)>.rejected(\(type(of: error)).\(error))"
    case nil: "Promise<\(T.self)>.pending(handlers: \(core.waiting))"
    }
  }
}

extension Core {
  /// Calls a closure with the result: immediately if it is available, otherwise within the call that settles.
  func pipe(to body: @escaping (Result<Value>) -> Void) {
    nonisolated(unsafe) let body = body
    guard isPending else {
      if isRejected { rejection.markHandled(at: self, byID: 0) }
      return body(settled())
    }
    observeForForeignCode { node in
      if node.isRejected { node.rejection.markHandled(at: node, byID: 0) }
      body(unsafeDowncast(node, to: Core<Value>.self).settled())
    }
  }
}

extension Core {
  /// Runs the body that settles this promise through its resolver; rejects with an error that it throws.
  func settling(with resolver: Resolver<Value>, _ body: (Resolver<Value>) throws -> Void) {
    running {
      do {
        try body(resolver)
        finished(.void)
      } catch {
        fail(error)
      }
    }
  }
}

extension PromiseNode {
  /// The number of handlers that wait for this node.
  fileprivate var waiting: Int {
    var count = 0
    forEachEntry { if !$0.isPassive { count += 1 } }
    return count
  }

  /// Runs this promise's body immediately and logs `started`; the body itself logs `finished`.
  func running(_ body: () -> Void) {
    guard tracedID != 0 else { return body() }
    let outer = EventEmitter.enter(tracedID)
    EventEmitter.started(tracedID, on: Executor.inline.symbol)
    body()
    _ = EventEmitter.enter(outer)
  }
}
