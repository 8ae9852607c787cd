// Distributes slices over tracks so that those of one track never overlap: a queue on which three bodies run at a time has three lanes.
//
// Two slices of one lane do not start at the same moment either, although the first may take no time: a viewer would draw the second one inside
// of it, and an arrow at their start could belong to either.

/// The lanes of one queue or thread.
struct TraceLanes {
  private struct Busy {
    var end: Int64
    var start: Int64
    var lane: Int32
  }

  /// Occupied lanes, as a heap by `end`.
  private var busy: [Busy] = []
  /// Lanes that are free, as a heap.
  private var free: [Int32] = []
  /// Lanes whose last slice started at `moment` and took no time.
  private var held: [Int32] = []
  private var moment = Int64.min
  private(set) var count: Int32 = 0

  /// Chooses the lane of a slice: the first that is free.
  ///
  /// - Parameters:
  ///   - start: The start, which never decreases from call to call.
  ///   - end: The end, at least `start`.
  /// - Returns: The lane, from 0.
  mutating func place(_ start: Int64, _ end: Int64) -> Int32 {
    if start > moment {
      for lane in held { free.push(lane) { $0 < $1 } }
      held.removeAll(keepingCapacity: true)
      moment = start
    }
    while let first = busy.first, first.end <= start {
      busy.pop { $0.end < $1.end }
      if first.start == start { held.append(first.lane) } else { free.push(first.lane) { $0 < $1 } }
    }
    let chosen = free.first ?? count
    if chosen == count { count += 1 } else { free.pop { $0 < $1 } }
    busy.push(Busy(end: end, start: start, lane: chosen)) { $0.end < $1.end }
    return chosen
  }
}

extension Array {
  /// Adds an element to a heap.
  fileprivate mutating func push(_ element: Element, _ isBefore: (Element, Element) -> Bool) {
    append(element)
    var index = count - 1
    while index > 0, isBefore(self[index], self[(index - 1) / 2]) {
      swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes the first element of a heap.
  fileprivate mutating func pop(_ isBefore: (Element, Element) -> Bool) {
    swapAt(0, count - 1)
    removeLast()
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < count && isBefore(self[child], self[least]) {
        least = child
      }
      if least == index { return }
      swapAt(index, least)
      index = least
    }
  }
}
