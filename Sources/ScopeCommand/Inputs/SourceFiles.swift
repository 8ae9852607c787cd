// Finds the source of a call site on this machine. Owns where it looks and what it has found. What it may read is decided by `SourceRoot`.
//
// A log names a file as `Module/File.swift`, which need not be its path: `Sources/Module/Folder/File.swift` is common. So each folder is
// searched once for files of that name below a folder named like the module.

import ChainScreen
import Synchronization

/// The source files of a program.
final class SourceFiles: Sendable {
  private struct Found {
    var files: [String: SourceFinder.File?] = [:]
    /// The folders to search; nil until the log's header is known.
    var roots: [SourceRoot]?
    /// The paths of source files by name, in each folder; nil until it is searched.
    var index: [String: [String]]?
    /// The files that the log itself has; nil until its header is known.
    var embedded: [String: String]?
  }

  private let roots: [SourceRoot]
  private let recorded: @Sendable () -> (root: String, started: Int64?)
  private let embedded: @Sendable () -> [String: String]
  private let found = Mutex(Found())

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - log: The path of the log; nil for a run of this process. Its folder is searched.
  ///   - roots: The folders given with `--source-root`.
  ///   - recorded: Returns the log's `sourceRoot` and its start in nanoseconds since 1970, once they are known.
  ///   - embedded: Returns the files that the log itself has, once they are known.
  init(
    log: String?, roots: [String], recorded: @escaping @Sendable () -> (root: String, started: Int64?),
    embedded: @escaping @Sendable () -> [String: String] = { [:] }
  ) {
    self.embedded = embedded
    self.roots =
      roots.compactMap { SourceRoot($0, .named) }
      + [log.map(parentFolder), "."].compactMap { $0 }.compactMap { SourceRoot($0, .nearby) }
    self.recorded = recorded
  }

  /// The finder for a screen.
  var finder: SourceFinder { SourceFinder { self.file($0) } }

  /// The file with a path as the log has it; nil if there is none.
  private func file(_ name: String) -> SourceFinder.File? {
    found.withLock { found in
      if let known = found.files[name] { return known }
      let file: SourceFinder.File?
      if let text = embedded(&found)[name] {
        file = SourceFinder.File(lines: Self.lines(of: text), hasChanged: false)
      } else {
        file = find(name, &found).map {
          // A virtual run starts in 1970, which says nothing about the age of its source.
          let started = recorded().started ?? 0
          return SourceFinder.File(
            lines: Self.lines(of: $0.text), hasChanged: started > 0 && $0.modified > started, path: $0.path)
        }
      }
      found.files[name] = .some(file)
      return file
    }
  }

  private static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
  }

  private func embedded(_ found: inout Found) -> [String: String] {
    if let known = found.embedded { return known }
    let files = self.embedded()
    found.embedded = files
    return files
  }

  private func find(_ name: String, _ found: inout Found) -> SourceRoot.File? {
    let roots = found.roots ?? (SourceRoot(recorded().root, .recorded).map { [$0] } ?? []) + self.roots
    found.roots = roots
    let read = { (path: String) in roots.lazy.compactMap { $0.file(path) }.first }
    let candidates =
      name.hasPrefix("/") ? [name] : roots.map(\.folder).flatMap { ["\($0)/\(name)", "\($0)/Sources/\(name)"] }
    if let direct = candidates.lazy.compactMap(read).first { return direct }
    let parts = name.split(separator: "/")
    guard let file = parts.last, SourceIndex.isSource(file) else { return nil }
    let index =
      found.index ?? roots.reduce(into: [:]) { $0.merge(SourceIndex.files(below: $1.folder), uniquingKeysWith: +) }
    found.index = index
    let matches = (index[String(file)] ?? []).filter { path in
      // A module is named like its folder, with underscores for hyphens.
      parts.count < 2
        || path.split(separator: "/").dropLast().contains {
          $0 == parts[parts.count - 2] || $0.replacing("-", with: "_") == parts[parts.count - 2]
        }
    }
    return matches.sorted { ($0.count, $0) < ($1.count, $1) }.lazy.compactMap(read).first
  }

  /// The path on this machine of a file as the log has it; nil if there is none.
  func path(of name: String) -> String? {
    if let path = file(name)?.path, !path.isEmpty { return path }
    // The log has the text; the file may be here, too.
    return found.withLock { find(name, &$0)?.path }
  }
}
