// More events than the file accepts: pipes without a reader, readers that stall, floods, and limited memory. A bound of 1 byte leaves a
// thread two chunks of 8,192 slots, which fill quickly.

@Suite("recording more than fits", .serialized)
struct OverflowTests {
  @Test func eventsBeyondTheBufferAreCountedAtTheirPositionAndAtTheEnd() throws {
    // The pipe is read only long after the buffer is full; then there is room for the rest.
    let shell = try Shell(
      #"""
      mkfifo pipe go; "$P" start pipe count 1 settle 50000 say full wait settle 1000 flush settle 50000 <go >out & exec 3>go
      while ! grep -qs full out; do sleep 0.05; done
      cat pipe >run.ndjson & echo >&3; wait
      """#)
    let log = try shell.log("run.ndjson")
    #expect(log.emitted == 3 * 101_000 && log.lost > 0 && log.isEnded && log.diagnostics.isEmpty)
    // The thread's chunks, then the loss, then the events emitted when there was room again.
    let first = try #require(log.events.firstIndex { $0.kind == .lost })
    #expect(first == 16_384 && log.events[first].count > 100_000 && log.events.count > first + 2_000)
  }

  @Test func withTheOverflowPolicyWaitNothingIsLost() throws {
    let shell = try Shell(
      #"""
      mkfifo pipe; "$P" start pipe wait 1 settle 50000 say done >out &
      sleep 0.2; grep done out; cat pipe >run.ndjson; wait
      """#)
    let log = try shell.log("run.ndjson")
    #expect(log.emitted == 150_000 && log.lost == 0 && log.isEnded)
    // The program did not end before there was a reader.
    #expect(shell.output.isEmpty)
  }

  @Test("a pipe without a reader delays neither the program's start nor its end")
  func noReader() throws {
    let shell = try Shell(#"mkfifo pipe; PROMISESCOPE=pipe "$P" settle 100 say alive"#)
    #expect(shell.output == "alive\n" && shell.code == 0)
    #expect(shell.errors.contains("no process read pipe, and 300 events are not written"))
  }

  @Test func aStalledReaderDoesNotKeepTheProgramFromEnding() throws {
    let shell = try Shell(
      #"""
      mkfifo pipe; sleep 50 <pipe & reader=$!
      PROMISESCOPE=pipe "$P" settle 10000 say alive; code=$?; kill $reader; exit $code
      """#)
    #expect(shell.output == "alive\n" && shell.code == 0)
    #expect(shell.errors.contains("writing the rest of the log to pipe, 5 s at most"))
    #expect(shell.errors.contains("events are not written to pipe"))
  }

  @Test func aReaderThatClosesThePipeEndsTheRecordingNotTheProgram() throws {
    let shell = try Shell(
      #"mkfifo pipe; head -c 100 pipe >some & PROMISESCOPE=pipe "$P" settle 10000 flush settle 1000 say alive; wait"#)
    #expect(shell.output.hasSuffix("alive\n") && shell.code == 0)
    #expect(shell.errors.contains("recording to pipe stopped: Broken pipe; the program continues"))
  }

  @Test("a flood of events uses no more memory than the limit", .enabled(if: !isSanitized))
  func flood() throws {
    // Nothing is written meanwhile, so all events are buffered: without a limit, 80 MB.
    let shell = try Shell(
      #"mkfifo pipe; "$P" start pipe count 4000000 settle 400000 memory"#)
    let peak = shell.output.split(separator: "\n").last.flatMap { Int($0) } ?? .max
    #expect(peak < 60_000, "peak resident memory in KiB")
  }

  @Test(
    "a limit on the address space ends the recording, not the program", .enabled(if: !isSanitized),
    arguments: [100, 200, 400, 700])
  func addressSpace(_ left: Int) throws {
    // The limit exceeds by this number of MiB what the program uses without a recording.
    let shell = try Shell(
      #"""
      size=$("$P" address-space); ulimit -v $((size + \#(left) * 1024))
      PROMISESCOPE=run.ndjson "$P" settle 100000 say alive
      """#)
    #expect(shell.output == "alive\n" && shell.code == 0, "\(shell.errors)")
    #expect(left > 500 || shell.errors.contains("cannot record to run.ndjson: the limit on the address space"))
  }

  @Test func theTreeIsPrintedInTheMiddleOfAFlood() throws {
    let shell = try Shell(
      #"""
      mkfifo go; PROMISESCOPE=run.ndjson "$P" dump-on-signal keep 3 flood 2 say flooding wait >out 2>tree <go & exec 3>go
      while ! grep -qs flooding out; do sleep 0.05; done
      sleep 1; kill -USR1 $!; while ! grep -qs 'kept 2' tree; do sleep 0.1; done
      kill -9 $!
      """#)
    let tree = try shell.text("tree")
    #expect(tree.contains("RecordedProgram") && tree.contains("kept 0") && tree.contains("pending"))
  }
}
