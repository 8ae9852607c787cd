// What `pscope` says where it was asked in a wrong way, and the help. Refuses what needs a run or a log.

import Testing

@Suite struct UsageTests {
  @Test func helpShowsTheCommandsOnStandardOutput() async throws {
    let help = try await pscope("--help")
    #expect(help.code == 0)
    #expect(help.errors.isEmpty)
    for word in ["demo", "list", "view", "export", "Exit codes"] { #expect(help.text.contains(word)) }
  }

  @Test func versionIsOneLine() async throws {
    let version = try await pscope("--version")
    #expect(version.code == 0)
    #expect(version.text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  @Test func anUnknownOptionIsAUsageError() async throws {
    let outcome = try await pscope("list", "--wibble")
    #expect(outcome.code == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("--wibble"))
  }

  @Test(arguments: ["demo", "export", "view"])
  func anUnknownScenarioNamesTheNearest(command: String) async throws {
    let outcome = try await pscope(command, "lst-loader")
    #expect(outcome.code == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("did you mean 'list-loader'?"))
  }

  @Test func aHostileNameIsEscaped() async throws {
    let outcome = try await pscope("demo", "evil\u{1B}[2J")
    #expect(outcome.code == 2)
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test(arguments: [["--speed", "0"], ["--speed", "-1"], ["--speed", "nan"], ["--latency", "-5"]])
  func numbersOutOfRangeSayWhatWasExpected(option: [String]) async throws {
    let outcome = try await pscope("demo", "--virtual", "\(option[0])=\(option[1])")
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("\(option[0]): expected"))
  }

  @Test func anUnknownPolicyListsThePolicies() async throws {
    let outcome = try await pscope("demo", "--policy", "remotest")
    #expect(outcome.code == 64)
    for policy in ["local-then-remote", "local", "remote", "remote-else-local"] {
      #expect(outcome.errors.contains(policy))
    }
  }

  @Test func anOptionThatMeansNothingToTheScenarioIsRefused() async throws {
    let outcome = try await pscope("demo", "one", "--virtual", "--policy", "remote")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("--policy means nothing to the scenario 'one'"))
    #expect(outcome.errors.contains("list-loader"))
  }
}

@Suite struct ListTests {
  @Test func everyScenarioHasOneLineWithItsName() async throws {
    let outcome = try await pscope("list")
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
    let names = outcome.text.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(names.first == "list-loader")
    for name in ["one", "serial", "parallel-all", "parallel-one", "serial-parallel", "contacts-avatars"] {
      #expect(names.contains(name))
    }
    #expect(Set(names).count == names.count)
  }

  @Test func aFullDiskIsAnError() async throws {
    let outcome = try await pscope("list", output: .path("/dev/full"))
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("No space left on device"))
  }

  @Test func aReaderThatLeftIsNoError() async throws {
    let outcome = try await pscope("list", output: .closedPipe)
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
  }
}
