// Events that can be read again, from any place: what going back in time stands on. Owns the contract; a log file and a tape in
// memory keep it.

/// A place between two events of a run.
public struct EventMark: Sendable, Equatable {
  /// How many events come before it.
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
  /// The positions of the events that are here; from 0 but where older ones had to go.
  var positions: Range<UInt64> { get }

  /// Appends the events from a position on.
  ///
  /// Reading on where the last read ended is cheapest.
  ///
  /// - Parameters:
  ///   - position: The first event's; none are appended where it is not among ``positions``.
  ///   - events: Receives the events, in order.
  ///   - limit: How many to append at most.
  /// - Throws: ``LogError`` where a file can't be read any more.
  func read(from position: UInt64, into events: inout [Event], limit: Int) throws

  /// The last mark of which something holds that holds for all marks before it; nil where it holds for none.
  ///
  /// Marks are some thousand events apart; their sequence and time never decrease in a sound log.
  func lastMark(where holds: (EventMark) -> Bool) -> EventMark?
}

extension EventArchive {
  /// The position of the first event at or after a moment.
  ///
  /// - Parameter time: In nanoseconds since the log's start.
  /// - Returns: The position before that event; the end where all are earlier.
  /// - Throws: ``LogError`` where a file can't be read any more.
  public func position(ofTime time: Int64) throws -> UInt64 {
    try position {
      $0.time < time
    } of: {
      $0.time < time
    }
  }

  /// The position before the event with this `sequence`, or before the next one where it is missing.
  ///
  /// - Throws: ``LogError`` where a file can't be read any more.
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
      if let place = events.firstIndex(where: { !isBefore($0) }) { return position + UInt64(place) }
      if events.isEmpty { break }
      position += UInt64(events.count)
    }
    return all.upperBound
  }
}

extension Array {
  /// The last element of those at the beginning of which something holds, by bisection.
  func lastInPrefix(where holds: (Element) -> Bool) -> Element? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? self[low - 1] : nil
  }
}
