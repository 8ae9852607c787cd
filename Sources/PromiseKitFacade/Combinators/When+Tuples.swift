// when(fulfilled:) and when(guarantees:) for two or more inputs of different types.

import PromiseCore
import PromiseTrace

/// Waits for inputs of different types; rejects as soon as one of them is rejected.
///
/// - Parameters:
///   - first: The first input.
///   - second: The second input.
///   - rest: The other inputs, of any count.
/// - Returns: A new promise of the values in the order of the inputs.
@_disfavoredOverload
public func when<First: Thenable, Second: Thenable, each Rest: Thenable>(
  fulfilled first: First, _ second: Second, _ rest: repeat each Rest, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<(First.T, Second.T, repeat (each Rest).T)> {
  Promise(joining(SourceSite(file, line, function), first.core, second.core, repeat (each rest).core))
}

/// Waits for guarantees of different types.
///
/// - Parameters:
///   - first: The first input.
///   - second: The second input.
///   - rest: The other inputs, of any count.
/// - Returns: A guarantee of the values in the order of the inputs.
public func when<First, Second, each Rest>(
  guarantees first: Guarantee<First>, _ second: Guarantee<Second>, _ rest: repeat Guarantee<each Rest>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Guarantee<(First, Second, repeat each Rest)> {
  Guarantee(joining(SourceSite(file, line, function), first.core, second.core, repeat (each rest).core))
}

private func joining<each Value>(_ site: SourceSite, _ inputs: repeat Core<each Value>) -> Core<(repeat each Value)> {
  let pack = InputPack(repeat Core<each Value>.reader)
  var nodes: [PromiseNode] = []
  repeat nodes.append(each inputs)
  let join = Join<(repeat each Value)>("when", site: site)
  join.waitForAll(nodes, { pack.take($0, $1) }, { pack.elements })
  return join.core
}
