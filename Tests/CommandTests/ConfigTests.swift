// The user's `config.yml`, `pscope config`, and that options override the file.

/// Runs `pscope` with a configuration file.
private func pscope(_ arguments: String..., config: String?) async throws -> (outcome: Outcome, path: String) {
  let folder = try Folder()
  let path = folder.file("promisescope/config.yml")
  try FileManager.default.createDirectory(atPath: folder.file("promisescope"), withIntermediateDirectories: true)
  if let config { _ = try folder.write("promisescope/config.yml", config) }
  let words = ["sh", "-c", #"export XDG_CONFIG_HOME="$1"; shift; exec "$0" "$@""#, binary, folder.path]
  return (try await run(words + arguments), path)
}

@Suite struct ConfigTests {
  @Test func printsTheDefaultsAsAValidFile() async throws {
    let printed = try await pscope("config", config: nil)
    expectEqual(printed.outcome.code, 0)
    #expect(printed.outcome.errors.isEmpty)
    let text = printed.outcome.text
    #expect(text.hasPrefix("# The settings of pscope's screen. Their file: \(printed.path) (does not exist)\n"))
    for line in ["theme: auto  # default", "ascii: false  # default", "  help: [F1, \"?\"]  # default"] {
      #expect(text.contains("\n\(line)\n"))
    }
    // Its own output is a configuration with the same values.
    let again = try await pscope("config", config: text)
    expectEqual(again.outcome.code, 0)
    #expect(!again.outcome.text.contains("# default"))
    func values(_ text: String) -> [Substring] {
      text.split(separator: "\n").dropFirst().map { $0.prefix(upTo: $0.range(of: "  # ")?.lowerBound ?? $0.endIndex) }
    }
    expectEqual(values(again.outcome.text), values(text))
  }

  @Test func saysWhereEachValueComesFrom() async throws {
    let (outcome, path) = try await pscope(
      "config",
      config: "# mine\ntheme: colorblind\nascii: true\nkeys:\n  quit: [Q, C-c]\n  page-down: F12\n  help: []\n")
    expectEqual(outcome.code, 0)
    #expect(outcome.text.contains("theme: color-blind  # \(path):2\n"))
    #expect(outcome.text.contains("ascii: true  # \(path):3\n"))
    #expect(outcome.text.contains("  quit: [\"Q\", Ctrl-C]  # \(path):5\n"))
    #expect(outcome.text.contains("  page-down: [F12]  # \(path):6\n"))
    #expect(outcome.text.contains("  help: []  # \(path):7\n"))
    #expect(outcome.text.contains("mouse: true  # default\n"))
  }

  @Test func printsThePath() async throws {
    let printed = try await pscope("config", "--path", config: "invalid: [")
    expectEqual(printed.outcome.code, 0)
    expectEqual(printed.outcome.text, printed.path + "\n")
    let home = try await run(["env", "-u", "XDG_CONFIG_HOME", "HOME=/home/ada", binary, "config", "--path"])
    expectEqual(home.text, "/home/ada/.config/promisescope/config.yml\n")
    let relative = try await run(["env", "XDG_CONFIG_HOME=relative", "HOME=/home/ada", binary, "config", "--path"])
    expectEqual(relative.text, home.text)
    let none = try await run(["env", "-u", "XDG_CONFIG_HOME", "-u", "HOME", binary, "config", "--path"])
    #expect(none.code == 2 && none.errors.contains("expected HOME or an absolute XDG_CONFIG_HOME"))
  }

  @Test(arguments: [
    ("theme: drak", 1, "expected auto, dark, light, color-blind or monochrome, found 'drak'; did you mean 'dark'?"),
    ("\ntehme: dark", 2, "unknown setting 'tehme'; did you mean 'theme'?"),
    ("language: fr", 1, "expected auto, en or zh, found 'fr'"),
    ("panes: [source, wyh]", 1, "found 'wyh'; did you mean 'why'?"),
    ("ascii: yes", 1, "expected true or false, found 'yes'."),
    ("colors: 17", 1, "expected auto, 8, 16, 256 or true, found '17'; did you mean '16'?"),
    ("keys:\n  qiut: Q", 2, "unknown command 'qiut'; did you mean 'quit'?"),
    ("keys:\n  quit: [Q, Dwn]", 2, "no key is named 'Dwn'; did you mean 'Down'?"),
    ("keys:\n  pause: F11\n  quit: q\n  help: q", 4, "which 'quit' has; bind 'quit' to another key"),
    ("keys:\n  quit: []\n  pause: C-c", 2, "expected at least one key for 'quit', found none."),
    ("keys:\n  quit:", 2, "expected the name of a key, or [] for none, found nothing."),
    ("keys: q", 1, "expected commands and their keys, such as quit: Q, found 'q'."),
    ("- a", 1, "expected settings, such as theme: light, found a list."),
    ("theme: dark\ntheme: light", 1, "expected each key once, found 'theme' more than once."),
    ("theme: [", 2, "not valid YAML"),
    (String(repeating: "a: 1\n", count: 30_000), 20_001, "expected at most 40,000 keys and values, and 4 MiB."),
  ])
  func errorsNameTheLineAndTheExpectation(config: String, line: Int, sentence: String) async throws {
    for arguments in [["config"], ["demo", "one", "--virtual", "--frame", "text"]] {
      let (outcome, path) =
        arguments.count == 1
        ? try await pscope("config", config: config + "\n")
        : try await pscope("demo", "one", "--virtual", "--frame", "text", config: config + "\n")
      expectEqual(outcome.code, 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("\(path):\(line): "), "\(outcome.errors)")
      #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
    }
  }

  @Test func theDocumentedExampleIsValid() async throws {
    let page = URL(filePath: #filePath).appending(path: "../../../docs/screen.md").standardized
    let text = try String(contentsOf: page, encoding: .utf8)
    let example = try #require(
      text.components(separatedBy: "```yaml\n").dropFirst().first?.components(separatedBy: "```")[0])
    let (outcome, path) = try await pscope("config", config: example)
    expectEqual(outcome.code, 0, "\(outcome.errors)")
    #expect(outcome.text.contains("theme: color-blind  # \(path):1\n"))
    for name in ["colors", "language", "ascii", "mouse", "follow", "newest", "panes", "keys"] {
      #expect(example.contains("\n\(name):"))
    }
  }

  @Test(arguments: ["", "# nothing\n", "keys:\n", "keys:\n  # quit: Q\n"])
  func aFileMayBeEmpty(config: String) async throws {
    let (outcome, _) = try await pscope("config", config: config)
    expectEqual(outcome.code, 0)
    #expect(outcome.text.contains("theme: auto  # default"))
  }

  @Test func reboundKeysWork() async throws {
    let words = ["view", "find-the-fault", "--virtual", "--frame", "text", "--keys"]
    func screen(_ keys: String, config: String?) async throws -> String {
      let (outcome, _) = try await pscope(
        words[0], words[1], words[2], words[3], words[4], words[5], keys, config: config)
      expectEqual(outcome.code, 0, "\(outcome.errors)")
      return outcome.text
    }
    let help = try await screen("F1", config: nil)
    #expect(try await screen("F12", config: nil).contains("F12 does nothing: F1 lists the keys."))
    let rebound = try await screen("F12", config: "keys:\n  help: F12\n")
    #expect(help.contains("What do you look for?") && help.contains(" F1 Help"))
    #expect(rebound.contains("What do you look for?") && rebound.contains(" F12 Help"))
    // Quitting ends the script, so the help does not open.
    let quit = try await screen("Q F12", config: "keys:\n  help: F12\n  quit: Q\n")
    #expect(!quit.contains("What do you look for?") && quit.contains("Q Quit"))
  }

  @Test func panesOpenAtFirst() async throws {
    func screen(_ config: String) async throws -> String {
      let (outcome, _) = try await pscope("demo", "one", "--virtual", "--frame", "text", config: config)
      expectEqual(outcome.code, 0, "\(outcome.errors)")
      return outcome.text
    }
    let (usual, none, problems) = (
      try await screen("panes: auto\n"), try await screen("panes: []\n"), try await screen("panes: problems\n")
    )
    #expect(usual.contains("made by") && !none.contains("made by"))
    #expect(problems.contains("── problems ─") && !problems.contains("made by"))
  }

  @Test func theScreenSpeaksChinese() async throws {
    let (outcome, _) = try await pscope("demo", "one", "--virtual", "--frame", "text", config: "language: zh\n")
    expectEqual(outcome.code, 0)
    #expect(outcome.text.contains("帮助") && outcome.text.contains("已兑现"))
    let (option, _) = try await pscope(
      "demo", "one", "--virtual", "--frame", "text", "--language", "zh", config: "language: en\n")
    expectEqual(option.text, outcome.text)
    let wrong = try await pscope("demo", "one", "--language", "fr")
    #expect(wrong.code == 64 && wrong.errors.contains("--language: expected en, zh, found 'fr'."), "\(wrong.errors)")
  }

  /// The first variable that is set decides, as for every program.
  @Test(arguments: [
    (["LC_ALL=zh_CN.UTF-8"], "zh"), (["LC_ALL=", "LC_MESSAGES=zh_TW.UTF-8", "LANG=C.UTF-8"], "zh"),
    (["LC_ALL=", "LANG=zh_CN.UTF-8"], "zh"),
    (["LC_ALL=C.UTF-8", "LANG=zh_CN.UTF-8"], "en"), (["LC_ALL=", "LC_MESSAGES=", "LANG="], "en"),
  ])
  func theLocaleChoosesTheLanguage(locale: [String], language: String) async throws {
    let words = [binary, "demo", "one", "--virtual", "--frame", "text"]
    let chosen = try await run(["env"] + locale + words)
    let asked = try await run(words + ["--language", language])
    #expect(chosen.code == 0 && chosen.text == asked.text)
    // The option overrides the locale.
    #expect(try await run(["env"] + locale + words + ["--language", "en"]).text.contains("Help"))
  }

  @Test func theScreenFollowsTheFileAndOptionsOverrideIt() async throws {
    let words = ["one", "--virtual", "--frame", "ansi"]
    func screen(_ options: String..., config: String?) async throws -> String {
      let folder = try Folder()
      try FileManager.default.createDirectory(atPath: folder.file("promisescope"), withIntermediateDirectories: true)
      if let config { _ = try folder.write("promisescope/config.yml", config) }
      let outcome = try await run(["env", "XDG_CONFIG_HOME=\(folder.path)", binary, "demo"] + words + options)
      expectEqual(outcome.code, 0)
      return outcome.text
    }
    let plain = try await screen(config: nil)
    let light = try await screen(config: "theme: light\nascii: true\ncolors: true\n")
    #expect(light != plain && light.utf8.allSatisfy { $0 < 0x80 } && light.contains("38;2;"))
    try await expectEqual(screen("--theme", "light", "--ascii", "--colors", "true", config: nil), light)
    let overridden = try await screen(
      "--theme", "auto", "--no-ascii", "--colors", "auto", config: "theme: light\nascii: true\ncolors: true\n")
    expectEqual(overridden, plain)
  }
}
