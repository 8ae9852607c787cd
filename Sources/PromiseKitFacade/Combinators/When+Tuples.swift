// when(fulfilled:) and when(guarantees:) for two to five inputs of different types. Inputs that are all without a value select the overload
// that promises no value: those for tuples are disfavored.

import Dispatch
import PromiseCore
import PromiseTrace

/// Waits for two inputs of different types; rejects as soon as one of them is rejected.
///
/// - Parameters:
///   - pu: The first input.
///   - pv: The second input.
/// - Returns: A new promise of the values in the order of the inputs.
@_disfavoredOverload
public func when<U: Thenable, V: Thenable>(
  fulfilled pu: U, _ pv: V, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<(U.T, V.T)> {
  Promise(
    joining([Input(pu), Input(pv)], SourceSite(file, line, function)) {
      ($0.take(0), $0.take(1))
    })
}

/// Waits for three inputs of different types; rejects as soon as one of them is rejected.
///
/// - Parameters:
///   - pu: The first input.
///   - pv: The second input.
///   - pw: The third input.
/// - Returns: A new promise of the values in the order of the inputs.
@_disfavoredOverload
public func when<U: Thenable, V: Thenable, W: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<(U.T, V.T, W.T)> {
  Promise(
    joining([Input(pu), Input(pv), Input(pw)], SourceSite(file, line, function)) {
      ($0.take(0), $0.take(1), $0.take(2))
    })
}

/// Waits for four inputs of different types; rejects as soon as one of them is rejected.
///
/// - Parameters:
///   - pu: The first input.
///   - pv: The second input.
///   - pw: The third input.
///   - px: The fourth input.
/// - Returns: A new promise of the values in the order of the inputs.
@_disfavoredOverload
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<(U.T, V.T, W.T, X.T)> {
  Promise(
    joining([Input(pu), Input(pv), Input(pw), Input(px)], SourceSite(file, line, function)) {
      ($0.take(0), $0.take(1), $0.take(2), $0.take(3))
    })
}

/// Waits for five inputs of different types; rejects as soon as one of them is rejected.
///
/// - Parameters:
///   - pu: The first input.
///   - pv: The second input.
///   - pw: The third input.
///   - px: The fourth input.
///   - py: The fifth input.
/// - Returns: A new promise of the values in the order of the inputs.
@_disfavoredOverload
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable, Y: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, _ py: Y, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<(U.T, V.T, W.T, X.T, Y.T)> {
  Promise(
    joining([Input(pu), Input(pv), Input(pw), Input(px), Input(py)], SourceSite(file, line, function)) {
      ($0.take(0), $0.take(1), $0.take(2), $0.take(3), $0.take(4))
    })
}

/// Waits for two guarantees of different types.
///
/// - Parameters:
///   - gu: The first input.
///   - gv: The second input.
/// - Returns: A guarantee of the values in the order of the inputs.
public func when<U, V>(
  guarantees gu: Guarantee<U>, _ gv: Guarantee<V>, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<(U, V)> {
  Guarantee(
    joining([Input(gu), Input(gv)], SourceSite(file, line, function)) {
      ($0.take(0), $0.take(1))
    })
}

/// Waits for three guarantees of different types.
///
/// - Parameters:
///   - gu: The first input.
///   - gv: The second input.
///   - gw: The third input.
/// - Returns: A guarantee of the values in the order of the inputs.
public func when<U, V, W>(
  guarantees gu: Guarantee<U>, _ gv: Guarantee<V>, _ gw: Guarantee<W>, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<(U, V, W)> {
  Guarantee(
    joining([Input(gu), Input(gv), Input(gw)], SourceSite(file, line, function)) {
      ($0.take(0), $0.take(1), $0.take(2))
    })
}

/// Waits for four guarantees of different types.
///
/// - Parameters:
///   - gu: The first input.
///   - gv: The second input.
///   - gw: The third input.
///   - gx: The fourth input.
/// - Returns: A guarantee of the values in the order of the inputs.
public func when<U, V, W, X>(
  guarantees gu: Guarantee<U>, _ gv: Guarantee<V>, _ gw: Guarantee<W>, _ gx: Guarantee<X>, file: StaticString = #fileID,
  line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<(U, V, W, X)> {
  Guarantee(
    joining([Input(gu), Input(gv), Input(gw), Input(gx)], SourceSite(file, line, function)) {
      ($0.take(0), $0.take(1), $0.take(2), $0.take(3))
    })
}

/// Waits for five guarantees of different types.
///
/// - Parameters:
///   - gu: The first input.
///   - gv: The second input.
///   - gw: The third input.
///   - gx: The fourth input.
///   - gy: The fifth input.
/// - Returns: A guarantee of the values in the order of the inputs.
public func when<U, V, W, X, Y>(
  guarantees gu: Guarantee<U>, _ gv: Guarantee<V>, _ gw: Guarantee<W>, _ gx: Guarantee<X>, _ gy: Guarantee<Y>,
  file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<(U, V, W, X, Y)> {
  Guarantee(
    joining([Input(gu), Input(gv), Input(gw), Input(gx), Input(gy)], SourceSite(file, line, function)) {
      ($0.take(0), $0.take(1), $0.take(2), $0.take(3), $0.take(4))
    })
}

/// An input of any type, and the closure that reads its value.
struct Input {
  let node: PromiseNode
  let read: (PromiseNode) -> Any

  init<U: Thenable>(_ thenable: U) {
    node = thenable._node
    read = { $0.value(as: U.T.self) }
  }
}

func joining<Output>(
  _ inputs: [Input], _ site: SourceSite, _ collect: @escaping (Slots<Any>) -> Output
) -> Core<Output> {
  let values = Slots<Any>(inputs.count)
  let reads = inputs.map(\.read)
  let join = Join<Output>("when", site: site)
  join.waitForAll(inputs.map(\.node)) { index, input in
    values[index] = reads[index](input)
  } _: {
    collect(values)
  }
  return join.core
}

extension Slots<Any> {
  /// The value at an index, which must be present and of this type.
  fileprivate func take<T>(_ index: Int) -> T {
    guard let value = self[index] as? T else { preconditionFailure("when: input \(index) was collected too early") }
    return value
  }
}
