// Storage for what a combinator takes from inputs of different types. The combinator's count of open inputs makes the accesses safe.

/// Storage for one result per input, which retains no input.
package final class InputPack<each Element>: @unchecked Sendable {
  private let slots: (repeat InputSlot<each Element>)

  /// - Parameter readers: What is taken from each input once it has settled.
  package init(_ readers: repeat @escaping (PromiseNode) -> each Element) {
    slots = (repeat InputSlot(each readers))
  }

  /// Takes the result of a settled input.
  package func take(_ index: Int, _ input: PromiseNode) {
    var position = 0
    for slot in repeat each slots {
      if position == index { return slot.take(input) }
      position += 1
    }
  }

  /// The results, once every input has delivered its own.
  package var elements: (repeat each Element) { (repeat (each slots).taken) }
}

/// Storage for the result of one input, which is written before the count of open inputs is decremented.
private final class InputSlot<Element> {
  private let read: (PromiseNode) -> Element
  private var element: Element?

  init(_ read: @escaping (PromiseNode) -> Element) { self.read = read }

  func take(_ input: PromiseNode) { element = read(input) }

  var taken: Element {
    guard let element else { preconditionFailure("the results of a combinator were collected before all were there") }
    return element
  }
}

extension Promise {
  /// Reads the value of a promise of this type that is known to be fulfilled.
  package static var reader: (PromiseNode) -> Value { { $0.value(as: Value.self) } }
}
