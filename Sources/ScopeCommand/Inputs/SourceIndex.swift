// The source files below a folder, by name. Owns which files count, and the limits of the search.

import Foundation

/// The source files below a folder.
enum SourceIndex {
  /// The number of files and folders to look at in each folder.
  private static let limit = 50_000
  /// The endings of the names of source files.
  private static let endings = [".swift", ".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx", ".py"]

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
      } else if endings.contains(where: last.hasSuffix) {
        index[String(last), default: []].append("\(root)/\(name)")
      }
    }
    return index
  }
}
