// map: another value made of the value. Refuses to have a form of its own for key paths, as all operators here do: Swift
// makes a closure of `\.name`, and one more overload in each link makes it give up on long chains.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Transforms the value; an error that `transform` throws rejects.
  public func map<U>(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T) throws -> U
  ) -> Promise<U> {
    mapping("map", .running(on: on, flags), SourceSite(file, line, function)) { try transform($0) }
  }
}

extension Guarantee {
  /// Transforms the value.
  public func map<U>(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> U
  ) -> Guarantee<U> {
    mapping("map", .running(on: on, flags), SourceSite(file, line, function)) { body($0) }
  }
}

extension Thenable {
  /// Derives a promise of what `transform` makes of the value, under any operator's name.
  func mapping<U>(
    _ operation: StaticString, _ executor: Executor, _ site: SourceSite,
    _ transform: @escaping (T) throws -> U
  ) -> Promise<U> {
    Promise(
      derive(operation, handles: .fulfilled, on: executor, site) { node, parent in
        node.settle { try transform(parent.fulfilledValue.value) }
      })
  }
}

extension Guarantee {
  /// Derives a guarantee of what `transform` makes of the value, under any operator's name.
  func mapping<U>(
    _ operation: StaticString, _ executor: Executor, _ site: SourceSite,
    _ transform: @escaping (T) -> U
  ) -> Guarantee<U> {
    Guarantee<U>(
      derive(operation, handles: .fulfilled, on: executor, site) { node, parent in
        node.settle { transform(parent.fulfilledValue.value) }
      })
  }
}
