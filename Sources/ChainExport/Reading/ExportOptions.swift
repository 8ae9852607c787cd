// What an export is asked for, and what it reports. Owns the defaults.

import PlainText
import PromiseTrace

/// The options of an export; each format uses the ones that apply to it.
public struct ExportOptions: Sendable {
  /// Text: whether to draw with ASCII only.
  public var isASCII = false
  /// The part to export; nil for everything.
  public var excerpt: ExportExcerpt?
  /// Text and pictures: the maximum number of promises to keep in memory.
  ///
  /// Formats of data keep ``dataLimit``.
  public var limit = 1_250_000
  /// Formats of data: the maximum number of promises to keep in memory, ten times as many as a picture.
  public var dataLimit: Int { limit * 10 }
  /// Pages: the maximum number of promises to look at for all answers; an answer about the end of a long chain looks at the whole chain.
  package var answerWork = 2_000_000
  /// Called when the source has no events at the moment; returning false ends the export.
  ///
  /// The default returns false.
  public var waitForMore: @Sendable () -> Bool = { false }

  /// Returns a word for the end of a source without an `ended` event, such as `interrupted`.
  ///
  /// An empty string, the default, says only that the log has no end. Equal logs give equal exports if the word does not depend on anything
  /// but the log.
  public var unfinished: @Sendable (LogHeader) -> String = { _ in "" }

  /// Pages, pictures, and texts for people: the language of their own words; nil for English and, on a page, for the reader's choice.
  public var language: Language?

  private var details: [ObjectIdentifier: any FormatOptions] = [:]

  /// Creates options with every field at its default.
  public init() {}

  /// The options that only one format knows.
  public subscript<Details: FormatOptions>(type: Details.Type) -> Details {
    get { details[ObjectIdentifier(type)] as? Details ?? Details() }
    set { details[ObjectIdentifier(type)] = newValue }
  }
}

/// Options that only one format knows, with every field at its default at first.
public protocol FormatOptions: Sendable {
  /// Creates the defaults.
  init()
}

/// The result of an export.
public struct ExportSummary: Sendable, Equatable {
  /// The number of events read.
  public var events: UInt64 = 0
  /// The number of events that were lost before they could be read; if it isn't 0, the export is incomplete.
  public var lost: UInt64 = 0
  /// The number of bytes passed to the sink.
  public var bytes: UInt64 = 0
  /// Whether the log had an `ended` event.
  public var isEnded = false
  /// The number of promises that were not kept because the log has more than the format keeps in memory.
  ///
  /// It is 0 for formats that write while they read, unless they export an excerpt: `ndjson`, `story`.
  public var evicted = 0
  /// What the format leaves out, as a sentence without a period; nil if nothing.
  public var notice: String?

  /// Creates a summary.
  public init(events: UInt64 = 0, lost: UInt64 = 0, bytes: UInt64 = 0, isEnded: Bool = false, evicted: Int = 0) {
    self.events = events
    self.lost = lost
    self.bytes = bytes
    self.isEnded = isEnded
    self.evicted = evicted
  }

  mutating func count(_ event: Event) {
    events += 1
    // A damaged log may contain any number.
    if event.kind == .lost { lost = lost.saturatingSum(event.count) }
    if event.kind == .ended { isEnded = true }
  }
}
