// The events whose line in the log pane contains a text.

import PromiseLog
import PromiseTrace

/// What the filter of the log has found so far.
struct LogMatches: Sendable {
  /// The text, in lower case.
  private(set) var text = ""
  /// The positions of the events that match, ascending; the latest ones, if there are very many.
  private(set) var positions: [UInt64] = []
  /// The number of positions to keep.
  private static let limit = 1_000_000
  /// The position of the next event to look at.
  private var next: UInt64 = 0
  /// Whether events remain to be looked at.
  private(set) var isBusy = false

  /// The number of events that one frame looks at: about 20 ms.
  static let step = 4_096

  /// Looks at the next events.
  ///
  /// - Parameters:
  ///   - wanted: The text to search for; another one than before starts again.
  ///   - archive: The events.
  ///   - line: The line of an event.
  mutating func advance(
    _ wanted: String, in archive: any EventArchive, line: (Event, UInt64) -> String
  ) {
    let wanted = wanted.lowercased()
    if wanted != text { self = LogMatches(text: wanted) }
    let available = archive.positions
    // Older events may have been evicted since.
    if let first = positions.first, first < available.lowerBound { positions.removeAll { $0 < available.lowerBound } }
    next = max(next, available.lowerBound)
    isBusy = next < available.upperBound && !text.isEmpty
    guard isBusy else { return }
    var events: [Event] = []
    try? archive.read(from: next, into: &events, limit: Self.step)
    for (offset, event) in events.enumerated() where line(event, next + UInt64(offset)).lowercased().contains(text) {
      positions.append(next + UInt64(offset))
    }
    if positions.count > Self.limit { positions.removeFirst(Self.limit / 2) }
    // An archive that can't be read anymore has no more matches.
    next = events.isEmpty ? available.upperBound : next + UInt64(events.count)
    isBusy = next < available.upperBound
  }

  private init(text: String) { self.text = text }
  init() {}
}
