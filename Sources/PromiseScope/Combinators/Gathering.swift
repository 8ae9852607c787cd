// Owns what `all` and `when` share: they wait for every value and fail with the first error. Only their names in the log differ.

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
///
/// - Parameters:
///   - operation: The name in the log.
///   - inputs: The promises.
///   - slots: One slot per input, which receives its value.
///   - site: The call site, recorded in the log.
///   - take: Combines the values of all slots; called once, when every slot has its value.
/// - Returns: A promise for the value that `take` returns.
func gather<Value>(
  _ operation: StaticString, _ inputs: [PromiseNode], _ slots: [AnyInputSlot], _ site: SourceSite,
  _ take: @escaping @Sendable () -> Value?
) -> Promise<Value> {
  let combinator = Combinator<Value>(operation, site: site)
  combinator.wait(for: inputs) { index, input in
    if input.isRejected { combinator.reject(like: input) } else { slots[index].put(input) }
  } whenLast: { _ in
    guard let values = take() else { return }
    combinator.promise.fulfillOnce(values)
  }
  return combinator.promise
}

/// Storage for the value of one input, with the type erased.
///
/// One thread writes it before it decrements the count of pending inputs; the thread that takes the count to zero reads it.
class AnyInputSlot: @unchecked Sendable {
  fileprivate func put(_ input: PromiseNode) {}
}

/// Storage for the value of one input.
///
/// It doesn't retain the input.
final class InputSlot<Value>: AnyInputSlot, @unchecked Sendable {
  private(set) var value: Value?

  init(_ input: Promise<Value>) {}

  override fileprivate func put(_ input: PromiseNode) { value = input.value(as: Value.self) }
}
