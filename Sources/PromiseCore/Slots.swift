// Room for the results of a combinator's inputs. Owns its memory; its proof of safety is the combinator's count.

/// Room for one result per input.
///
/// Each place is written by one thread, before the count of settled inputs goes down; they are read by the one that takes the
/// count to zero.
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

  /// All results; none is missing once every input has delivered.
  @inlinable
  package var elements: [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(places.count)
    for place in places { if let place { elements.append(place) } }
    return elements
  }
}
