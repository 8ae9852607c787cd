// The error of a log that can't be read, and the sentences about it and about diagnostics: the location, what was expected, and what was found.

import PromiseTrace

/// The reason why a log can't be read at all.
///
/// A problem that does not stop the reader is a ``LogDiagnostic``.
public enum LogError: Error, Equatable {
  case empty
  /// The first line is not a header. `found` is its start, escaped.
  case notALog(found: String)
  /// The log's version is newer than the `supported` one.
  case newerVersion(found: Int, supported: Int)
  /// The file can't be read. `message` is the operating system's.
  case unreadable(path: String, message: String)
}

extension LogError: CustomStringConvertible {
  /// One sentence, without a period.
  public var description: String {
    switch self {
    case .empty:
      "the log is empty: expected a first line that begins {\"schema\":\"\(LogHeader.schema)\",\"version\":…"
    case .notALog(let found):
      "not a PromiseScope log: expected line 1 to begin {\"schema\":\"\(LogHeader.schema)\",\"version\":…, found \(found)"
    case .newerVersion(let found, let supported):
      "line 1: the log has version \(found), this program reads up to version \(supported): "
        + "a newer PromiseScope can open it"
    case .unreadable(let path, let message):
      "\(path): \(message)"
    }
  }
}

extension LogDiagnostic: CustomStringConvertible {
  /// The message with its line, such as `line 41: expected sequence 7, found 9`.
  public var description: String { line > 0 ? "line \(line): \(message)" : message }
}
