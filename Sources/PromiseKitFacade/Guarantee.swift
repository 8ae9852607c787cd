// Guarantee: a promise that is never rejected. Owns its initializers. Does not own the state, which the core's promise
// does, or the operators, which are in the files of their names.

import PromiseCore
import PromiseTrace

/// A promise that is never rejected.
///
/// Like ``Promise``, but its handlers cannot throw, so there is no error to catch. Any thread may call any member.
public final class Guarantee<T>: Thenable, @unchecked Sendable {
  @usableFromInline let core: Core<T>

  @usableFromInline
  init(_ core: Core<T>) {
    self.core = core
    core.warnIfLost()
  }

  /// The core's promise behind this guarantee.
  @inlinable public var _node: PromiseNode { core }

  /// Creates a fulfilled guarantee.
  ///
  /// - Parameter value: The value to fulfill with.
  /// - Returns: A fulfilled guarantee.
  public static func value(
    _ value: T, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Guarantee<T> {
    Guarantee(Core(fulfilled: value, "value", site: SourceSite(file, line, function)))
  }

  /// Creates a guarantee that `body` fulfills by calling a closure; `body` runs immediately.
  ///
  /// - Parameter body: Receives the closure that fulfills the guarantee; any thread may call it, and only the first call counts.
  public convenience init(
    resolver body: (@escaping @Sendable (T) -> Void) -> Void, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    let core = Core<T>(pending: "Guarantee", site: SourceSite(file, line, function))
    self.init(core)
    core.running {
      let resolver = PromiseCore.Resolver(core)
      body { resolver.node.fulfill($0, cause: .resolver, at: .onStack) }
      core.finished(.void)
    }
  }

  /// Creates a pending guarantee and the closure that fulfills it.
  ///
  /// - Returns: The guarantee, and the closure that fulfills it.
  public static func pending(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> (guarantee: Guarantee<T>, resolve: @Sendable (T) -> Void) {
    let resolver = PromiseCore.Resolver(Core<T>(pending: "pending", site: SourceSite(file, line, function)))
    return (Guarantee(resolver.node), { resolver.node.fulfill($0, cause: .resolver, at: .onStack) })
  }

  /// Calls a closure with the result: immediately if it is available, otherwise within the call that settles.
  public func pipe(to: @escaping (Result<T>) -> Void) {
    core.pipe(to: to)
  }

  /// The result; nil while pending.
  public var result: Result<T>? { core.isPending ? nil : core.settled() }

  /// Sets the label that the tree shows in place of the operator's name, and returns this guarantee.
  @discardableResult
  public func named(_ label: @autoclosure () -> String) -> Self {
    core.named(label())
    return self
  }

  /// Declares that it may stay pending as long as the program runs, so that `pscope check` does not report it, and returns this guarantee.
  @discardableResult
  public func expectPending(_ reason: @autoclosure () -> String) -> Self {
    core.expectPending(reason())
    return self
  }
}

extension Guarantee where T == Void {
  /// Creates a fulfilled guarantee without a value.
  public convenience init() {
    self.init(Core(fulfilled: (), "value", site: SourceSite()))
  }

  /// A fulfilled guarantee without a value.
  public static var value: Guarantee<Void> { .value(()) }
}

extension PromiseNode {
  /// Logs a warning if a guarantee is freed while pending, because nothing can fulfill it anymore.
  @usableFromInline
  final func warnIfLost() {
    if isPending { observeLoss { conf.logHandler(.pendingGuaranteeDeallocated) } }
  }
}
