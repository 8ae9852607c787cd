// What each fold hides. Owns where the sums are: in an array, because a dictionary of half a million folds that grows takes longer than a frame.

import PromiseTrace

/// The sums of folds, by the slot of the folded promise.
struct FoldTable: Sendable {
  /// By slot, the place in `values`, from 1; 0 if the promise is not folded.
  private var places: [UInt32] = []
  private var values: [FoldSums] = []
  private var free: [UInt32] = []

  var isEmpty: Bool { values.count == free.count }

  /// The sums of a fold; nil if the promise is not folded.
  subscript(slot: Row) -> FoldSums? {
    get {
      guard Int(slot) < places.count, places[Int(slot)] > 0 else { return nil }
      return values[Int(places[Int(slot)]) - 1]
    }
    set {
      if Int(slot) >= places.count {
        guard newValue != nil else { return }
        places.append(contentsOf: repeatElement(0, count: Int(slot) + 1 - places.count))
      }
      let place = places[Int(slot)]
      switch (newValue, place) {
      case (nil, 0): break
      case (nil, _):
        places[Int(slot)] = 0
        free.append(place)
      case (let sums?, 0):
        if let free = free.popLast() {
          places[Int(slot)] = free
          values[Int(free) - 1] = sums
        } else {
          values.append(sums)
          places[Int(slot)] = UInt32(values.count)
        }
      case (let sums?, _): values[Int(place) - 1] = sums
      }
    }
  }
}
