// What `all` and `when` share: they wait for every value and fail with the first error. Only their names in the log differ.

import PromiseCore
import PromiseTrace

/// Returns a promise for the values of inputs of one type, in order.
@inlinable
func gather<Value>(
  _ operation: StaticString, _ promises: [Promise<Value>], _ site: SourceSite
) -> Promise<[Value]> {
  let combinator = Combinator<[Value]>(operation, site: site)
  if promises.isEmpty { combinator.promise.fulfill([], cause: .combinator) }
  let slots = Slots<Value>(promises.count)
  combinator.wait(for: promises) { index, input in
    if input.isRejected { combinator.reject(like: input) } else { slots[index] = input.value(as: Value.self) }
  } whenLast: { _ in
    combinator.promise.fulfillOnce(slots.elements)
  }
  return combinator.promise
}

/// Returns a promise for the values of inputs of different types.
func gather<each Value>(
  _ operation: StaticString, _ site: SourceSite, _ inputs: repeat Promise<each Value>
) -> Promise<(repeat each Value)> {
  let combinator = Combinator<(repeat each Value)>(operation, site: site)
  let pack = InputPack(repeat Promise<each Value>.reader)
  var nodes: [PromiseNode] = []
  repeat nodes.append(each inputs)
  combinator.wait(for: nodes) { index, input in
    if input.isRejected { combinator.reject(like: input) } else { pack.take(index, input) }
  } whenLast: { _ in
    combinator.promise.fulfillOnce(pack.elements)
  }
  return combinator.promise
}
