// map: another value made of the value.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Transforms the value; an error that `transform` throws rejects.
  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping (T) throws -> U
  ) -> Promise<U> {
    Promise(
      derive("map", handles: .fulfilled, on: on, flags, SourceSite(file, line, function)) { node, parent in
        node.settle { try transform(parent.fulfilledValue.value) }
      })
  }

  /// Takes the value at a key path of the value.
  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function, _ keyPath: KeyPath<T, U>
  ) -> Promise<U> {
    nonisolated(unsafe) let keyPath = keyPath
    return map(on: on, flags: flags, file: file, line: line, function: function) { $0[keyPath: keyPath] }
  }
}

extension Guarantee {
  /// Transforms the value.
  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function, _ body: @escaping (T) -> U
  ) -> Guarantee<U> {
    Guarantee<U>(
      derive("map", handles: .fulfilled, on: on, flags, SourceSite(file, line, function)) { node, parent in
        node.settle { body(parent.fulfilledValue.value) }
      })
  }

  /// Takes the value at a key path of the value.
  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function, _ keyPath: KeyPath<T, U>
  ) -> Guarantee<U> {
    nonisolated(unsafe) let keyPath = keyPath
    return map(on: on, flags: flags, file: file, line: line, function: function) { $0[keyPath: keyPath] }
  }
}
