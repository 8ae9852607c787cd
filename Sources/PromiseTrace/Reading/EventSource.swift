// Where events come from. Live rings, a log file, standard input and a test's picture look the same from here on down.

/// What a source had to say after a read.
public enum SourceStatus: Sendable, Equatable {
  /// There may be more at once.
  case more
  /// Nothing more for now; a live program or a growing file may bring some later.
  case idle
  /// Nothing will ever come after what was read.
  case ended
}

/// What a reader noticed about its input without stopping: a malformed line, a gap, an end cut off in mid-line.
public struct LogDiagnostic: Sendable, Equatable {
  /// 1-based line of the input, or 0 where there are no lines.
  public var line: Int
  /// What was expected and what was found, for a person.
  public var message: String

  /// Creates a diagnostic.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}

/// A stream of events in `sequence` order.
///
/// Not thread-safe: one thread reads a source. Several sources may read the same rings independently.
public protocol EventSource: AnyObject {
  /// The log's first line; complete once the first read returned.
  var header: LogHeader { get }
  /// The words that the events' handles point to.
  var texts: TextTable { get }
  /// What was wrong with the input so far.
  var diagnostics: [LogDiagnostic] { get }
  /// What is worth knowing about the input and not wrong.
  var notices: [LogDiagnostic] { get }
  /// How many of the missing events are missing because the input is damaged.
  var damaged: UInt64 { get }

  /// Appends the events that are there, without waiting for others.
  ///
  /// - Parameters:
  ///   - events: Receives the events, in order.
  ///   - limit: How many to append at most.
  /// - Returns: Whether more can be expected.
  /// - Throws: ``LogError`` where the input can't be read at all.
  func read(into events: inout [Event], limit: Int) throws -> SourceStatus
}

extension EventSource {
  /// None; a log's reader has some.
  public var notices: [LogDiagnostic] { [] }
  /// None; a log's reader finds them.
  public var damaged: UInt64 { 0 }
}
