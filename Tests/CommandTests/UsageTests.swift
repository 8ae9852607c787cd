// The help and usage errors of `pscope`.

@Suite struct UsageTests {
  @Test func printsTheVersionOnOneLine() async throws {
    let version = try await pscope("--version")
    expectEqual(version.code, 0)
    #expect(version.text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
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
}

@Suite struct ListTests {
  @Test func listsEachScenarioInChinese() async throws {
    let chosen = try await pscope("list", "--language", "zh")
    #expect(chosen.text.contains("serial-parallel") && chosen.text.contains("  先做一步，再同时做三步，"))
    let ofLocale = try await pscope("list", before: "export LC_ALL=zh_CN.UTF-8")
    expectEqual(ofLocale.text, chosen.text)
    let overridden = try await pscope("list", "--language", "en", before: "export LC_ALL=zh_CN.UTF-8")
    #expect(overridden.text == (try await pscope("list")).text)
  }

  @Test func succeedsWhenTheReaderClosesThePipe() async throws {
    let outcome = try await pscope("list", output: .closedPipe)
    expectEqual(outcome.code, 0)
    #expect(outcome.errors.isEmpty)
  }
}
