// Storage for the results of a combinator's inputs. The combinator's count of open inputs makes the accesses safe.

/// Storage for one result per input.
///
/// One thread writes each slot, before it decrements the count of open inputs. The thread that decrements the count to zero reads them
/// all.
@usableFromInline
package final class Slots<Element>: @unchecked Sendable {
  @usableFromInline let places: UnsafeMutableBufferPointer<Element?>

  @inlinable
  package init(_ count: Int) {
    places = .allocate(capacity: count)
    places.initialize(repeating: nil)
  }

  deinit {
    places.deinitialize()
    places.deallocate()
  }

  @inlinable
  package subscript(index: Int) -> Element? {
    get { places[index] }
    set { places[index] = newValue }
  }

  /// The results in input order; complete once every input has delivered its result.
  @inlinable
  package var elements: [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(places.count)
    for place in places { if let place { elements.append(place) } }
    return elements
  }
}
