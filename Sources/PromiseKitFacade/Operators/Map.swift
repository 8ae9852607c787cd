// map: transforming a value. Like all operators here, it has no overload for key paths: Swift converts `\.name` to a closure, and the
// type checker fails on long chains if each link has one more overload.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Transforms the value; rejects with an error that `transform` throws.
  ///
  /// - Parameters:
  ///   - on: The queue on which the closure runs; nil runs it inline.
  ///   - flags: The flags of the work item, if the closure runs on a dispatch queue.
  ///   - transform: Receives the value and returns the new one.
  /// - Returns: A new promise with the transformed value. A rejection skips `transform`.
  @inlinable
  public func map<U>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T) throws -> U
  ) -> Promise<U> {
    mapping("map", .handler(on, flags, .body), SourceSite(file, line, function), transform)
  }

  /// Derives a promise of the transformed value, for any operator's name.
  @inlinable
  func mapping<U>(
    _ operation: StaticString, _ executor: Executor, _ site: SourceSite, _ transform: @escaping (T) throws -> U
  ) -> Promise<U> {
    Promise(
      Core<U>(
        from: core, operation, handles: .fulfilled, on: executor, site: site, work: .mapping(transform)))
  }
}

extension Guarantee {
  /// Transforms the value.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - body: Receives the value and returns the new one.
  /// - Returns: A guarantee of the new value.
  @inlinable
  public func map<U>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> U
  ) -> Guarantee<U> {
    mapping("map", .handler(on, flags, .body), SourceSite(file, line, function), body)
  }

  /// Derives a guarantee of the transformed value, for any operator's name.
  @inlinable
  func mapping<U>(
    _ operation: StaticString, _ executor: Executor, _ site: SourceSite, _ transform: @escaping (T) -> U
  ) -> Guarantee<U> {
    Guarantee<U>(
      Core<U>(
        from: core, operation, handles: .fulfilled, on: executor, site: site, work: .mapping(transform)))
  }
}
