// Finds the source of a call site on this machine. Owns where it looks and what it has found. Does not show anything.
//
// A log names a file as `Module/File.swift`, which need not be its path: `Sources/Module/Folder/File.swift` is common. So each folder is
// searched once for files of that name below a folder named like the module.

import ChainScreen
import Foundation
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The source files of a program.
final class SourceFiles: Sendable {
  private struct Found {
    var files: [String: SourceFinder.File?] = [:]
    /// The paths of source files by name, in each folder; nil until it is searched.
    var index: [String: [String]]?
    /// The files that the log itself has; nil until its header is known.
    var embedded: [String: String]?
  }

  private let roots: [String]
  private let recorded: @Sendable () -> (root: String, started: Int64?)
  private let embedded: @Sendable () -> [String: String]
  private let found = Mutex(Found())
  /// The maximum size of a file, in bytes.
  private static let sizeLimit = 4 << 20

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - log: The path of the log; nil for a run of this process. Its folder is searched.
  ///   - roots: The folders given with `--source-root`, which are searched first.
  ///   - recorded: Returns the log's `sourceRoot` and its start in nanoseconds since 1970, once they are known.
  ///   - embedded: Returns the files that the log itself has, once they are known.
  init(
    log: String?, roots: [String], recorded: @escaping @Sendable () -> (root: String, started: Int64?),
    embedded: @escaping @Sendable () -> [String: String] = { [:] }
  ) {
    self.embedded = embedded
    let folder = log.map(parentFolder)
    self.roots = roots + [folder, "."].compactMap { $0 }
    self.recorded = recorded
  }

  /// The finder for a screen.
  var finder: SourceFinder { SourceFinder { self.file($0) } }

  /// The file with a path as the log has it; nil if there is none.
  private func file(_ name: String) -> SourceFinder.File? {
    found.withLock { found in
      if let known = found.files[name] { return known }
      if let text = embedded(&found)[name] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let file = SourceFinder.File(lines: lines, hasChanged: false)
        found.files[name] = file
        return file
      }
      let file = path(of: name, &found).flatMap(read)
      found.files[name] = .some(file)
      return file
    }
  }

  private func embedded(_ found: inout Found) -> [String: String] {
    if let known = found.embedded { return known }
    let files = self.embedded()
    found.embedded = files
    return files
  }

  private func path(of name: String, _ found: inout Found) -> String? {
    let root = recorded().root
    let all = (root.isEmpty ? [] : [root]) + roots
    let candidates = name.hasPrefix("/") ? [name] : all.flatMap { ["\($0)/\(name)", "\($0)/Sources/\(name)"] }
    if let direct = candidates.first(where: { Self.isFile($0) }) { return direct }
    let index = found.index ?? all.reduce(into: [:]) { $0.merge(SourceIndex.files(below: $1), uniquingKeysWith: +) }
    found.index = index
    let parts = name.split(separator: "/")
    guard let file = parts.last else { return nil }
    let matches = (index[String(file)] ?? []).filter { path in
      // A module is named like its folder, with underscores for hyphens.
      parts.count < 2
        || path.split(separator: "/").dropLast().contains {
          $0 == parts[parts.count - 2] || $0.replacing("-", with: "_") == parts[parts.count - 2]
        }
    }
    return matches.min { ($0.count, $0) < ($1.count, $1) }
  }

  /// Whether a path names a regular file; reading a FIFO would block.
  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && isRegular(status)
  }

  private func read(_ path: String) -> SourceFinder.File? {
    guard Self.isFile(path), let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let size = attributes[.size] as? Int, size <= Self.sizeLimit,
      let text = try? String(contentsOfFile: path, encoding: .utf8)
    else { return nil }
    let modified = (attributes[.modificationDate] as? Date).map {
      Int64(max(-9e18, min(9e18, $0.timeIntervalSince1970 * 1e9)))
    }
    // A virtual run starts in 1970, which says nothing about the age of its source.
    let started = recorded().started.flatMap { $0 > 0 ? $0 : nil }
    let hasChanged = modified.flatMap { modified in started.map { modified > $0 } } ?? false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return SourceFinder.File(lines: lines, hasChanged: hasChanged, path: path)
  }

  /// The path on this machine of a file as the log has it; nil if there is none.
  func path(of name: String) -> String? {
    if let path = file(name)?.path, !path.isEmpty { return path }
    // The log has the text; the file may be here, too.
    return found.withLock { path(of: name, &$0) }
  }
}
