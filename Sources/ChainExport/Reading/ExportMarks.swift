// Events that the store does not keep one by one, but that some formats show. Owns the choice and the limit.

import PromiseTrace

/// Notes and other single events.
struct ExportMarks {
  /// The maximum number of events; 130 bytes each.
  private static let limit = 1_000_000

  private var events: [Event] = []
  /// The number of events beyond the limit.
  private(set) var dropped = 0
  private let isNeeded: Bool
  /// Keeps the texts of the events.
  private let hold: TextHold

  init(_ texts: TextTable, isNeeded: Bool) { (self.isNeeded, hold) = (isNeeded, texts.hold()) }

  /// Keeps an event if a format may show it.
  @inline(__always)
  mutating func add(_ event: Event) {
    switch event.kind {
    case .noted, .ignored, .cancelRequested, .paused, .resumed, .unknown: keep(event)
    case .created where event.extra != .none: keep(event)
    default: break
    }
  }

  private mutating func keep(_ event: Event) {
    guard isNeeded else { return }
    if events.count < Self.limit { events.append(event) } else { dropped += 1 }
  }

  /// The events, without those about promises outside of an excerpt.
  func events(of excerpt: ChosenExcerpt?) -> [Event] {
    guard let excerpt else { return events }
    return events.filter { $0.promise == 0 || excerpt.ids.contains($0.promise) }
  }
}
