// PromiseKit's names as values: `then(Promise.value)`, `map(Promise.init(error:))`. A function that also takes
// its call site has another name and type, so these exist beside those; calls prefer the others.

import PromiseCore
import PromiseTrace

extension Promise {
  /// A promise that is fulfilled already.
  @_disfavoredOverload
  public static func value(_ value: T) -> Promise<T> {
    Promise(Core(fulfilled: value, "value", site: SourceSite()))
  }

  /// Creates a promise that is rejected already.
  @_disfavoredOverload
  public convenience init(error: any Error) {
    self.init(Core(rejected: error, "error", site: SourceSite()))
  }

  /// A pending promise, and what settles it.
  @_disfavoredOverload
  public static func pending() -> (promise: Promise<T>, resolver: Resolver<T>) {
    let core = Core<T>(pending: "pending", site: SourceSite())
    return (Promise(core), Resolver(core))
  }
}

extension Guarantee {
  /// A guarantee that is fulfilled already.
  @_disfavoredOverload
  public static func value(_ value: T) -> Guarantee<T> {
    Guarantee(Core(fulfilled: value, "value", site: SourceSite()))
  }

  /// A pending guarantee, and the closure that fulfills it.
  @_disfavoredOverload
  public static func pending() -> (guarantee: Guarantee<T>, resolve: @Sendable (T) -> Void) {
    let core = Core<T>(pending: "pending", site: SourceSite())
    return (Guarantee(core), { core.fulfill($0, cause: .resolver) })
  }
}
