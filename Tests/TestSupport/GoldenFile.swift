// A committed text that a test compares with what the program makes. Owns the comparison and the update; the test records the issue.

import Foundation

/// A committed text.
public struct GoldenFile {
  private let file: URL

  /// - Parameter file: Its location.
  public init(_ file: URL) { self.file = file }

  /// Compares a text with the committed one; with `PROMISESCOPE_UPDATE_GOLDEN=1` in the environment, commits it instead.
  ///
  /// - Parameter text: The text that the program makes.
  /// - Returns: Where and how they differ; nil if they are equal. A missing file is an empty text.
  /// - Throws: If the file can't be written.
  public func difference(from text: String) throws -> String? {
    if ProcessInfo.processInfo.environment["PROMISESCOPE_UPDATE_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return nil
    }
    let golden = (try? String(decoding: Data(contentsOf: file), as: UTF8.self)) ?? ""
    guard text != golden else { return nil }
    let found = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = golden.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(found, expected).prefix { $0 == $1 }.count
    return """
      \(file.lastPathComponent):\(line + 1) differs
      expected: \(line < expected.count ? String(expected[line]) : "the end")
      found:    \(line < found.count ? String(found[line]) : "the end")
      """
  }
}
