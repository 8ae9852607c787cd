// The state of a reader whose file is being replaced; `LogReader+Replacing` says when that happens.

import PromiseTrace

/// How the file of a reader is being replaced.
struct LogReplacement {
  /// The new file, after its first line, while the rest of the former one is read.
  var next: LogInput?
  /// A file that has the log's name, and is of another run.
  var rejected: FileIdentity?
  /// Whether the reader is in the new file, and has not found an event that it doesn't have.
  var isBehind = false
  /// The entries for the index; their positions are the numbers of events that were passed.
  var entries: [LogIndex.Entry] = []
  /// The number of events that were passed.
  var passed: UInt64 = 0
  /// The sequence of the event before; nil at the start of the file.
  var sequence: UInt64?
}
