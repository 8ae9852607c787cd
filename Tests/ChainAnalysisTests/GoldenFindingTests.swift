// The findings of the scenarios' recorded logs: silent, except for what is wrong on purpose.

import ChainAnalysis
import ChainModel
import Foundation
import PromiseCore
import PromiseScope
import PromiseTrace
import TestSupport
import Testing

@Suite("findings of the scenarios' logs")
struct GoldenFindingTests {
  private func logs() throws -> [(name: String, lines: [String])] {
    let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/ScenariosTests/Golden"
    // Scenarios with a fault are named after the rule that finds it; `FaultTests` is about them.
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix(".ndjson") && Rule(rawValue: String($0.prefix { $0 != "." })) == nil
        && $0 != "find-the-fault.ndjson"
    }.sorted().map {
      name in
      let reader = try LogReader(path: "\(folder)/\(name)")
      var events: [Event] = []
      while try reader.read(into: &events, limit: 1_000) != .ended {}
      return (name, found(events, reader.texts))
    }
  }

  @Test("the scenarios are silent, except for the one that settles a promise twice on purpose")
  func warnings() throws {
    let logs = try logs()
    #expect(logs.count >= 20)
    for (name, lines) in logs {
      let serious = lines.filter { !$0.hasPrefix("note ") }
      if name == "promisekit-box.ndjson" {
        #expect(serious.count == 1 && serious[0].hasPrefix(#"warning settled-twice: "the box" (#1)"#), "\(serious)")
      } else {
        #expect(serious.isEmpty, "\(name): \(serious)")
      }
    }
  }

  @Test("the notes are about handlers that replace an error")
  func notes() throws {
    for (name, lines) in try logs() {
      for line in lines where line.hasPrefix("note ") { #expect(line.contains("swallowed-error"), "\(name): \(line)") }
    }
  }
}
