// The folders that the command carries, as bytes: the adapter for Python, the programs of the exercises, the sources of the library, and the code of the
// scenarios.

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

  /// The code of the scenarios, by the paths that their call sites have.
  static var scenarios: [String: String] {
    Dictionary(
      below("demos").map { file in
        let parts = file.path.split(separator: "/")
        return ("\(parts[1])/\(parts[parts.count - 1])", String(decoding: file.bytes, as: UTF8.self))
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension StaticString {
  fileprivate var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}
