// get: a look at the value, which passes.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Passes the value to `body` and continues with the same value; an error that `body` throws rejects.
  @inlinable
  public func get(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> Void
  ) -> Promise<T> {
    getting(link(on, flags, .visit), SourceSite(file, line, function), body)
  }

  /// Derives the promise, wherever `body` runs.
  @inlinable
  func getting(_ link: Link, _ site: SourceSite, _ body: @escaping (T) throws -> Void) -> Promise<T> {
    Promise(
      Core<T>(from: core, "get", handles: .fulfilled, on: link.executor, site: site, work: .passing(body)), link.chain)
  }
}

extension Guarantee {
  /// Passes the value to `body` and continues with the same value.
  @inlinable
  public func get(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Void
  ) -> Guarantee<T> {
    getting(link(on, flags, .visit), SourceSite(file, line, function), body)
  }

  /// Derives the guarantee, wherever `body` runs.
  @inlinable
  func getting(_ link: Link, _ site: SourceSite, _ body: @escaping (T) -> Void) -> Guarantee<T> {
    Guarantee(
      Core<T>(from: core, "get", handles: .fulfilled, on: link.executor, site: site, work: .passing(body)), link.chain)
  }
}
