// Events that can be read repeatedly, from any position, which is what seeking needs. Owns the contract, which `LogArchive` (a file) and
// `EventTape` (memory) implement, and the search by time and by sequence.

import PromiseTrace

/// A position between two events of a run, with what is known about the next event.
public struct EventMark: Sendable, Equatable {
  /// The number of events before it.
  public var position: UInt64
  /// The `sequence` of the event that follows.
  public var sequence: UInt64
  /// The time of the event that follows, in nanoseconds since the log's start.
  public var time: Int64

  /// Creates a mark.
  public init(position: UInt64, sequence: UInt64, time: Int64) {
    self.position = position
    self.sequence = sequence
    self.time = time
  }
}

/// The events of a run so far, by position: 0 is the first.
///
/// Any thread may read.
public protocol EventArchive: Sendable {
  /// The positions of the available events; starts after 0 if older ones were evicted.
  var positions: Range<UInt64> { get }

  /// Appends the events that start at a position.
  ///
  /// It is fastest to continue where the last read ended.
  ///
  /// - Parameters:
  ///   - position: The first event's position; appends nothing if it is not in ``positions``.
  ///   - events: Receives the events, in order.
  ///   - limit: The maximum number of events to append.
  /// - Throws: ``LogError`` if a file can't be read anymore.
  func read(from position: UInt64, into events: inout [Event], limit: Int) throws

  /// The last mark for which a predicate holds, provided that it also holds for all earlier marks; nil if it holds for none.
  ///
  /// Marks are up to some thousand events apart. Their sequence and time never decrease in an undamaged log.
  ///
  /// - Complexity: O(log *n*) in the number of marks.
  func lastMark(where holds: (EventMark) -> Bool) -> EventMark?
}

extension EventArchive {
  /// The position of the first event at or after a time.
  ///
  /// - Parameter time: In nanoseconds since the log's start.
  /// - Returns: The position before that event; the end if all events are earlier.
  /// - Throws: ``LogError`` if a file can't be read anymore.
  public func position(ofTime time: Int64) throws -> UInt64 {
    try position {
      $0.time < time
    } of: {
      $0.time < time
    }
  }

  /// The position before the event with a `sequence`, or before the next one if that is missing.
  ///
  /// - Throws: ``LogError`` if a file can't be read anymore.
  public func position(ofSequence sequence: UInt64) throws -> UInt64 {
    try position {
      $0.sequence < sequence
    } of: {
      $0.sequence < sequence
    }
  }

  private func position(_ holds: (EventMark) -> Bool, of isBefore: (Event) -> Bool) throws -> UInt64 {
    let all = positions
    guard let mark = lastMark(where: holds) else { return all.lowerBound }
    var position = max(mark.position, all.lowerBound)
    var events: [Event] = []
    while position < all.upperBound {
      events.removeAll(keepingCapacity: true)
      try read(from: position, into: &events, limit: 4_096)
      if let index = events.firstIndex(where: { !isBefore($0) }) { return position + UInt64(index) }
      if events.isEmpty { break }
      position += UInt64(events.count)
    }
    return all.upperBound
  }
}

extension RandomAccessCollection where Index == Int {
  /// The last element of the prefix for which a predicate holds, by binary search.
  func lastInPrefix(where holds: (Element) -> Bool) -> Element? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > startIndex ? self[low - 1] : nil
  }
}
