// What a follower has to open next: the log that took the place of the shown one, or a log that appeared in its folder. Owns recognizing both.

import ChainScreen
import PlainText
import PromiseLog
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Looks for the run that comes after the one that is shown.
final class NewRun {
  private let path: String
  private let folder: LogFolder?
  /// The logs that were in the folder when the shown one was opened.
  private let known: Set<String>
  /// Whether the shown program only starts others, so that they are shown while it runs.
  private let isLauncher: Bool
  /// Reads the shown log; nil for one that is not followed.
  var reader: LogReader?

  /// Remembers what is there now; nil for a pipe or standard input, which nothing replaces.
  ///
  /// - Parameters:
  ///   - path: The log that is about to be opened.
  ///   - folder: The folder that was asked for; nil if it was the log itself.
  ///   - isLauncher: Whether the program of that log only starts others.
  init?(after path: String, in folder: LogFolder?, isLauncher: Bool = false) {
    guard path != "-", FileIdentity(path: path) != nil else { return nil }
    (self.path, self.folder) = (path, folder)
    self.isLauncher = isLauncher
    known = Set(folder?.list.map(\.path) ?? [])
  }

  /// Whether the file is not the one that was opened.
  var isReplaced: Bool { change != nil }

  /// What has happened, and the log to open.
  ///
  /// A log that was rewritten or replaced is the next run once it contains anything.
  ///
  /// - Parameter isOver: Whether the shown run is over; otherwise another program of the same folder does not take its place.
  /// - Returns: The news; nil if there are none.
  func news(isOver: Bool) -> LogNews? {
    if isOver || isLauncher, let added = folder?.list.first(where: { !known.contains($0.path) }) {
      return LogNews(.joined, name: Escaping.line(added.name), next: added.path)
    }
    var status = stat()
    let next = stat(path, &status) == 0 && status.st_size > 0 ? path : nil
    return change.map { LogNews($0, name: Escaping.line(path), next: [.moved, .deleted].contains($0) ? nil : next) }
  }

  private var change: LogNews.Change? {
    switch reader?.fate {
    case .unchanged, nil: nil
    case .emptied: .emptied
    case .moved: .moved
    case .deleted: .deleted
    case .rotated: .rotated
    case .replaced: .replaced
    }
  }
}
