// A promise that can't be rejected. Owns its making; the operators that keep a guarantee one are with the others of
// their names.

import PromiseCore
import PromiseTrace
import Synchronization

/// A value to come, for certain.
///
/// As ``Promise``, but no handler of it may throw, so nothing has to be caught.
public final class Guarantee<T>: Thenable, @unchecked Sendable {
  @usableFromInline let core: Core<T>
  /// The state of a chain that has a dispatcher of its own; nil in all others.
  @usableFromInline let chain: ChainDispatch?
  let stopper = AtomicLazyReference<Stopper>()

  @usableFromInline
  init(_ core: Core<T>, _ chain: ChainDispatch? = nil) {
    self.core = core
    self.chain = chain
    core.warnIfLost()
  }

  /// The core's promise behind this guarantee.
  @inlinable public var _node: PromiseNode { core }

  /// The state of a chain that has a dispatcher of its own.
  @inlinable public var _chain: AnyObject? { chain }

  /// A guarantee that is fulfilled already.
  public static func value(
    _ value: T, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Guarantee<T> {
    Guarantee(Core(fulfilled: value, "value", site: SourceSite(file, line, function)))
  }

  /// Creates a guarantee that its body fulfills by calling a closure; the body runs at once.
  public convenience init(
    resolver body: (@escaping @Sendable (T) -> Void) -> Void, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    let core = Core<T>(pending: "Guarantee", site: SourceSite(file, line, function))
    self.init(core)
    core.running {
      body { core.fulfill($0, cause: .resolver) }
      core.finished(.void)
    }
  }

  /// A pending guarantee, and the closure that fulfills it.
  public static func pending(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> (guarantee: Guarantee<T>, resolve: @Sendable (T) -> Void) {
    let core = Core<T>(pending: "pending", site: SourceSite(file, line, function))
    return (Guarantee(core), { core.fulfill($0, cause: .resolver) })
  }

  /// Calls a closure with the result: now if it is there, otherwise in the call that settles.
  public func pipe(to: @escaping (Result<T>) -> Void) {
    core.pipe(to: to)
  }

  /// The result, or nil while pending.
  public var result: Result<T>? { core.isPending ? nil : core.settled() }

  /// Gives the guarantee a name that the tree shows instead of its operator's, and returns the guarantee itself.
  @discardableResult
  public func named(_ label: @autoclosure () -> String) -> Self {
    core.named(label())
    return self
  }
}

extension Guarantee where T == Void {
  /// Creates a guarantee of nothing that is fulfilled already.
  public convenience init() {
    self.init(Core(fulfilled: (), "value", site: SourceSite()))
  }

  /// A guarantee of nothing that is fulfilled already.
  public static var value: Guarantee<Void> { .value(()) }
}

extension PromiseNode {
  /// Warns if a guarantee is freed while pending: nothing can fulfill it any more.
  @usableFromInline
  final func warnIfLost() {
    if isPending { observeLoss { conf.logHandler(.pendingGuaranteeDeallocated) } }
  }
}
