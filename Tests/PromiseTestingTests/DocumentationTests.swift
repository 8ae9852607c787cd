// Compares docs/testing.md with the example that the tests run, and with what a failing test prints.
//
// `PROMISESCOPE_UPDATE_GOLDEN=1` writes both into the document instead.

import Foundation
import PromiseScope
import TestSupport
import Testing

@testable import PromiseTesting

@Suite("docs/testing.md")
struct DocumentationTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  private let page = tests.appending(path: "../../docs/testing.md").standardized

  @Test("contains the example, and the report of its failing test")
  func example() async throws {
    let example = try String(contentsOf: Self.tests.appending(path: "Examples/LoaderTests.swift"), encoding: .utf8)
    let source = example.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)[2]
    let report = try #require(await reports { _ = Loader().title(of: "about") }.first)
      .replacing("PromiseTestingTests/", with: "AppTests/").trimmingCharacters(in: .newlines)

    var text = try String(contentsOf: page, encoding: .utf8)
    let blocks = text.split(separator: "```", omittingEmptySubsequences: false)
    let shown = try #require(blocks.first { $0.hasPrefix("swift\n") && $0.contains("struct Loader ") })
    let shownReport = try #require(blocks.first { $0.contains("can never settle") })
    if ProcessInfo.processInfo.environment["PROMISESCOPE_UPDATE_GOLDEN"] == "1" {
      text = text.replacing(shown, with: "swift\n" + source).replacing(shownReport, with: "\n" + report + "\n")
      try text.write(to: page, atomically: true, encoding: .utf8)
    } else {
      #expect(shown == "swift\n" + source)
      expectEqual(withoutTimes(String(shownReport)), withoutTimes("\n" + report + "\n"))
    }
  }

  /// Replaces each duration, and the spaces around it, which align its column.
  private func withoutTimes(_ text: String) -> String {
    text.replacing(/\ +[0-9.]+\ (µs|ms|s)\ +/, with: " … ")
  }
}
