// Overloads without call-site parameters, for references to functions, as in `then(Promise.value)` and
// `map(Promise.init(error:))`. A direct call uses the overload that records its call site.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Creates a fulfilled promise.
  @_disfavoredOverload
  public static func value(_ value: T) -> Promise<T> {
    Promise(Core(fulfilled: value, "value", site: SourceSite()))
  }

  /// Creates a rejected promise.
  @_disfavoredOverload
  public convenience init(error: any Error) {
    self.init(Core(rejected: error, "error", site: SourceSite()))
  }

  /// Creates a pending promise and the resolver that settles it.
  @_disfavoredOverload
  public static func pending() -> (promise: Promise<T>, resolver: Resolver<T>) {
    let core = Core<T>(pending: "pending", site: SourceSite())
    return (Promise(core), Resolver(core))
  }
}

extension Guarantee {
  /// Creates a fulfilled guarantee.
  @_disfavoredOverload
  public static func value(_ value: T) -> Guarantee<T> {
    Guarantee(Core(fulfilled: value, "value", site: SourceSite()))
  }

  /// Creates a pending guarantee and the closure that fulfills it.
  @_disfavoredOverload
  public static func pending() -> (guarantee: Guarantee<T>, resolve: @Sendable (T) -> Void) {
    let core = Core<T>(pending: "pending", site: SourceSite())
    return (Guarantee(core), { core.fulfill($0, cause: .resolver) })
  }
}
