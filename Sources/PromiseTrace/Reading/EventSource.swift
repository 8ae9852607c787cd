// The common interface of everything that delivers events: live rings, a log file, standard input, a test. Owns the contract only.

/// What to expect of a source after a read.
public enum SourceStatus: Sendable, Equatable {
  /// More events may be available immediately.
  case more
  /// No more events for now; a live program or a growing file may deliver some later.
  case idle
  /// The stream has ended.
  case ended
}

/// A problem in a reader's input that does not stop it: a malformed line, a gap, a last line that is cut off.
public struct LogDiagnostic: Sendable, Equatable {
  /// The line of the input, 1-based; 0 if the problem has no line.
  public var line: Int
  /// What was expected and what was found, for display.
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
  /// The log's first line; complete after the first read that returns something other than ``SourceStatus/idle``.
  var header: LogHeader { get }
  /// The texts that the events' handles refer to.
  var texts: TextTable { get }
  /// The problems found in the input so far; of very many, the first ones and a sentence about the others.
  var diagnostics: [LogDiagnostic] { get }
  /// The number of problems found in the input so far.
  var problemCount: Int { get }
  /// Facts about the input that are worth knowing but are not problems.
  var notices: [LogDiagnostic] { get }
  /// The number of events missing because the input is damaged.
  var damaged: UInt64 { get }

  /// Appends the events that are available, without waiting for more.
  ///
  /// - Parameters:
  ///   - events: Receives the events, in order.
  ///   - limit: The maximum number of events to append.
  /// - Returns: Whether to expect more events.
  /// - Throws: ``LogError`` if the input can't be read at all.
  func read(into events: inout [Event], limit: Int) throws -> SourceStatus
}

extension EventSource {
  /// The number of ``diagnostics`` by default.
  public var problemCount: Int { diagnostics.count }
  /// Empty by default.
  public var notices: [LogDiagnostic] { [] }
  /// 0 by default.
  public var damaged: UInt64 { 0 }
}
