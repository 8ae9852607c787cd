// The findings of the scenarios' recorded logs: silent, except for what is wrong on purpose.

import Foundation
import PromiseCore
import PromiseLog
import PromiseScope

@Suite struct GoldenFindingTests {
  private func logs() throws -> [(name: String, lines: [String])] {
    let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/ScenariosTests/Golden"
    // Scenarios with a fault are named after the rule that finds it; `FaultTests` is about them.
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix(".ndjson") && Rule(rawValue: String($0.prefix { $0 != "." })) == nil
        && $0 != "find-the-fault.ndjson"
    }.sorted().map {
      name in
      let reader = try LogReader(path: "\(folder)/\(name)")
      let events = try reader.allEvents()
      return (name, found(events, reader.texts))
    }
  }

  /// What is wrong on purpose in a scenario that is not named after a rule.
  private static let expected: [String: [String]] = [
    "for-each": ["warning missing-return"],
    "hangs": ["error never-settled", "error cycle"],
    "life-of-a-promise": ["warning settled-twice"],
    "promisekit-box": ["error self-resolution", "warning settled-twice"],
    "promisekit-state": ["error unhandled-rejection"],
    "retain-cycles": ["error never-settled"],
    "two-handlers": ["error unhandled-rejection"],
    "unhandled-branch": ["error unhandled-rejection"],
  ]

  @Test func theScenariosAreSilentExceptForWhatIsWrongOnPurpose() throws {
    let logs = try logs()
    #expect(logs.count >= 20)
    for (name, lines) in logs {
      let serious = lines.filter { !$0.hasPrefix("note ") }.map { String($0.prefix { $0 != ":" }) }
      #expect(serious == Self.expected[String(name.prefix { $0 != "." })] ?? [], "\(name): \(lines)")
    }
  }

  @Test(
    "the notes are about handlers that replace an error, and about work that a time limit does not cancel"
  )
  func notes() throws {
    for (name, lines) in try logs() {
      // Nothing waits for the promise that is forgotten on purpose.
      let others = ["settling-stops-nothing.ndjson": "uncanceled-source", "catch-policies.ndjson": "never-settled"]
      let rules = ["swallowed-error", others[name]].compactMap { $0 }
      for line in lines where line.hasPrefix("note ") {
        #expect(rules.contains(where: line.contains), "\(name): \(line)")
      }
    }
  }
}
