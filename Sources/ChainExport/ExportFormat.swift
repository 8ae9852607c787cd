// The formats a history can be exported in: names for a command line, and the one way in for callers.
//
// Owns the list. Each format is a file of its own. Refuses to open files, to print and to choose exit codes.

import PromiseTrace

/// A format of `export`.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// The log itself, one event a line: the source of truth.
  case ndjson
  /// The final tree as text.
  case text

  /// The name on a command line.
  public var name: String { rawValue }

  /// One line for a list of formats.
  public var summary: String {
    switch self {
    case .ndjson: "the log, one event a line (docs/event-log.md)"
    case .text: "the final tree, as text"
    }
  }

  /// The format with this name, whatever its case; nil where there is none: see ``nearest(to:)``.
  public init?(name: String) { self.init(rawValue: name.lowercased()) }

  /// The format that was probably meant.
  ///
  /// - Parameter name: What was typed.
  /// - Returns: The nearest name's format; nil where none is near.
  public static func nearest(to name: String) -> ExportFormat? {
    Suggestion.nearest(to: name, among: allCases.map(\.name)).flatMap(ExportFormat.init(rawValue:))
  }

  /// Exports everything a source has.
  ///
  /// - Parameters:
  ///   - source: Read to its end.
  ///   - options: What a format may be told.
  ///   - sink: Receives the bytes, in order, in pieces of about 64 KiB. What it throws ends the export and is thrown on.
  /// - Returns: What was exported.
  /// - Throws: What the sink threw, or ``LogError``; in that case what was read before has reached the sink.
  @discardableResult
  public func export(
    _ source: any EventSource, options: ExportOptions = ExportOptions(), into sink: ([UInt8]) throws -> Void
  ) throws -> ExportSummary {
    switch self {
    case .ndjson: try NDJSONExport(options: options).export(source, into: sink)
    case .text: try TextExport(options: options).export(source, into: sink)
    }
  }
}

/// What an export may be told; each format uses what concerns it.
public struct ExportOptions: Sendable {
  /// Text: draw with ASCII only.
  public var isASCII = false
  /// Text: how many promises to keep in memory at most.
  public var limit = 1_250_000
  /// Called where the source has nothing for now; false ends the export there.
  ///
  /// The default ends it.
  public var waitForMore: @Sendable () -> Bool = { false }

  /// Creates options with every field at its default.
  public init() {}
}

/// What an export did.
public struct ExportSummary: Sendable, Equatable {
  /// Events read.
  public var events: UInt64 = 0
  /// Events that had been lost before they were read; an export with any is not the whole truth.
  public var lost: UInt64 = 0
  /// Bytes handed to the sink.
  public var bytes: UInt64 = 0
  /// Whether the log's orderly end (`ended`) was there.
  public var isEnded = false

  /// Creates a summary.
  public init(events: UInt64 = 0, lost: UInt64 = 0, bytes: UInt64 = 0, isEnded: Bool = false) {
    self.events = events
    self.lost = lost
    self.bytes = bytes
    self.isEnded = isEnded
  }
}
