// What is wrong with a log, in sentences for people: the place, what was expected there, what was found.

extension LogError: CustomStringConvertible {
  /// One sentence, without a full stop.
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
  /// `line 41: expected sequence 7, found 9`.
  public var description: String { line > 0 ? "line \(line): \(message)" : message }
}
