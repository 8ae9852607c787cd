// `pscope lint`: exit codes, several logs, folders, compressed logs, and JSON. LogLintTests cover the rules.

private let broken = """
  {"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","program":"app","pid":0,"sourceRoot":"","values":"off","seed":null}
  {"seq":1,"t":0,"ev":"created","p":1,"kind":"async"}
  {"seq":2,"t":5,"ev":"adopted","p":1,"source":3}
  {"seq":3,"t":9,"ev":"ended"}

  """

@Suite struct LintTests {
  @Test func faultsAreListedWithTheirLines() async throws {
    let folder = try Folder()
    let path = try folder.write("run.ndjson", broken)
    let outcome = try await pscope("lint", path)
    expectEqual(outcome.code, 1)
    expectEqual(outcome.text, "\(path):3: expected promise 3 in 'source' to be created before [unknown-promise]\n")
    expectEqual(outcome.errors, "pscope: 1 fault in \(path): 3 events\n")
    #expect(try await pscope("lint", "-", input: broken).text.hasPrefix("-:3: "))
  }

  @Test func cleanAndUnreadableLogsHaveOtherCodes() async throws {
    let folder = try Folder()
    let path = folder.file("run.ndjson")
    try await expectEqual(pscope("export", "one", "--virtual", "--output", path).code, 0)
    let clean = try await pscope("lint", path)
    #expect(clean.code == 0 && clean.output.isEmpty && clean.errors.hasPrefix("pscope: no faults in \(path): "))
    let missing = try await pscope("lint", folder.file("none.ndjson"), path)
    #expect(missing.code == 2 && missing.errors.contains("can't read \(folder.file("none.ndjson")): No such file"))
    let other = try folder.write("notes.txt", "hello\n")
    let refused = try await pscope("lint", other).errors
    #expect(refused.contains("not a PromiseScope log") && !refused.contains("no faults"))
    #expect(try await pscope("lint", try folder.write("empty.ndjson", "")).errors.contains("the log is empty"))
    let newer = try folder.write("newer.ndjson", broken.replacing(#""version":1"#, with: #""version":2"#))
    #expect(try await pscope("lint", newer).errors.contains("the log has version 2"))
    let running = try folder.write(
      "running.ndjson", broken.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n")
    let incomplete = try await pscope("lint", running)
    #expect(incomplete.code == 0 && incomplete.errors.contains("the log has no 'ended'"))
  }

  @Test func aFolderAndCompressedLogsAreRead() async throws {
    let folder = try Folder()
    _ = try folder.write("app.10.ndjson", broken)
    let path = try folder.write("app.9.ndjson", broken)
    try await expectEqual(run(["gzip", path]).code, 0)
    let outcome = try await pscope("lint", folder.path)
    let lines = outcome.text.split(separator: "\n")
    #expect(outcome.code == 1 && lines.count == 2)
    #expect(lines[0].contains("app.9.ndjson.gz:3: ") && lines[1].contains("app.10.ndjson:3: "))
    expectEqual(outcome.errors, "pscope: 2 faults in 2 logs: 6 events\n")
  }

  @Test func jsonNamesRulesLinesAndSources() async throws {
    let folder = try Folder()
    let path = try folder.write("run.ndjson", broken)
    let outcome = try await pscope("lint", path, "--format", "json")
    expectEqual(outcome.code, 1)
    expectEqual(
      outcome.text,
      """
      {
        "schema": "promisescope.lint",
        "version": 1,
        "sources": [
          {
            "source": "\(path)",
            "program": "app",
            "events": 3,
            "ended": true,
            "failure": null
          }
        ],
        "faults": [
          {
            "rule": "unknown-promise",
            "sentence": "expected promise 3 in 'source' to be created before",
            "source": "\(path)",
            "line": 3
          }
        ],
        "summary": {
          "faults": 1
        }
      }

      """)
  }

  @Test func manyFaultsOfOneRuleAreCounted() async throws {
    let lines = (1...150).map { #"{"seq":\#($0),"t":0,"ev":"started","p":\#($0)}"# + "\n" }
    let header = broken.prefix { $0 != "\n" } + "\n"
    let outcome = try await pscope("lint", "-", input: header + lines.joined())
    expectEqual(outcome.text.split(separator: "\n").count, 100)
    #expect(outcome.errors.contains("50 more faults of the rule unknown-promise are not listed."))
  }

  @Test(.enabled(if: hasNode)) func theLogOfANodeProgramIsClean() async throws {
    let folder = try Folder()
    let script = """
      const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
      async function load(n) { await sleep(5); if (n === 3) throw new Error('three'); return n; }
      async function page() { const all = await Promise.allSettled([load(1), load(2), load(3)]); return all.length; }
      page().then((n) => load(n)).catch(() => sleep(1)).finally(() => {});
      new Promise(() => {}).then(() => {});
      """
    let path = folder.file("run.ndjson")
    _ = try await pscope("record", "-o", path, "--values", "preview", "--", "node", "-e", script)
    let outcome = try await pscope("lint", path)
    #expect(outcome.code == 0 && outcome.text.isEmpty)
  }
}
