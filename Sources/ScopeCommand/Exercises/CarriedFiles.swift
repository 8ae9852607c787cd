// The files that the command carries, as bytes. Owns finding them by their paths.

import CCarriedFiles

/// The files that are compiled in.
enum CarriedFiles {
  /// The contents of a file; nil if there is none.
  ///
  /// - Parameter path: Its path in the repository.
  /// - Returns: Its bytes, which live as long as the process.
  static func bytes(_ path: String) -> UnsafeBufferPointer<UInt8>? { all.first { $0.path == path }?.bytes }

  /// The files below a folder of the repository.
  static func below(_ folder: String) -> [(path: String, bytes: UnsafeBufferPointer<UInt8>)] {
    all.filter { $0.path.hasPrefix(folder + "/") }
  }

  private static var all: [(path: String, bytes: UnsafeBufferPointer<UInt8>)] {
    UnsafeBufferPointer(start: carriedFiles(), count: carriedFileCount()).map {
      (String(cString: $0.path), UnsafeBufferPointer(start: $0.bytes, count: carriedFileSize($0)))
    }
  }
}
