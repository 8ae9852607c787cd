// when(fulfilled:) and when(guarantees:) for inputs of one type: all values, or the first error.

import Dispatch
import PromiseCore
import PromiseTrace

/// Waits for all inputs to be fulfilled.
///
/// - Parameter thenables: The inputs, of any count.
/// - Returns: A promise of the values in the order of the inputs, fulfilled immediately if there are none; rejected as soon as one
///   input is, with its error. If the calling thread has a current `Progress`, it gets a child with one unit for each input.
public func when<U: Thenable>(
  fulfilled thenables: [U], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[U.T]> {
  Promise(joining(thenables, SourceSite(file, line, function)))
}

/// Waits for promises and guarantees of any types to be fulfilled.
///
/// - Parameter thenables: The inputs, of any count.
/// - Returns: A promise of the values in the order of the inputs; rejected as soon as one input is, with its error.
@_disfavoredOverload
public func when(
  fulfilled thenables: [any Thenable], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Any]> {
  let join = Join<[Any]>("when", site: SourceSite(file, line, function))
  let values = Slots<Any>(thenables.count)
  func read<U: Thenable>(_ thenable: U) -> (PromiseNode) -> Any { { $0.value(as: U.T.self) } }
  let reads = thenables.map { read($0) }
  join.waitForAll(thenables.map { $0._node }, { values[$0] = reads[$0]($1) }, { values.elements })
  return Promise(join.core)
}

/// Waits for all inputs, which have no values, to be fulfilled.
///
/// - Parameter promises: The inputs, of any count.
/// - Returns: A new promise without a value, fulfilled once all inputs are.
public func when<U: Thenable>(
  fulfilled promises: U..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<Void> where U.T == Void {
  when(fulfilled: promises, file: file, line: line, function: function)
}

/// Waits for all inputs, which have no values, to be fulfilled.
///
/// - Parameter promises: The inputs, of any count.
/// - Returns: A new promise without a value, fulfilled once all inputs are.
public func when<U: Thenable>(
  fulfilled promises: [U], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<Void> where U.T == Void {
  let join = Join<Void>("when", site: SourceSite(file, line, function))
  join.waitForAll(promises.map(\._node), { _, _ in }, {})
  return Promise(join.core)
}

/// Waits for all guarantees.
///
/// - Parameter guarantees: The inputs, of any count.
/// - Returns: A guarantee of the values in the order of the inputs.
public func when<T>(
  _ guarantees: Guarantee<T>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<[T]> {
  when(guarantees: guarantees, file: file, line: line, function: function)
}

/// Waits for all guarantees.
///
/// - Parameter guarantees: The inputs, of any count.
/// - Returns: A guarantee of the values in the order of the inputs.
public func when<T>(
  guarantees: [Guarantee<T>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<[T]> {
  Guarantee(joining(guarantees, SourceSite(file, line, function)))
}

/// Waits for all guarantees, which have no values.
///
/// - Parameter guarantees: The inputs, of any count.
/// - Returns: A guarantee without a value, fulfilled once all inputs are.
public func when(
  _ guarantees: Guarantee<Void>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<Void> {
  when(guarantees: guarantees, file: file, line: line, function: function)
}

/// Waits for all guarantees, which have no values.
///
/// - Parameter guarantees: The inputs, of any count.
/// - Returns: A guarantee without a value, fulfilled once all inputs are.
public func when(
  guarantees: [Guarantee<Void>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<Void> {
  let join = Join<Void>("when", site: SourceSite(file, line, function))
  join.waitForAll(guarantees.map(\._node), { _, _ in }, {})
  return Guarantee(join.core)
}

func joining<U: Thenable>(_ thenables: [U], _ site: SourceSite) -> Core<[U.T]> {
  let join = Join<[U.T]>("when", site: site)
  let values = Slots<U.T>(thenables.count)
  join.waitForAll(
    thenables.map(\._node), { values[$0] = $1.value(as: U.T.self) }, { values.elements })
  return join.core
}
