// `--frame` prints one screen of any source, without a terminal.

@Suite struct FrameTests {
  @Test func printsTheScreenOfAScenario() async throws {
    let outcome = try await pscope("demo", "one", "--virtual", "--frame", "text")
    expectEqual(outcome.code, 0)
    #expect(outcome.errors.isEmpty)
    let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 25 && lines.last == "")
    #expect(lines[0].contains("PromiseScope  one") && lines[0].contains("ended"))
    #expect(lines[23].contains("F1 Help"))
    #expect(lines.allSatisfy { !$0.hasSuffix(" ") })
    try await expectEqual(pscope("view", "one", "--virtual", "--frame", "text").text, outcome.text)
  }

  @Test func printsTheScreenOfALogFromAFileAndFromAPipe() async throws {
    let folder = try Folder()
    let log = try await pscope("export", "serial", "--virtual").text
    let path = try folder.write("run.ndjson", log)
    let fromFile = try await pscope("view", path, "--frame", "text", "--size", "100x30")
    expectEqual(fromFile.code, 0)
    expectEqual(fromFile.text.split(separator: "\n", omittingEmptySubsequences: false).count, 31)
    let fromPipe = try await run(["sh", "-c", #"cat "$1" | "$0" view - --frame text --size 100x30"#, binary, path])
    expectEqual(fromPipe.code, 0)
    // Only the name of the source and how it ended may differ.
    let rows = [fromFile, fromPipe].map { $0.text.split(separator: "\n").dropFirst() }
    expectEqual(rows[0], rows[1])
  }

  @Test func playsKeys() async throws {
    let before = try await pscope("view", "serial", "--virtual", "--frame", "text", "--keys", "")
    let after = try await pscope("view", "serial", "--virtual", "--frame", "text", "--keys", "Home Down j")
    #expect(before.text.contains("#1") && before.text != after.text)
    #expect(after.text.split(separator: "\n")[5].hasPrefix("▌"))
    let quit = try await pscope("view", "serial", "--virtual", "--frame", "text", "--keys", "Home Down j q F1")
    expectEqual(quit.text, after.text)
    // A key that looks like an option.
    try await expectEqual(pscope("view", "serial", "--virtual", "--frame", "text", "--keys", "- +").code, 0)
    try await expectEqual(pscope("view", "serial", "--virtual", "--frame", "text", "--keys", "none").text, before.text)
  }

  @Test func colorsAreTheSameEachTime() async throws {
    let words = ["view", "serial", "--virtual", "--frame", "ansi"]
    let first = try await run([binary] + words)
    expectEqual(first.code, 0)
    #expect(first.text.contains("\u{1B}[0;") && first.text.contains("38;5;") && !first.text.contains("38;2;"))
    try await expectEqual(run([binary] + words).output, first.output)
    let light = try await run([binary] + words + ["--theme", "light"])
    #expect(light.text != first.text)
    let gray = try await run([binary] + words + ["--theme", "monochrome"])
    #expect(!gray.text.contains("38;5;"))
    let plain = try await run([binary, "view", "serial", "--virtual", "--frame", "text"])
    for colored in [first, light, gray] {
      #expect(colored.text.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(/[ ]+\n/, with: "\n") == plain.text)
    }
    let ascii = try await run([binary] + words + ["--ascii", "--theme", "colorblind"])
    #expect(ascii.output.allSatisfy { $0 < 0x80 })
  }

  @Test func noColorMeansNoColor() async throws {
    let outcome = try await pscope("demo", "one", "--virtual", "--frame", "ansi", before: "export NO_COLOR=1")
    expectEqual(outcome.code, 0)
    #expect(!outcome.text.contains("38;5;"))
  }

  @Test func endsWhenTheProgramOfAFollowedLogHasGone() async throws {
    let folder = try Folder()
    let lines = try await pscope("export", "one", "--virtual").text.split(separator: "\n").prefix(3)
    let gone = try Spawned("/bin/sh", ["-c", "exit 0"], environment: environment([:]), newSession: true) { _ in }
    let log = lines.joined(separator: "\n").replacing(#""pid":0"#, with: "\"pid\":\(gone.pid)") + "\n"
    let path = try folder.write("run.ndjson", log)
    let outcome = try await pscope("view", path, "--follow", "--frame", "text")
    _ = gone.reap()
    expectEqual(outcome.code, 0)
    #expect(outcome.text.contains("killed"))
  }
}
