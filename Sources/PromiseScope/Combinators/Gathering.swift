// What `all` and `when` have in common: every value, or the first error. The two differ in their name in the log.

import PromiseCore
import PromiseTrace

/// Waits for promises of one type, in order.
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

/// Waits for promises of different types.
///
/// - Parameters:
///   - operation: The name in the log.
///   - inputs: The promises.
///   - places: One for each, where its value is put.
///   - site: Where, for the log.
///   - take: Makes one value of all places; called once, when each has its value.
/// - Returns: A promise of that.
func gather<Value>(
  _ operation: StaticString, _ inputs: [PromiseNode], _ places: [Place], _ site: SourceSite,
  _ take: @escaping @Sendable () -> Value?
) -> Promise<Value> {
  let combinator = Combinator<Value>(operation, site: site)
  combinator.wait(for: inputs) { index, input in
    if input.isRejected { combinator.reject(like: input) } else { places[index].put(input) }
  } whenLast: { _ in
    guard let values = take() else { return }
    combinator.promise.fulfillOnce(values)
  }
  return combinator.promise
}

/// Room for one input's value, whatever its type.
///
/// Written by one thread before the count of settled inputs goes down, and read by the one that takes the count to zero.
class Place: @unchecked Sendable {
  fileprivate func put(_ input: PromiseNode) {}
}

/// Room for the value of one input; it does not hold the input.
final class PlaceOf<Value>: Place, @unchecked Sendable {
  private(set) var value: Value?

  init(_ input: Promise<Value>) {}

  override fileprivate func put(_ input: PromiseNode) { value = input.value(as: Value.self) }
}
