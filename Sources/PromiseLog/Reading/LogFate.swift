// What has happened to the file of a followed log while it was read: it was rewritten, moved, deleted, or another one has its name. Owns
// telling these apart. Opens no other run.

import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What has happened to the file of a followed log.
package enum LogFate: Sendable, Hashable {
  /// Nothing, or it was replaced by a file with the rest of its run, in which its reader continues.
  case unchanged
  /// It no longer contains what was read.
  case emptied
  /// It has another name, and no file has its own.
  case moved
  case deleted
  /// It has another name, and another file has its own.
  case rotated
  /// It has no name, and another file has its own.
  case replaced
}

extension LogReader {
  /// What has happened to the file since it was opened.
  ///
  /// Costs a few system calls.
  package var fate: LogFate {
    var status = stat()
    guard let (file, path) = input.rereadable, fstat(file.descriptor, &status) == 0 else { return .unchanged }
    let named = FileIdentity(path: path)
    if named == FileIdentity(status) {
      return !input.isRewritten || !isEnded && isSameRun(path) ? .unchanged : .emptied
    }
    let isNamed = status.st_nlink > 0
    if named == nil { return isNamed ? .moved : .deleted }
    return isSameRun(path) ? .unchanged : isNamed ? .rotated : .replaced
  }
}
