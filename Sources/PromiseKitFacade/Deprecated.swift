// Deprecated names that programs may still use. Owns no behavior: each names its successor.

import Dispatch
import PromiseCore

/// Promises what a function hands to its callback: the value if there is one, else the error.
@available(*, deprecated, message: "See `init(resolver:)`")
public func wrap<T>(_ body: (@escaping (T?, (any Error)?) -> Void) throws -> Void) -> Promise<T> {
  Promise { seal in try body { seal.resolve($0, $1) } }
}

/// Promises what a function hands to its callback: the error if there is one, else the value.
@available(*, deprecated, message: "See `init(resolver:)`")
public func wrap<T>(_ body: (@escaping (T, (any Error)?) -> Void) throws -> Void) -> Promise<T> {
  Promise { seal in try body { seal.resolve($0, $1) } }
}

/// Promises what a function hands to its callback, the error first.
@available(*, deprecated, message: "See `init(resolver:)`")
public func wrap<T>(_ body: (@escaping ((any Error)?, T?) -> Void) throws -> Void) -> Promise<T> {
  Promise { seal in try body { seal.resolve($1, $0) } }
}

/// Promises that a function hands no error to its callback.
@available(*, deprecated, message: "See `init(resolver:)`")
public func wrap(_ body: (@escaping ((any Error)?) -> Void) throws -> Void) -> Promise<Void> {
  Promise { seal in try body { seal.resolve($0) } }
}

/// Promises what a function hands to its callback.
@available(*, deprecated, message: "See `init(resolver:)`")
public func wrap<T>(_ body: (@escaping (T) -> Void) throws -> Void) -> Promise<T> {
  Promise { seal in try body { seal.fulfill($0) } }
}

extension Promise {
  /// What is `ensure` now.
  @available(*, deprecated, message: "See `ensure`")
  public func always(on q: DispatchQueue = .main, execute body: @escaping () -> Void) -> Promise {
    ensure(on: q, body)
  }
}

extension Thenable where T: Sequence {
  /// What is `filterValues` now.
  @available(*, deprecated, message: "See: `filterValues`")
  public func filter(
    on: DispatchQueue? = .pmkDefault, test: @escaping (T.Iterator.Element) -> Bool
  ) -> Promise<[T.Iterator.Element]> {
    filterValues(on: on, test)
  }
}

extension Thenable where T: Collection {
  /// What is `firstValue` now.
  @available(*, deprecated, message: "See: `firstValue`")
  public var first: Promise<T.Iterator.Element> { firstValue }

  /// What is `lastValue` now.
  @available(*, deprecated, message: "See: `lastValue`")
  public var last: Promise<T.Iterator.Element> { lastValue }
}

extension Thenable where T: Sequence, T.Iterator.Element: Comparable {
  /// What is `sortedValues` now.
  @available(*, deprecated, message: "See: `sortedValues`")
  public func sorted(on: DispatchQueue? = .pmkDefault) -> Promise<[T.Iterator.Element]> { sortedValues(on: on) }
}
