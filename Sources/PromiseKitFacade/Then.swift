// then: the promise to wait for next.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Continues with the promise that `body` makes of the value; an error it throws rejects.
  @inlinable
  public func then<U: Thenable>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> {
    following(link(on, flags, .body), SourceSite(file, line, function), body)
  }

  /// Derives the promise, wherever `body` runs.
  @inlinable
  func following<U: Thenable>(
    as operation: StaticString = "then", _ link: Link, _ site: SourceSite, _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> {
    Promise(
      Core<U.T>(
        from: core, operation, handles: .fulfilled, on: link.executor, site: site, work: .following(body)), link.chain)
  }
}

extension Guarantee {
  /// Continues with the guarantee that `body` makes of the value.
  @inlinable
  @discardableResult
  public func then<U>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Guarantee<U>
  ) -> Guarantee<U> {
    following(link(on, flags, .body), SourceSite(file, line, function), body)
  }

  /// Derives the guarantee, wherever `body` runs; what it makes must not be rejected.
  @inlinable
  func following<U: Thenable>(
    as operation: StaticString = "then", _ link: Link, _ site: SourceSite, _ body: @escaping (T) -> U
  ) -> Guarantee<U.T> {
    Guarantee<U.T>(
      Core<U.T>(
        from: core, operation, handles: .fulfilled, on: link.executor, site: site, work: .following(body)), link.chain)
  }
}
