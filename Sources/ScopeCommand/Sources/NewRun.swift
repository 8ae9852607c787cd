// What a follower has to open next: the file that replaced the shown log, or a log that appeared in its folder. Owns recognizing both.

import PromiseTrace

/// Looks for the run that comes after the one that is shown.
final class NewRun {
  private let path: String
  private let folder: LogFolder?
  /// The file that was opened, or that has the rest of its run.
  private var identity: FileIdentity
  /// The logs that were in the folder then.
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
    guard path != "-", let identity = FileIdentity(path: path) else { return nil }
    (self.path, self.folder, self.identity) = (path, folder, identity)
    self.isLauncher = isLauncher
    known = Set(folder?.list.map(\.path) ?? [])
  }

  /// The log to open.
  ///
  /// A run writes a file of its own and renames it, so another file under the same name is another run, or the rest of this one, which its reader
  /// finds by itself.
  ///
  /// - Parameter isOver: Whether the shown run is over; otherwise another program of the same folder does not take its place.
  /// - Returns: The path; nil if nothing new is there.
  func path(isOver: Bool) -> String? {
    if let now = FileIdentity(path: path), now != identity {
      guard reader?.isSameRun(path) ?? false else { return path }
      identity = now
    }
    guard isOver || isLauncher, let folder else { return nil }
    return folder.list.first { !known.contains($0.path) }?.path
  }
}
