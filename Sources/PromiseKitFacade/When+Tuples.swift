// when(fulfilled:) of two to five different types.

import Dispatch
import PromiseCore
import PromiseTrace

/// Waits for two of different types; rejects as soon as one of them does.
public func when<U: Thenable, V: Thenable>(
  fulfilled pu: U, _ pv: V, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<(U.T, V.T)> {
  let places = Places<Any>(2)
  let join = Join<(U.T, V.T)>("when", inputs: 2, site: SourceSite(file, line, function))
  let nodes = (pu.node, pv.node)
  join.waitForAll([nodes.0, nodes.1]) { index, input in
    switch index {
    case 0: places[0] = input.value(as: U.T.self)
    default: places[1] = input.value(as: V.T.self)
    }
  } _: {
    (places.take(0), places.take(1))
  }
  return Promise(join.core)
}

/// Waits for three of different types; rejects as soon as one of them does.
public func when<U: Thenable, V: Thenable, W: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<(U.T, V.T, W.T)> {
  let places = Places<Any>(3)
  let join = Join<(U.T, V.T, W.T)>("when", inputs: 3, site: SourceSite(file, line, function))
  let nodes = (pu.node, pv.node, pw.node)
  join.waitForAll([nodes.0, nodes.1, nodes.2]) { index, input in
    switch index {
    case 0: places[0] = input.value(as: U.T.self)
    case 1: places[1] = input.value(as: V.T.self)
    default: places[2] = input.value(as: W.T.self)
    }
  } _: {
    (places.take(0), places.take(1), places.take(2))
  }
  return Promise(join.core)
}

/// Waits for four of different types; rejects as soon as one of them does.
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<(U.T, V.T, W.T, X.T)> {
  let places = Places<Any>(4)
  let join = Join<(U.T, V.T, W.T, X.T)>("when", inputs: 4, site: SourceSite(file, line, function))
  let nodes = (pu.node, pv.node, pw.node, px.node)
  join.waitForAll([nodes.0, nodes.1, nodes.2, nodes.3]) { index, input in
    switch index {
    case 0: places[0] = input.value(as: U.T.self)
    case 1: places[1] = input.value(as: V.T.self)
    case 2: places[2] = input.value(as: W.T.self)
    default: places[3] = input.value(as: X.T.self)
    }
  } _: {
    (places.take(0), places.take(1), places.take(2), places.take(3))
  }
  return Promise(join.core)
}

/// Waits for five of different types; rejects as soon as one of them does.
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable, Y: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, _ py: Y, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<(U.T, V.T, W.T, X.T, Y.T)> {
  let places = Places<Any>(5)
  let join = Join<(U.T, V.T, W.T, X.T, Y.T)>("when", inputs: 5, site: SourceSite(file, line, function))
  let nodes = (pu.node, pv.node, pw.node, px.node, py.node)
  join.waitForAll([nodes.0, nodes.1, nodes.2, nodes.3, nodes.4]) { index, input in
    switch index {
    case 0: places[0] = input.value(as: U.T.self)
    case 1: places[1] = input.value(as: V.T.self)
    case 2: places[2] = input.value(as: W.T.self)
    case 3: places[3] = input.value(as: X.T.self)
    default: places[4] = input.value(as: Y.T.self)
    }
  } _: {
    (places.take(0), places.take(1), places.take(2), places.take(3), places.take(4))
  }
  return Promise(join.core)
}

extension Places<Any> {
  /// The result in one place, known to be there and of this type.
  fileprivate func take<T>(_ index: Int) -> T {
    guard let value = self[index] as? T else { preconditionFailure("when: input \(index) was collected too early") }
    return value
  }
}
