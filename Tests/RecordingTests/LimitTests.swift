// Logs with a size limit: they keep the latest events, and count the others.

@Suite("recording with a limit", .serialized)
struct LimitTests {
  @Test(
    "the log stays below the limit, has the latest events, and counts the others exactly",
    arguments: [
      ("4K", 4_096, 5_000), ("100000", 100_000, 5_000), ("64k", 65_536, 5_000), ("1M", 1 << 20, 50_000),
      ("8M", 8 << 20, 100_000),
    ])
  func limited(_ text: String, _ size: Int, _ count: Int) throws {
    let shell = try Shell(
      #"""
      PROMISESCOPE_LIMIT=\#(text) PROMISESCOPE=run.ndjson "$P" settle \#(count) flush settle \#(count) keep 1 &
      while kill -0 $! 2>/dev/null; do du -cb run.ndjson .run.ndjson.recording 2>/dev/null | tail -1 | cut -f1 >>sizes; sleep 0.01; done; wait
      sort -n sizes | tail -1; stat -c %s run.ndjson; ls -A | grep recording
      """#)
    let sizes = shell.output.split(separator: "\n").compactMap { Int($0) }
    #expect(sizes.count == 2 && sizes.allSatisfy { $0 <= size } && (sizes.last ?? 0) > size / 4, "\(shell.output)")
    let log = try shell.log("run.ndjson")
    // On a slow machine, some of the missing events are `alive`.
    let emitted = 6 * UInt64(count) + 2
    #expect(log.diagnostics.isEmpty && log.isEnded && (emitted...emitted + 3).contains(log.emitted))
    // Only the first line counts what is missing, and the last events are there.
    #expect(log.events.first?.kind == .lost && log.events.count { $0.kind == .lost } == 1)
    expectEqual(log.events.suffix(3).map(\.kind), [.created, .named, .ended])
  }

  @Test func linesLongerThanAPieceAreKeptWhole() throws {
    let shell = try Shell(#""$P" start-limited run.ndjson 16384 600 note 1000 stop; stat -c %s run.ndjson"#)
    let log = try shell.log("run.ndjson")
    #expect(log.diagnostics.isEmpty && log.emitted == 4_000 && Int(shell.output.dropLast()) ?? .max <= 16_384)
  }

  @Test func aLogBelowItsLimitIsComplete() throws {
    let shell = try Shell(#"PROMISESCOPE_LIMIT=1G PROMISESCOPE=logs/ "$P" settle 1000; mv logs/* run.ndjson"#)
    let log = try shell.log("run.ndjson")
    #expect(log.emitted == 3_000 && log.lost == 0)
  }

  @Test func aLogThatHasLostItsNameOrWhoseFolderAcceptsNoFileStartsAgain() throws {
    let name = String(repeating: "n", count: 245) + ".ndjson"
    let shell = try Shell(
      #"""
      PROMISESCOPE_LIMIT=64K PROMISESCOPE=\#(name) "$P" settle 5000; stat -c %s \#(name); mv \#(name) full.ndjson
      mkfifo go; PROMISESCOPE_LIMIT=64K PROMISESCOPE=run.ndjson "$P" settle 10 flush wait settle 5000 <go & exec 3>go
      while ! test -s run.ndjson; do sleep 0.05; done; mv run.ndjson moved.ndjson; echo mine >run.ndjson; echo >&3; wait
      cat run.ndjson; rm run.ndjson
      """#)
    for name in ["full.ndjson", "moved.ndjson"] {
      let log = try shell.log(name)
      #expect(log.diagnostics.isEmpty && log.isEnded && log.emitted == (name == "full.ndjson" ? 15_000 : 15_030))
    }
    #expect(shell.output.hasSuffix("mine\n") && shell.errors.isEmpty)
  }

  @Test(
    "a wrong limit is reported, and the log has none",
    arguments: ["1X", "G", "0", "-1", "1.5G", "4095", "1 G", "99999999999G", "9999999999999999999999"])
  func wrong(_ text: String) throws {
    let shell = try Shell(#"PROMISESCOPE_LIMIT="\#(text)" PROMISESCOPE=run.ndjson "$P" settle 1000"#)
    let expected = "expected a size of at least 4K, such as 500M or 2G"
    expectEqual(
      shell.errors, "PromiseScope: PROMISESCOPE_LIMIT: \(expected), found \"\(text)\"; the log has no limit\n")
    try expectEqual(shell.log("run.ndjson").count(.created), 1_000)
  }

  @Test func wrongParametersAreErrors() throws {
    let shell = try Shell(#""$P" start-limited run.ndjson 100 600 start-limited run.ndjson 5000 400; ls"#)
    expectEqual(
      shell.output,
      """
      cannot record to run.ndjson: expected a limit of at least 4,096 bytes, found 100
      cannot record to run.ndjson: expected a mode from 0o600 to 0o777, found 0o400

      """)
  }
}
