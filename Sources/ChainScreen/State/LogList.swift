// The list in which a person chooses another log of the folder.

/// The place of the shown log among those of its folder, from the newest.
struct LogPlace: Sendable, Equatable {
  var number: Int
  var count: Int
}

/// The logs of a folder, of which one is selected.
public struct LogList: Sendable, Equatable {
  /// The logs, newest first; at least one.
  public let logs: [LogFinder.Log]
  /// The index of the one that the screen shows; nil if it is gone.
  public let shown: Int?
  /// The index of the selected one.
  public private(set) var selected: Int

  /// Lists the logs of a folder with the one that is shown selected; nil if there are none.
  init?(_ finder: LogFinder) {
    logs = finder.list()
    guard !logs.isEmpty else { return nil }
    shown = logs.firstIndex { $0.path == finder.shown }
    selected = shown ?? 0
  }

  /// Moves the selection, at most to the first or the last log.
  mutating func move(by lines: Int) {
    let (target, isTooFar) = selected.addingReportingOverflow(lines)
    selected = isTooFar ? (lines < 0 ? 0 : logs.count - 1) : max(0, min(target, logs.count - 1))
  }

  /// The first visible line, where `rows` lines fit.
  func top(rows: Int) -> Int { max(0, min(selected - rows / 2, logs.count - rows)) }
}
