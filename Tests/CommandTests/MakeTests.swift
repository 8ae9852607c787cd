// What `make` says before anything is built: its list, and the sentence where a tool is missing. Refuses to build.

import Foundation
import Testing

/// Runs `make` in the package's folder.
private func make(_ arguments: String...) throws -> (code: Int32, output: String, errors: String) {
  let process = Process()
  let output = Pipe()
  let errors = Pipe()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["make", "-C", root] + arguments
  // Run from `make test`, these would make it a part of that one.
  process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MAKE") && $0.key != "MFLAGS" }
  process.standardOutput = output
  process.standardError = errors
  try process.run()
  let said = try output.fileHandleForReading.readToEnd() ?? Data()
  let complained = try errors.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: said, as: UTF8.self), String(decoding: complained, as: UTF8.self))
}

/// The package's folder.
private let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path

@Suite struct MakeTests {
  @Test func withoutATargetItListsAllOfThem() throws {
    let help = try make()
    #expect(help.code == 0)
    let makefile = try String(contentsOfFile: root + "/Makefile", encoding: .utf8)
    let lines = makefile.split(separator: "\n")
    let documented = lines.filter { !$0.hasPrefix("\t") && $0.contains(": ") && $0.contains("## ") }
    #expect(documented.count > 8)
    for line in documented { #expect(help.output.contains("make \(line.prefix { $0 != ":" })")) }
  }

  @Test(arguments: ["build", "test", "demo", "lint"])
  func aMissingToolchainGetsOneSentence(target: String) throws {
    let outcome = try make("SWIFT=no-such-swift", target)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("The Swift toolchain is missing: install Swift 6.1 or later"))
    #expect(outcome.errors.split(separator: "\n").count == 2, "the sentence, and make's own line")
  }
}
