// What `make` prints before it builds anything: the list of targets and the message about a missing toolchain.

import Foundation
import TestSupport
import Testing

/// Runs `make` in the package folder.
private func make(_ arguments: String...) async throws -> Outcome { try await run(["make", "-C", root] + arguments) }

/// The package folder.
private let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path

@Suite struct MakeTests {
  @Test func listsAllTargetsByDefault() async throws {
    let help = try await make()
    expectEqual(help.code, 0)
    let makefile = try String(contentsOfFile: root + "/Makefile", encoding: .utf8)
    let lines = makefile.split(separator: "\n")
    let documented = lines.filter { !$0.hasPrefix("\t") && $0.contains(": ") && $0.contains("## ") }
    #expect(documented.count > 8)
    for line in documented { #expect(help.text.contains("make \(line.prefix { $0 != ":" })")) }
  }

  @Test(arguments: ["build", "test", "demo", "lint"])
  func reportsAMissingToolchainInOneSentence(target: String) async throws {
    let outcome = try await make("SWIFT=no-such-swift", target)
    expectEqual(outcome.code, 2)
    #expect(outcome.errors.contains("The Swift toolchain is missing: install Swift 6.1 or later"))
    expectEqual(outcome.errors.split(separator: "\n").count, 2, "our message and one line of make")
  }
}
