// Deprecated names that programs may still use. Owns no behavior: each forwards to its successor.

import Dispatch
import PromiseCore

/// Promises the value that a function passes to its callback, or else the error.
@available(*, deprecated, message: "See `init(resolver:)`")
public func wrap<T>(_ body: (@escaping (T?, (any Error)?) -> Void) throws -> Void) -> Promise<T> {
  Promise { seal in try body { seal.resolve($0, $1) } }
}

/// Promises the value that a function passes to its callback unless it passes an error.
@available(*, deprecated, message: "See `init(resolver:)`")
public func wrap<T>(_ body: (@escaping (T, (any Error)?) -> Void) throws -> Void) -> Promise<T> {
  Promise { seal in try body { seal.resolve($0, $1) } }
}

/// Promises the value that a function passes to its callback after the error.
@available(*, deprecated, message: "See `init(resolver:)`")
public func wrap<T>(_ body: (@escaping ((any Error)?, T?) -> Void) throws -> Void) -> Promise<T> {
  Promise { seal in try body { seal.resolve($1, $0) } }
}

/// Promises that a function passes no error to its callback.
@available(*, deprecated, message: "See `init(resolver:)`")
public func wrap(_ body: (@escaping ((any Error)?) -> Void) throws -> Void) -> Promise<Void> {
  Promise { seal in try body { seal.resolve($0) } }
}

/// Promises the value that a function passes to its callback.
@available(*, deprecated, message: "See `init(resolver:)`")
public func wrap<T>(_ body: (@escaping (T) -> Void) throws -> Void) -> Promise<T> {
  Promise { seal in try body(seal.fulfill) }
}

extension Promise {
  /// The former name of `ensure`.
  @available(*, deprecated, message: "See `ensure`")
  public func always(on q: DispatchQueue = .main, execute body: @escaping () -> Void) -> Promise {
    ensure(on: q, body)
  }
}

extension Thenable where T: Sequence {
  /// The former name of `filterValues`.
  @available(*, deprecated, message: "See: `filterValues`")
  public func filter(
    on: DispatchQueue? = .pmkDefault, test: @escaping (T.Iterator.Element) -> Bool
  ) -> Promise<[T.Iterator.Element]> {
    filterValues(on: on, test)
  }
}

extension Thenable where T: Collection {
  /// The former name of `firstValue`.
  @available(*, deprecated, message: "See: `firstValue`")
  public var first: Promise<T.Iterator.Element> { firstValue }

  /// The former name of `lastValue`.
  @available(*, deprecated, message: "See: `lastValue`")
  public var last: Promise<T.Iterator.Element> { lastValue }
}

extension Thenable where T: Sequence, T.Iterator.Element: Comparable {
  /// The former name of `sortedValues`.
  @available(*, deprecated, message: "See: `sortedValues`")
  public func sorted(on: DispatchQueue? = .pmkDefault) -> Promise<[T.Iterator.Element]> { sortedValues(on: on) }
}
