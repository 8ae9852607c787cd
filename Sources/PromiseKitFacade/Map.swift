// map: another value made of the value.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Transforms the value; an error that `transform` throws rejects.
  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T) throws -> U
  ) -> Promise<U> {
    mapping("map", on, flags, SourceSite(file, line, function)) { try transform($0) }
  }

  /// Takes the value at a key path of the value.
  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ keyPath: KeyPath<T, U>
  ) -> Promise<U> {
    map(on: on, flags: flags, file: file, line: line, function: function) { $0[keyPath: keyPath] }
  }
}

extension Guarantee {
  /// Transforms the value.
  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> U
  ) -> Guarantee<U> {
    mapping("map", on, flags, SourceSite(file, line, function)) { body($0) }
  }

  /// Takes the value at a key path of the value.
  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ keyPath: KeyPath<T, U>
  ) -> Guarantee<U> {
    map(on: on, flags: flags, file: file, line: line, function: function) { $0[keyPath: keyPath] }
  }
}

extension Thenable {
  /// Derives a promise of what `transform` makes of the value, under any operator's name.
  func mapping<U>(
    _ operation: StaticString, _ queue: DispatchQueue?, _ flags: DispatchWorkItemFlags?, _ site: SourceSite,
    _ transform: @escaping (T) throws -> U
  ) -> Promise<U> {
    Promise(
      derive(operation, handles: .fulfilled, on: queue, flags, site) { node, parent in
        node.settle { try transform(parent.fulfilledValue.value) }
      })
  }
}

extension Guarantee {
  /// Derives a guarantee of what `transform` makes of the value, under any operator's name.
  func mapping<U>(
    _ operation: StaticString, _ queue: DispatchQueue?, _ flags: DispatchWorkItemFlags?, _ site: SourceSite,
    _ transform: @escaping (T) -> U
  ) -> Guarantee<U> {
    Guarantee<U>(
      derive(operation, handles: .fulfilled, on: queue, flags, site) { node, parent in
        node.settle { transform(parent.fulfilledValue.value) }
      })
  }
}
