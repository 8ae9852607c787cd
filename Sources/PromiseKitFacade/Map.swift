// map: another value made of the value. Refuses to have a form of its own for key paths, as all operators here do: Swift
// makes a closure of `\.name`, and one more overload in each link makes it give up on long chains.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Transforms the value; an error that `transform` throws rejects.
  @inlinable
  public func map<U>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T) throws -> U
  ) -> Promise<U> {
    mapping("map", link(on, flags, .body), SourceSite(file, line, function), transform)
  }

  /// Derives a promise of what `transform` makes of the value, under any operator's name.
  @inlinable
  func mapping<U>(
    _ operation: StaticString, _ link: Link, _ site: SourceSite, _ transform: @escaping (T) throws -> U
  ) -> Promise<U> {
    Promise(
      Core<U>(
        from: core, operation, handles: .fulfilled, on: link.executor, site: site, work: .mapping(transform)),
      link.chain)
  }
}

extension Guarantee {
  /// Transforms the value.
  @inlinable
  public func map<U>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> U
  ) -> Guarantee<U> {
    mapping("map", link(on, flags, .body), SourceSite(file, line, function), body)
  }

  /// Derives a guarantee of what `transform` makes of the value, under any operator's name.
  @inlinable
  func mapping<U>(
    _ operation: StaticString, _ link: Link, _ site: SourceSite, _ transform: @escaping (T) -> U
  ) -> Guarantee<U> {
    Guarantee<U>(
      Core<U>(
        from: core, operation, handles: .fulfilled, on: link.executor, site: site, work: .mapping(transform)),
      link.chain)
  }
}
