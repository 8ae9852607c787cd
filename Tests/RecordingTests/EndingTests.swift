// Programs that end suddenly, and at once: by `_exit`, a signal, a trap, or another program in their place. Their first events are in the
// log nevertheless. The clock of these programs stands still, because only the first 10 ms count, and this machine may be busy.

@Suite("recording programs that end suddenly", .serialized)
struct EndingTests {
  @Test("the events of a program that ends at once are in its log", arguments: ["end-now", "abort", "trap", "exec"])
  func first(_ end: String) throws {
    let shell = try Shell(
      #"ulimit -c 0; SWIFT_BACKTRACE=enable=no PROMISESCOPE=run.ndjson "$P" stop-clock settle 2 reject \#(end)"#)
    let log = try shell.log("run.ndjson")
    #expect(log.count(.created) == 4 && log.count(.fulfilled) >= 2 && log.count(.rejected) == 1)
    #expect(log.diagnostics.isEmpty && !log.isEnded && shell.code != 0 || end == "exec")
  }

  @Test func soAreThoseOfARecordingThatWasStartedLongBefore() throws {
    let shell = try Shell(#""$P" start run.ndjson count 0 nap 50 stop-clock settle 3 end-now"#)
    try expectEqual(shell.log("run.ndjson").count(.created), 3)
  }

  @Test func aRecordingWithoutEventsHasAHeader() throws {
    let shell = try Shell(#""$P" start run.ndjson count 0 end-now"#)
    let log = try shell.log("run.ndjson")
    #expect(log.events.isEmpty && log.header.program == "RecordedProgram" && log.diagnostics.isEmpty)
  }

  @Test func andThoseOfAForkedChild() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" settle 1 nap 50 fork stop-clock settle 3 end-now"#)
    try expectEqual(shell.log("run.PID.ndjson").count(.created), 3)
  }

  @Test func severalThreadsEmitTheFirstEventsTogether() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" flood 4 nap 30 settle 100 flush end-now"#)
    let log = try shell.log("run.ndjson")
    #expect(shell.output == "flushed true\n" && log.count(.created) > 1_000 && log.diagnostics.isEmpty)
  }

  @Test("a program that may not write files of that size continues, and is not ended by a signal")
  func fileSize() throws {
    let shell = try Shell(
      #"ulimit -f 1; PROMISESCOPE=run.ndjson "$P" settle 1000 say alive nap 30 settle 1000 say done"#)
    #expect(shell.output == "alive\ndone\n" && shell.code == 0)
    #expect(shell.errors.contains("recording to run.ndjson stopped: File too large; the program continues"))
  }

  @Test func aClosedStandardErrorNeitherEndsNorStopsAProgramAndTheLogDoesNotTakeItsPlace() throws {
    let shell = try Shell(
      #"""
      mkfifo pipe; exec 4<>pipe; PROMISESCOPE_LIMIT=none PROMISESCOPE=missing/run.ndjson "$P" settle 1 say alive 2>pipe 4>&-; echo $?
      PROMISESCOPE=run.ndjson "$P" settle 1 say alive <&- 2>&-; echo $?
      """#)
    expectEqual(shell.output, "alive\n0\nalive\n0\n")
    #expect(try shell.log("run.ndjson").isEnded)
  }
}
