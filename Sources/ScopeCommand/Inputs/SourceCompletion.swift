// What a shell offers for SOURCE: scenarios and log files. Owns which files count as logs.

import ArgumentParser
import DemoCatalog

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension CompletionKind {
  /// The scenarios, and the logs and folders below what was typed.
  static var source: CompletionKind {
    .custom { _, _, prefix in SourceCompletion.candidates(for: prefix) }
  }
}

enum SourceCompletion {
  /// The endings of files that are likely to be logs.
  private static let endings = [".ndjson", ".jsonl", ".json", ".log", ".ndjson.gz", ".log.gz"]

  /// The scenarios, log files, and folders that start with a text.
  ///
  /// - Parameter prefix: The part of the word before the cursor.
  /// - Returns: Scenarios, then files in alphabetical order; folders end with a slash.
  static func candidates(for prefix: String) -> [String] {
    let scenarios = ScenarioCatalog.all.map(\.name).filter { $0.hasPrefix(prefix) }
    let (folder, start) = FolderListing.split(prefix)
    var files: [String] = []
    for name in FolderListing.names(in: folder) {
      guard name.hasPrefix(start), !name.hasPrefix(".") || start.hasPrefix("."), !name.contains(where: \.isNewline)
      else { continue }
      var status = stat()
      guard stat(folder + name, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        files.append(folder + name + "/")
      } else if endings.contains(where: name.lowercased().hasSuffix) {
        files.append(folder + name)
      }
    }
    return scenarios + files.sorted()
  }
}
