// Which file it is that has a name or a descriptor. Owns the comparison, for readers and writers of logs.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What remains the same while a file has other names.
package struct FileIdentity: Equatable, Sendable {
  private var device: dev_t = 0
  private var file: ino_t = 0

  package init() {}

  package init(_ status: stat) { (device, file) = (status.st_dev, status.st_ino) }

  /// The regular file with this path; nil if there is none.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  /// The open file; nil if none is open.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}
