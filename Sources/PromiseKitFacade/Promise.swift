// PromiseKit's promise: a name and a way to make one. Everything that happens to it happens in the core's promise that
// it holds.

import PromiseCore
import PromiseTrace
import Synchronization

/// A value to come, or the error instead of it.
///
/// Any thread may use it. Handlers run on `conf.Q` by default. The value may be of any type, `Sendable` or not. It costs one small object beside the core's promise.
public final class Promise<T>: Thenable, CatchMixin, @unchecked Sendable {
  @usableFromInline let core: Core<T>
  /// The state of a chain that has a dispatcher of its own; nil in all others.
  @usableFromInline let chain: ChainDispatch?
  let stopper = AtomicLazyReference<Stopper>()

  @usableFromInline
  init(_ core: Core<T>, _ chain: ChainDispatch? = nil) {
    self.core = core
    self.chain = chain
  }

  /// The core's promise behind this one.
  @inlinable public var _node: PromiseNode { core }

  /// The state of a chain that has a dispatcher of its own.
  @inlinable public var _chain: AnyObject? { chain }

  /// A promise that is fulfilled already.
  public static func value(
    _ value: T, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<T> {
    Promise(Core(fulfilled: value, "value", site: SourceSite(file, line, function)))
  }

  /// Creates a promise that is rejected already.
  public init(
    error: any Error, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    core = Core(rejected: error, "error", site: SourceSite(file, line, function))
    chain = nil
  }

  /// Creates a promise that follows another one, or a guarantee.
  public init<U: Thenable>(
    _ bridge: U, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where U.T == T {
    core = Core(pending: "Promise", site: SourceSite(file, line, function))
    chain = nil
    core.adopt(bridge.core)
  }

  /// Creates a promise that its body settles through a ``Resolver``; the body runs at once, and an error it throws
  /// rejects.
  public init(
    resolver body: (Resolver<T>) throws -> Void, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    core = Core(pending: "Promise", site: SourceSite(file, line, function))
    chain = nil
    core.settling(with: Resolver(core), body)
  }

  /// A pending promise, and what settles it.
  public static func pending(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> (promise: Promise<T>, resolver: Resolver<T>) {
    let core = Core<T>(pending: "pending", site: SourceSite(file, line, function))
    return (Promise(core), Resolver(core))
  }

  /// Calls a closure with the result: now if it is there, otherwise in the call that settles.
  public func pipe(to: @escaping (Result<T>) -> Void) { core.pipe(to: to) }

  /// The result, or nil while pending.
  public var result: Result<T>? { core.isPending ? nil : core.settled() }

  /// Gives the promise a name that the tree shows instead of its operator's, and returns the promise itself.
  @discardableResult
  public func named(_ label: @autoclosure () -> String) -> Self {
    core.named(label())
    return self
  }
}

extension Promise where T == Void {
  /// Creates a promise of nothing that is fulfilled already.
  public convenience init() {
    self.init(Core(fulfilled: (), "value", site: SourceSite()))
  }

  /// A promise of nothing that is fulfilled already.
  public static var value: Promise<Void> { .value(()) }
}

extension Promise: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value, the error, or the type of what is to come.
  public var description: String {
    switch result {
    case .fulfilled(let value): "Promise(\(value))"
    case .rejected(let error): "Promise(\(error))"
    case nil: "Promise(…\(T.self))"
    }
  }

  /// The state, with the types of what it is about.
  public var debugDescription: String {
    switch result {
    case .fulfilled(let value): "Promise<\(T.self)>.fulfilled(\(value))"
    case .rejected(let error): "Promise<\(T.self)>.rejected(\(type(of: error)).\(error))"
    case nil: "Promise<\(T.self)>.pending(handlers: \(core.waiting))"
    }
  }
}

extension PromiseCore.Promise {
  /// Calls a closure with the result: now if it is there, otherwise in the call that settles.
  func pipe(to body: @escaping (Result<Value>) -> Void) {
    nonisolated(unsafe) let body = body
    guard isPending else {
      if isRejected { rejection.markHandled(at: self, byID: 0) }
      return body(settled())
    }
    observe { node in
      if node.isRejected { node.rejection.markHandled(at: node, byID: 0) }
      body(unsafeDowncast(node, to: PromiseCore.Promise<Value>.self).settled())
    }
  }
}

extension PromiseCore.Promise {
  /// Runs the body of a promise that settles through its resolver.
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
  /// How many handlers wait for this node.
  fileprivate var waiting: Int {
    var count = 0
    forEachEntry { if !$0.isPassive { count += 1 } }
    return count
  }

  /// Runs a body of this promise's at once, as the log's `started`; the body says itself how it `finished`.
  func running(_ body: () -> Void) {
    guard tracedID != 0 else { return body() }
    let outer = EventEmitter.enter(tracedID)
    EventEmitter.started(tracedID, on: Executor.inline.symbol)
    body()
    _ = EventEmitter.enter(outer)
  }
}
