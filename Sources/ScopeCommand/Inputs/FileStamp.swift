// What tells a file from what it was before: for logs that are written again, and programs that are saved.

import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What changes with the contents of a file.
struct FileStamp: Equatable {
  private let identity: FileIdentity
  private let size: Int64
  private let modified: Int64

  /// The stamp of a regular file; nil if there is none.
  init?(path: String) {
    var status = stat()
    guard let identity = FileIdentity(path: path), stat(path, &status) == 0 else { return nil }
    (self.identity, size, modified) = (identity, Int64(status.st_size), modificationTime(status))
  }

  /// Whether only the contents differ.
  func isSameFile(as other: FileStamp) -> Bool { identity == other.identity }
}
