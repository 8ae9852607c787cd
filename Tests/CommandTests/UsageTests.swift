// The help and usage errors of `pscope`.

@Suite struct UsageTests {
  @Test func printsHelpOnStandardOutput() async throws {
    let help = try await pscope("--help")
    expectEqual(help.code, 0)
    #expect(help.errors.isEmpty)
    let commands = [
      "demo", "run", "record", "view", "export", "check", "why", "stats", "diff", "lint", "learn", "list", "config",
    ]
    for word in commands + ["Exit codes"] {
      #expect(help.text.contains(word))
    }
  }

  @Test func printsTheVersionOnOneLine() async throws {
    let version = try await pscope("--version")
    expectEqual(version.code, 0)
    #expect(version.text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  @Test func reportsAnUnknownOption() async throws {
    let outcome = try await pscope("list", "--wibble")
    expectEqual(outcome.code, 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("--wibble"))
  }

  @Test(arguments: [("chek", "; did you mean 'check'?"), ("run.ndjson", "."), ("evil\u{1B}", ".")])
  func suggestsTheNearestCommand(word: String, end: String) async throws {
    let outcome = try await pscope(word, "--language", "en")
    expectEqual(outcome.code, 64)
    #expect(outcome.output.isEmpty)
    let name = word.replacing("\u{1B}", with: "\\u{1B}")
    expectEqual(outcome.errors, "pscope: no command is named '\(name)'\(end) 'pscope --help' shows the commands.\n")
    try await expectEqual(pscope("help", "check").text.hasPrefix("OVERVIEW"), true)
  }

  @Test(arguments: ["demo", "export", "view"])
  func suggestsTheNearestScenario(command: String) async throws {
    let outcome = try await pscope(command, "lst-loader")
    expectEqual(outcome.code, 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("did you mean 'list-loader'?"))
  }

  @Test func escapesControlCharactersInNames() async throws {
    let outcome = try await pscope("demo", "evil\u{1B}[2J")
    expectEqual(outcome.code, 2)
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test(arguments: [
    ["--evil\u{1B}[2J"], ["demo", "--speed", "evil\u{1B}[2J"], ["demo", "--speed=evil\u{1B}[2J"],
    ["list", "evil\u{1B}[2J"],
    ["demo", "--cache", "a\u{9B}2J\u{202E}\rb"],
  ])
  func escapesControlCharactersInUsageErrors(arguments: [String]) async throws {
    let outcome = try await run([binary] + arguments)
    expectEqual(outcome.code, 64)
    #expect(outcome.errors.contains("Usage:") && outcome.errors.contains("\\u{"))
    #expect(!outcome.errors.unicodeScalars.contains { "\u{1B}\u{9B}\u{202E}\r".unicodeScalars.contains($0) })
  }

  @Test func anArgumentAddsNoLineToAUsageError() async throws {
    let outcome = try await pscope("demo", "--speed=1\nError: forged")
    expectEqual(outcome.code, 64)
    #expect(!outcome.errors.contains("\nError: forged"))
  }

  @Test func anArgumentThatIsANewlineLeavesTheLinesOfAUsageError() async throws {
    let outcome = try await pscope("list", "\n")
    expectEqual(outcome.code, 64)
    #expect(outcome.errors.contains("\nUsage: ") && outcome.errors.contains("'\\n'"))
  }

  @Test(arguments: [
    ["--speed", "0"], ["--speed", "-1"], ["--speed", "nan"], ["--latency", "-5"], ["--cancel-after", "-1"],
    ["--cancel-after", "inf"],
  ])
  func reportsTheExpectedRangeOfNumbers(option: [String]) async throws {
    let outcome = try await pscope("demo", "--virtual", "\(option[0])=\(option[1])")
    expectEqual(outcome.code, 64)
    #expect(outcome.errors.contains("\(option[0]): expected"))
  }

  @Test func listsTheValidPolicies() async throws {
    let outcome = try await pscope("demo", "--policy", "remotest")
    expectEqual(outcome.code, 64)
    for policy in ["local-then-remote", "local", "remote", "remote-else-local"] {
      #expect(outcome.errors.contains(policy))
    }
  }

  @Test func rejectsAnOptionThatDoesNotApplyToTheScenario() async throws {
    let outcome = try await pscope("demo", "one", "--virtual", "--policy", "remote")
    expectEqual(outcome.code, 2)
    #expect(outcome.errors.contains("--policy does not apply to the scenario 'one'"))
    #expect(outcome.errors.contains("list-loader"))
  }
}

@Suite struct ListTests {
  @Test func listsEachScenarioOnce() async throws {
    let outcome = try await pscope("list")
    expectEqual(outcome.code, 0)
    #expect(outcome.errors.isEmpty)
    let names = outcome.text.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    expectEqual(names.first, "list-loader")
    for name in ["one", "serial", "parallel-all", "parallel-one", "serial-parallel", "contacts-avatars"] {
      #expect(names.contains(name))
    }
    expectEqual(Set(names).count, names.count)
  }

  @Test func listsEachScenarioInChinese() async throws {
    let chosen = try await pscope("list", "--language", "zh")
    #expect(chosen.text.contains("serial-parallel") && chosen.text.contains("  先做一步，再同时做三步，"))
    let ofLocale = try await pscope("list", before: "export LC_ALL=zh_CN.UTF-8")
    expectEqual(ofLocale.text, chosen.text)
    let overridden = try await pscope("list", "--language", "en", before: "export LC_ALL=zh_CN.UTF-8")
    #expect(overridden.text == (try await pscope("list")).text)
  }

  @Test func suggestsTheNearestLanguage() async throws {
    let outcome = try await pscope("list", "--language", "ze")
    expectEqual(outcome.code, 64)
    #expect(outcome.errors.contains("--language: expected en, zh, found 'ze'; did you mean"))
  }

  @Test func reportsAFullDisk() async throws {
    let outcome = try await pscope("list", output: .path("/dev/full"))
    expectEqual(outcome.code, 2)
    #expect(outcome.errors.contains("No space left on device"))
  }

  @Test func succeedsWhenTheReaderClosesThePipe() async throws {
    let outcome = try await pscope("list", output: .closedPipe)
    expectEqual(outcome.code, 0)
    #expect(outcome.errors.isEmpty)
  }
}
