// The formats in which a history can be exported, and the function that exports it.
//
// Owns the list of formats and their options; each format is implemented in its own file. Does not open files or print.

import PromiseTrace

/// A format of the `export` command.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// The log itself, one event per line.
  case ndjson
  /// The final tree as text.
  case text

  /// Exports everything a source has.
  ///
  /// - Parameters:
  ///   - source: The source, which is read to its end.
  ///   - options: The options; each format uses the ones that apply to it.
  ///   - sink: Receives the bytes, in order, in chunks of about 64 KiB. An error that it throws ends the export.
  /// - Returns: A summary of the export.
  /// - Throws: The sink's error, or ``LogError`` if the source can't be read; the sink then has received everything read
  ///   before.
  @discardableResult
  public func export(
    _ source: any EventSource, options: ExportOptions = ExportOptions(), into sink: ([UInt8]) throws -> Void
  ) throws -> ExportSummary {
    if let excerpt = options.excerpt {
      return try ExcerptExport(excerpt: excerpt, options: options).export(source, as: self, into: sink)
    }
    return switch self {
    case .ndjson: try NDJSONExport(options: options).export(source, into: sink)
    case .text: try TextExport(options: options).export(source, into: sink)
    }
  }
}

/// The options of an export; each format uses the ones that apply to it.
public struct ExportOptions: Sendable {
  /// Text: whether to draw with ASCII only.
  public var isASCII = false
  /// The part to export; nil for everything.
  public var excerpt: ExportExcerpt?
  /// Text: the maximum number of promises to keep in memory.
  public var limit = 1_250_000
  /// Called when the source has no events at the moment; returning false ends the export.
  ///
  /// The default returns false.
  public var waitForMore: @Sendable () -> Bool = { false }

  /// Text: returns a word for the end of a log without an `ended` event, such as `killed`, or an empty string for none.
  public var unfinished: @Sendable (LogHeader) -> String = { _ in "" }

  /// Creates options with every field at its default.
  public init() {}
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

  /// Creates a summary.
  public init(events: UInt64 = 0, lost: UInt64 = 0, bytes: UInt64 = 0, isEnded: Bool = false) {
    self.events = events
    self.lost = lost
    self.bytes = bytes
    self.isEnded = isEnded
  }
}
