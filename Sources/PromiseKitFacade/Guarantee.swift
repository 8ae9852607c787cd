// A promise that can't be rejected. Owns its making; the operators that keep a guarantee one are with the others of
// their names.

import PromiseCore
import PromiseTrace

/// A value to come, for certain.
///
/// As ``Promise``, but no handler of it may throw, so nothing has to be caught.
public final class Guarantee<T>: Thenable, @unchecked Sendable {
  let core: Core<T>

  init(_ core: Core<T>) { self.core = core }

  /// A guarantee that is fulfilled already.
  public static func value(
    _ value: T, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Guarantee<T> {
    Guarantee(Core(fulfilled: Box(value), "value", site: SourceSite(file, line, function)))
  }

  /// Creates a guarantee that its body fulfils by calling a closure; the body runs at once.
  @preconcurrency
  public init(
    resolver body: (@escaping @Sendable (T) -> Void) -> Void, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    core = Core(pending: "Guarantee", site: SourceSite(file, line, function))
    let seal = Seal(core)
    core.running {
      body { seal.fulfill($0) }
      core.finished(.void)
    }
  }

  /// A pending guarantee, and the closure that fulfils it.
  @preconcurrency
  public static func pending(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> (guarantee: Guarantee<T>, resolve: @Sendable (T) -> Void) {
    let core = Core<T>(pending: "pending", site: SourceSite(file, line, function))
    let seal = Seal(core)
    return (Guarantee(core), { seal.fulfill($0) })
  }

  /// Calls a closure with the result: now if it is there, else in the call that settles.
  @preconcurrency
  public func pipe(to: @escaping @Sendable (Result<T>) -> Void) {
    core.observe { to(unsafeDowncast($0, to: Core<T>.self).settled()) }
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
    self.init(Core(fulfilled: Box(()), "value", site: SourceSite()))
  }

  /// A guarantee of nothing that is fulfilled already.
  public static var value: Guarantee<Void> { .value(()) }
}

/// The right to fulfil a guarantee; tells when it is gone unused.
private final class Seal<T>: Sendable {
  private let core: Core<T>

  init(_ core: Core<T>) { self.core = core }

  func fulfill(_ value: T) { core.fulfill(Box(value), cause: .resolver) }

  deinit {
    if core.isPending { conf.logHandler(.pendingGuaranteeDeallocated) }
  }
}
