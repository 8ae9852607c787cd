// The first line of a log: the program, its start, and the format's version.

/// How much of a value or an error goes into the log.
public enum ValuePolicy: String, Sendable, CaseIterable {
  /// Nothing, because values may be confidential. Of errors, the type's name.
  case off
  /// The name of the type.
  case type
  /// One line with control characters escaped, truncated to ``ValuePolicy/previewLimit`` characters.
  case preview

  /// The maximum length of a preview in Unicode scalars, including the ellipsis.
  public static let previewLimit = 120
}

/// The log's header: the first line of an NDJSON log.
public struct LogHeader: Sendable, Equatable {
  /// The schema's name, the `schema` member of every log's header.
  public static let schema = "promisescope.log"
  /// The version that this library writes, and the newest that it reads.
  public static let currentVersion = 1

  /// The version of the log format.
  public var version = LogHeader.currentVersion
  /// The wall-clock time of `time == 0`, as ISO 8601 in UTC with milliseconds.
  public var started = "1970-01-01T00:00:00.000Z"
  /// The program's name.
  public var program = ""
  /// The program's process id; 0 with a manual clock.
  public var pid: Int32 = 0
  /// The scope of ``pid``: equal in two processes if the number means the same process to both; empty if unknown.
  public var pidNamespace = ""
  /// The folder that call sites are relative to; empty if unknown.
  public var sourceRoot = ""
  /// How much of values was recorded.
  public var values = ValuePolicy.off
  /// The seed of a scenario's random choices, if it has one.
  public var seed: UInt64?
  /// What ran the program, with its version, such as `node 20.20.2`; empty for PromiseScope's own library.
  public var runtime = ""
  /// What recorded the program, with its version; empty for PromiseScope's own library.
  public var adapter = ""
  /// The command line; nil if it was not recorded.
  public var arguments: [String]?
  /// The number of the thread that the log is about, if it is not that of the whole process.
  public var thread: UInt64?
  /// What the logs of one run have in common; empty if the log stands alone.
  public var run = ""
  /// When the log was read from the memory of the running program, as ``started``; empty for a log that the program or its adapter wrote.
  public var snapshot = ""
  /// Members of the header that this version does not know, as JSON without braces; preserved when the log is written again.
  public var extra = ""

  /// Creates a header with every field at its default.
  public init() {}
}
