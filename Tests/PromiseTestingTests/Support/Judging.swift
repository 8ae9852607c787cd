// Runs a body as a test would be run, and returns what its report says. Owns the shortening of the reports.

import ChainAnalysis
import TestSupport

@testable import PromiseTesting

/// What is wrong with the promises that `body` creates: the sentence of each report, without call sites.
func faults(
  failOn rules: Set<Rule> = .standard, waiting patience: Duration = .milliseconds(50),
  _ body: () async throws -> Void
) async rethrows -> [String] {
  try await reports(failOn: rules, waiting: patience, body).map { report in
    let line = report.prefix { $0 != "\n" }
    return String(line.range(of: " (PromiseTestingTests/").map { line[..<$0.lowerBound] } ?? line)
  }
}

func reports(
  failOn rules: Set<Rule> = .standard, waiting patience: Duration = .milliseconds(50),
  _ body: () async throws -> Void
) async rethrows -> [String] {
  let session = PromiseSession()
  try await session.run(body)
  await session.settle(within: patience)
  var found: [String] = []
  session.report(rules) { text, isFailure in if isFailure { found.append(text) } }
  return found
}

extension Substring {
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
