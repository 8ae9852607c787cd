// Storage for the results of a combinator's inputs. The combinator's count of open inputs makes the accesses safe.

/// Storage for one result per input.
///
/// One thread writes each slot, before it decrements the count of open inputs. The thread that decrements the count to zero reads them
/// all.
@usableFromInline
package final class Slots<Element>: @unchecked Sendable {
  @usableFromInline let storage: UnsafeMutableBufferPointer<Element?>

  @inlinable
  package init(_ count: Int) {
    storage = .allocate(capacity: count)
    storage.initialize(repeating: nil)
  }

  deinit {
    storage.deinitialize()
    storage.deallocate()
  }

  @inlinable
  package subscript(index: Int) -> Element? {
    get { storage[index] }
    set { storage[index] = newValue }
  }

  /// The results in input order; complete once every input has delivered its result.
  @inlinable
  package var elements: [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(storage.count)
    for element in storage { if let element { elements.append(element) } }
    return elements
  }
}
