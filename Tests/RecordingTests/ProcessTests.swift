// Processes: forked children, programs that inherit PROMISESCOPE, two processes with the same path, and the end of a process.

@Suite("recording and processes", .serialized)
struct ProcessTests {
  @Test func aForkedChildRecordsToALogOfItsOwn() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" keep 2 settle 10 flush fork settle 5 fulfill"#)
    #expect(shell.output.hasSuffix("ended with 0\n") && shell.code == 0)
    expectEqual(shell.logs, ["run.PID.ndjson", "run.ndjson"])
    let (parent, child) = (try shell.log("run.ndjson"), try shell.log("run.PID.ndjson"))
    #expect(parent.count(.created) == 12 && parent.count(.fulfilled) == 10 && parent.isEnded)
    // Inherited promises keep their numbers, and the child's own ones get others.
    #expect(child.count(.created) == 5 && child.count(.fulfilled) == 7 && child.isEnded)
    let (old, new) = (
      Set(parent.events.map(\.promise)), Set(child.events.filter { $0.kind == .created }.map(\.promise))
    )
    #expect(old.isDisjoint(with: new))
    expectEqual(child.events.filter { $0.kind == .fulfilled }.count { old.contains($0.promise) }, 2)
    #expect(parent.header.pid != child.header.pid && parent.diagnostics.isEmpty && child.diagnostics.isEmpty)
    #expect(parent.header.run == child.header.run && !parent.header.run.isEmpty)
    // Reported once.
    #expect(shell.errors.split(separator: "\n").count == 1 && shell.errors.contains("records to"))
  }

  @Test("a daemon does not overwrite its parent's log, and uses the folder that it was started in")
  func daemon() throws {
    let shell = try Shell(
      #"PROMISESCOPE=run.ndjson "$P" settle 10 daemon settle 5 stop say done >out; while ! grep -qs done out; do sleep 0.05; done"#
    )
    expectEqual(shell.logs, ["run.PID.ndjson", "run.ndjson"])
    #expect(try shell.log("run.ndjson").count(.created) == 10 && shell.log("run.ndjson").isEnded)
    #expect(try shell.log("run.PID.ndjson").count(.created) == 5 && shell.log("run.PID.ndjson").isEnded)
  }

  @Test func aDaemonThatForksBeforeItsFirstPromiseWritesTheRequestedFile() throws {
    let shell = try Shell(
      #"PROMISESCOPE=run.ndjson "$P" daemon settle 5 stop say done >out; while ! grep -qs done out; do sleep 0.05; done"#
    )
    #expect(shell.logs == ["run.ndjson"] && shell.errors.isEmpty)
    try expectEqual(shell.log("run.ndjson").count(.created), 5)
  }

  @Test func aProgramThatInheritsPROMISESCOPEDoesNotOverwriteTheLogOfItsParentRunningOrEnded() throws {
    let shell = try Shell(
      #"PROMISESCOPE=run.ndjson "$P" settle 10 spawn settle 5; PROMISESCOPE=run.ndjson "$P" settle 3"#)
    expectEqual(shell.logs, ["run.PID.ndjson", "run.ndjson"])
    try expectEqual(shell.log("run.PID.ndjson").count(.created), 5)
    // A later run replaces the log.
    try expectEqual(shell.log("run.ndjson").count(.created), 3)
    try expectEqual(Set(shell.logs.map { try shell.log($0).header.run }).count, 2)
    let named = try Shell(#"PROMISESCOPE_SINCE=17.5 PROMISESCOPE=run.ndjson "$P" settle 1"#)
    try expectEqual(named.log("run.ndjson").header.run, "17.5")
    let later = try Shell(
      #"PROMISESCOPE=$PWD/run.ndjson "$P" settle 10 stop daemon spawn settle 5 >out; while ! grep -qs ended out; do sleep 0.05; done"#
    )
    expectEqual(later.logs, ["run.PID.ndjson", "run.ndjson"])
    try expectEqual(later.log("run.ndjson").count(.created), 10)
  }

  @Test func ofTwoProcessesWithTheSamePathTheLaterOneWritesAnotherFile() throws {
    let shell = try Shell(
      #"""
      export PROMISESCOPE=run.ndjson
      mkfifo go; "$P" settle 10 flush wait <go >out & exec 3>go
      while ! grep -qs flushed out; do sleep 0.05; done
      env -u PROMISESCOPE_SINCE "$P" settle 5
      exec 3>&-; wait
      """#)
    expectEqual(shell.logs, ["run.PID.ndjson", "run.ndjson"])
    #expect(try shell.log("run.ndjson").count(.created) == 10 && shell.log("run.ndjson").isEnded)
    #expect(try shell.log("run.PID.ndjson").count(.created) == 5 && shell.log("run.PID.ndjson").isEnded)
    expectEqual(shell.errors.split(separator: "\n").count, 1, "\(shell.errors)")
  }

  @Test func threadsThatCallExitAtTheSameTimeLeaveACompleteLog() throws {
    for _ in 0..<5 {
      let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" settle 2000 exit-twice"#)
      let log = try shell.log("run.ndjson")
      #expect(log.count(.created) == 2_000 && log.isEnded && shell.code == 0)
    }
  }

  @Test func flushedEventsAreInTheLogOfAProgramThatIsKilled() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" settle 100 flush take-signal say unused; kill -9 $$"#)
    try expectEqual(shell.log("run.ndjson").count(.created), 100)
  }

  @Test func theLogOfAProgramThatHangsAndIsKilledShowsHowLongItLived() throws {
    let shell = try Shell(
      #"""
      mkfifo go; PROMISESCOPE=run.ndjson "$P" keep 1 flush wait <go >out & exec 3>go
      while ! grep -qs alive run.ndjson; do sleep 0.05; done
      kill -9 $!
      """#)
    let log = try shell.log("run.ndjson")
    expectEqual(log.events.last?.kind, .alive)
    #expect((1_000_000_000..<2_000_000_000).contains((log.events.last?.time ?? 0) - log.events[0].time))
  }

  @Test("the recording's thread receives no signals of the program")
  func signals() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" settle 100 take-signal"#)
    #expect(shell.output == "took 15\n" && shell.code == 0)
    #expect(try shell.log("run.ndjson").isEnded)
  }

  @Test("a program that closes every file ends the recording, which does not write into the program's own files")
  func closesFiles() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" settle 100 flush close-files settle 100 say alive"#)
    #expect(shell.output == "flushed true\nalive\n" && shell.code == 0)
    #expect(shell.errors.contains("the program closed the file"))
    try expectEqual(shell.log("run.ndjson").count(.created), 100)
  }

  @Test(
    "no line of a log, nor a message, reaches a file that a program has opened in place of the log or of standard error"
  )
  func reopensFiles() throws {
    let shell = try Shell(
      #"""
      PROMISESCOPE=run.ndjson "$P" settle 100 flush reopen-files settle 100 stop write-files
      cat own; rm own; mkfifo pipe; exec 3<>pipe
      PROMISESCOPE=pipe "$P" note 1000 nap 50 reopen-files stop write-files
      cat own
      """#)
    #expect(shell.output == "flushed true\n" + String(repeating: ".", count: 128) && shell.code == 0)
    try expectEqual(shell.log("run.ndjson").count(.created), 100)
  }

  @Test func anInvalidChoiceIsReportedAndTheDefaultIsUsed() throws {
    let shell = try Shell(
      #"PROMISESCOPE=run.ndjson PROMISESCOPE_OVERFLOW=block PROMISESCOPE_VALUES=all "$P" settle 1"#)
    #expect(shell.errors.contains(#"PROMISESCOPE_OVERFLOW: expected one of count, wait, found "block""#))
    #expect(shell.errors.contains(#"PROMISESCOPE_VALUES: expected one of off, type, preview, found "all""#))
    #expect(try shell.log("run.ndjson").isEnded)
  }

  @Test func withoutValuesARejectionIsLoggedWithOnlyItsType() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" reject settle 1"#)
    let log = try shell.log("run.ndjson")
    let rejected = log.events.filter { $0.kind == .rejected }
    #expect(!rejected.isEmpty && rejected.allSatisfy { log.texts[$0.type] == "Refused" && $0.text == .none })
    #expect(log.header.values == .off && log.events.allSatisfy { $0.kind != .fulfilled || $0.text == .none })
  }
}
