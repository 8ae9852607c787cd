// Mutants of the scenarios' logs, the same ones each time. `make fuzz` looks for others.

import Foundation
import LogFuzzing
import Testing

/// The logs that the scenarios write.
private let seeds: [[UInt8]] = {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "ScenariosTests/Golden")
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  return names.filter { $0.hasSuffix(".ndjson") }.sorted().compactMap {
    (try? Data(contentsOf: folder.appending(path: $0))).map(Array.init)
  }
}()

@Suite struct LogFuzzingTests {
  @Test func theScenariosLogsHoldEverything() {
    #expect(seeds.count > 10)
    for seed in seeds.prefix(2) { #expect(LogTrial.run(seed) == nil) }
  }

  @Test(arguments: 0..<8) func noMutantTrapsOrSteersATerminal(_ part: Int) throws {
    for number in 0..<3 {
      var random = SeededRandom(seed: UInt64(part * 1_000 + number))
      let seed = try #require(seeds.randomElement(using: &random))
      let lines = seed.split(separator: UInt8(ascii: "\n"))
      // A few lines are enough, and quick.
      let log = Array(lines.prefix(1 + random.next(below: 60)).joined(separator: [UInt8(ascii: "\n")]))
      let mutant = LogMutator.mutate(log, using: &random)
      if let broken = LogTrial.run(mutant) {
        Issue.record("mutant \(part * 1_000 + number): \(broken)\n\(String(decoding: mutant, as: UTF8.self))")
      }
    }
  }

  @Test(arguments: [
    "", "\n", "{", "\u{1B}[31m", #"{"schema":"\u001b[31m"}"#, #"{"schema":"promisescope.log","version":2}"#,
    #"{"schema":"promisescope.log","version":1,"unit":"ns"}"#,
    #"{"schema":"promisescope.log","version":1}"# + "\n\u{9B}",
  ])
  func noBeginningTraps(_ log: String) {
    #expect(LogTrial.run(Array(log.utf8)) == nil)
  }
}
