// The first line of a log: who wrote it, when, and how to read it.

/// How much of a value or an error goes into the log.
public enum ValuePolicy: String, Sendable, CaseIterable {
  /// Nothing: values may be secrets.
  case off
  /// The type's name.
  case type
  /// One line, control characters escaped, cut at ``ValuePolicy/previewLimit``.
  case preview

  /// Length of a preview in characters, the ellipsis included.
  public static let previewLimit = 120
}

/// The log's header: the first line of an NDJSON log.
public struct LogHeader: Sendable, Equatable {
  /// The schema's name, the `schema` field of every log.
  public static let schema = "promisescope.log"
  /// The newest version this library reads and the one it writes.
  public static let currentVersion = 1

  /// The version of the log format.
  public var version = LogHeader.currentVersion
  /// Wall-clock time of `time == 0`, as ISO 8601 UTC with milliseconds.
  public var started = "1970-01-01T00:00:00.000Z"
  /// The program's name.
  public var program = ""
  /// Its process id; 0 under a virtual clock.
  public var pid: Int32 = 0
  /// The folder that sites are relative to; empty where unknown.
  public var sourceRoot = ""
  /// How much of values was recorded.
  public var values = ValuePolicy.off
  /// The seed of a scenario's random choices, where it has one.
  public var seed: UInt64?
  /// Members of the header that this version does not know, as JSON members without braces; carried through.
  public var extra = ""

  /// Creates a header with every field at its default.
  public init() {}
}

/// Why a log can't be read at all. (What can be read around is a ``LogDiagnostic``.)
public enum LogError: Error, Equatable {
  /// The file holds nothing.
  case empty
  /// The first line is not this log's header. `found` is its beginning, escaped.
  case notALog(found: String)
  /// The header's version is newer than this program.
  case newerVersion(found: Int, supported: Int)
  /// The operating system refused. `message` is its own words.
  case unreadable(path: String, message: String)
}
