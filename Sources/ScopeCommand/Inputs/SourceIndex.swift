// The source files below a folder, by name. Owns which files count, and the limits of the search.

import Foundation

/// The source files below a folder.
enum SourceIndex {
  /// The number of files and folders to look at in each folder.
  private static let limit = 50_000
  /// The endings of the names of source files.
  private static let endings: Set<Substring> = [
    "astro", "c", "cc", "cjs", "coffee", "cpp", "cs", "cts", "dart", "ex", "exs", "go", "h", "hpp", "java", "js", "jsx",
    "kt",
    "kts", "lua", "m", "mjs", "mm", "mts", "py", "rb", "rs", "scala", "svelte", "swift", "ts", "tsx", "vue", "zig",
  ]

  /// Whether a name has the ending of a source file.
  static func isSource(_ name: some StringProtocol) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return endings.contains(Substring(name[name.index(after: dot)...]))
  }

  /// The source files below a folder, by name, without those in hidden folders such as `.build`, and those of dependencies.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - isOther: Whether a folder belongs to something else, and is left out.
  /// - Returns: For each name, the paths, which start with that of the folder.
  static func files(below root: String, except isOther: (String) -> Bool = { _ in false }) -> [String: [String]] {
    var index: [String: [String]] = [:]
    guard root != "/", let names = FileManager.default.enumerator(atPath: root) else { return index }
    var count = 0
    while let name = names.nextObject() as? String {
      count += 1
      guard count <= limit else { break }
      let last = name.split(separator: "/").last ?? ""
      if last.hasPrefix(".") || last == "node_modules" || isOther("\(root)/\(name)") {
        names.skipDescendants()
      } else if isSource(last) {
        index[String(last), default: []].append("\(root)/\(name)")
      }
    }
    return index
  }
}
