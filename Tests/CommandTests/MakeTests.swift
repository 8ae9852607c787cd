// What `make` prints before it builds anything: the list of targets and the message about a missing toolchain.

/// Runs `make` in the package folder.
private func make(_ arguments: String...) async throws -> Outcome { try await run(["make", "-C", root] + arguments) }

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

  /// A Debian whose only Python is python3-minimal: the command exists, and lacks most of its library.
  @Test(arguments: [(0, false), (1, true)])
  func installsWhatAPythonLacks(status: Int, isInstalled: Bool) async throws {
    let folder = try Folder()
    let programs = [
      "python3": "exit \(status)", "apt-get": "echo \"$@\"",
      "dpkg-query": "case $3 in python3) exit 1 ;; *) printf installed ;; esac",
    ]
    for (name, script) in programs { chmod(try folder.write(name, "#!/bin/sh\n\(script)\n"), 0o700) }
    let outcome = try await run([
      "env", "PATH=\(folder.path):/usr/bin:/bin", "SWIFT=true", root + "/scripts/install-packages", "lint",
    ])
    let said = outcome.text + outcome.errors
    #expect(said.contains("install -y --no-install-recommends python3\n") == isInstalled, "\(said)")
  }

  @Test(arguments: ["build", "test", "demo", "lint"])
  func reportsAMissingToolchainInOneSentence(target: String) async throws {
    let outcome = try await make("SWIFT=no-such-swift", target)
    expectEqual(outcome.code, 2)
    #expect(outcome.errors.contains("The Swift toolchain is missing: install Swift 6.1 or later"))
    expectEqual(outcome.errors.split(separator: "\n").count, 2, "our message and one line of make")
  }
}
