// `dumpTree`: problems and pending promises by default, everything on request, and what it says without a recording.

@Suite("printing the tree", .serialized)
struct DumpTests {
  @Test func withoutARecordingItSaysThatNothingWasRecordedAndHowToRecord() throws {
    let shell = try Shell(#""$P" keep 1 dump"#)
    expectEqual(
      shell.output,
      "nothing was recorded: start the program with PROMISESCOPE=run.ndjson, or call Recording.start(to:) first\n")
  }

  @Test("findings come first, then the promises that they are about and the pending ones; nothing settled")
  func problems() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" settle 1000 keep 2 drop dump"#)
    let lines = shell.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try #require(lines.count > 8, "\(shell.output)")
    expectEqual(lines[0], "RecordedProgram  1,003 promises  2 pending  1,000 fulfilled  1 freed while pending  1 hang")
    #expect(lines[1].isEmpty)
    #expect(
      lines[2].wholeMatch(of: /RecordedProgram\/main\.swift:\d+: note: [^\n]+ \[never-settled\]/) != nil, "\(lines[2])"
    )
    #expect(lines[3].hasPrefix("    "))
    #expect(lines[4].isEmpty)
    #expect(lines[5].contains("kept 0") && lines[6].contains("kept 1") && lines[7].contains("dropped"))
    expectEqual(lines[8], "… 1,000 promises not shown; dumpTree(.all) prints them")
  }

  @Test func ofManyPendingPromisesFromOneCallSiteFiveAreDrawnAndTheOthersCounted() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" keep 9000 dump"#)
    #expect(shell.output.split(separator: "\n").count < 15)
    #expect(shell.output.contains("kept 4 ") && !shell.output.contains("kept 5 "))
    #expect(shell.output.contains(/\n… 8,995 more pending at main:\d+\n/))
  }

  @Test func everythingIsPrintedOnRequest() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" settle 100 keep 60 dump-all"#)
    expectEqual(shell.output.split(separator: "\n").count, 161)
    #expect(!shell.output.contains("not shown"))
  }

  @Test func eachSignalPrintsWhatItWasInstalledFor() throws {
    let shell = try Shell(
      #"""
      mkfifo go; PROMISESCOPE=run.ndjson "$P" dump-on-signal dump-all-on-signal settle 3 keep 1 say ready wait >out 2>tree <go & exec 3>go
      while ! grep -qs ready out; do sleep 0.05; done
      kill -USR1 $!; while ! grep -qs 'not shown' tree; do sleep 0.05; done
      grep -c '#' tree
      kill -USR2 $!; while [ $(grep -c '#' tree) -lt 5 ]; do sleep 0.05; done
      grep -c '#' tree
      echo >&3; wait
      """#)
    expectEqual(shell.output, "1\n5\n")
  }

  @Test("a log that can't be read back is replaced by what the program still remembers")
  func pipe() throws {
    let shell = try Shell(#"mkfifo pipe; cat pipe >log & PROMISESCOPE=pipe "$P" settle 3 keep 2 dump; wait"#)
    #expect(shell.output.contains("kept 0 ") && shell.output.contains("kept 1 "), "\(shell.output)")
    #expect(shell.output.contains("3 promises not shown"))
  }

  @Test("a signal to a forked child does not print the parent's tree")
  func child() throws {
    let shell = try Shell(
      #"PROMISESCOPE=run.ndjson "$P" keep 1 dump-on-signal fork raise settle 20000 flush"#)
    #expect(shell.output.contains("child ") && !shell.errors.contains("kept 0"), "\(shell.errors)")
  }
}
