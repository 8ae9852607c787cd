// race: the first of several results. The other inputs continue, but `race` no longer waits for them.

import Dispatch
import PromiseCore
import PromiseTrace

/// Settles like the first input to settle.
///
/// - Parameter thenables: The inputs, of any count.
/// - Returns: A new promise with the outcome of the input that decides.
public func race<U: Thenable>(
  _ thenables: U..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<U.T> {
  race(thenables, file: file, line: line, function: function)
}

/// Settles like the first input to settle; rejects with ``PMKError/badInput`` if there are no inputs.
///
/// - Parameter thenables: The inputs, of any count.
/// - Returns: A new promise with the outcome of the input that decides.
public func race<U: Thenable>(
  _ thenables: [U], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<U.T> {
  let core = racing(thenables, SourceSite(file, line, function))
  if thenables.isEmpty { core.reject(PMKError.badInput, cause: .combinator) }
  return Promise(core)
}

/// Fulfills with the value of the first guarantee to be fulfilled; stays pending forever if there are no guarantees.
///
/// - Parameter guarantees: The inputs, of any count.
/// - Returns: A guarantee with the outcome of the input that decides.
public func race<T>(
  _ guarantees: Guarantee<T>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<T> {
  return Guarantee(racing(guarantees, SourceSite(file, line, function)))
}

/// Waits for the first input to be fulfilled; rejects with ``PMKError/noWinner`` if all inputs are rejected, or with
/// ``PMKError/badInput`` if there are no inputs.
///
/// - Parameter thenables: The inputs, of any count.
/// - Returns: A new promise with the outcome of the input that decides.
public func race<U: Thenable>(
  fulfilled thenables: [U], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<U.T> {
  firstValue(of: thenables, SourceSite(file, line, function))
}

func firstValue<U: Thenable>(of thenables: [U], _ site: SourceSite) -> Promise<U.T> {
  let join = Join<U.T>("race", site: site)
  if thenables.isEmpty { join.core.reject(PMKError.badInput, cause: .combinator) }
  join.wait(for: thenables.map(\._node), rule: .one) { _, input in
    if input.isRejected {
      input.rejection.markHandled(at: input, by: join.core)
    } else if join.core.isPending {
      join.core.fulfill(input.value(as: U.T.self), cause: .combinator, via: input)
    }
  } whenLast: { _ in
    if join.core.isPending { join.core.reject(PMKError.noWinner, cause: .combinator) }
  }
  return Promise(join.core)
}

func racing<U: Thenable>(_ thenables: [U], _ site: SourceSite) -> Core<U.T> {
  let join = Join<U.T>("race", site: site)
  join.wait(for: thenables.map(\._node)) { _, input in
    if input.isRejected {
      join.reject(like: input)
    } else if join.core.isPending {
      join.core.fulfill(input.value(as: U.T.self), cause: .combinator, via: input)
    }
  }
  return join.core
}
