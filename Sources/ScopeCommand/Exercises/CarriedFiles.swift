// The folders that the command carries, as bytes: the programs of the exercises, and the sources of the library.

/// The files of the folders that are compiled in; `scripts/carry-files` has written them.
enum CarriedFiles {
  /// The contents of a file; nil if there is none.
  ///
  /// - Returns: Its bytes, which live as long as the process.
  static func bytes(_ path: String) -> UnsafeBufferPointer<UInt8>? {
    carriedFolders.first { $0.path == path }?.text.bytes
  }

  /// The files below a folder of the repository, sorted by path.
  static func below(_ folder: String) -> [(path: String, bytes: UnsafeBufferPointer<UInt8>)] {
    carriedFolders.filter { $0.path.hasPrefix(folder + "/") }.map { ($0.path, $0.text.bytes) }
  }
}

extension StaticString {
  fileprivate var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}
