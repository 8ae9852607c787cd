// A clock that steps while a program is recorded, as under libfaketime.

@Suite("recording and clocks", .serialized)
struct ClockTests {
  @Test(
    "a clock that steps, also by more than it has run, neither stops nor delays the program, and time goes on in the log",
    arguments: [[-3_600], [-3_600, 3_600], [-3_600, -3_600], [-100_000_000_000], [3_600]])
  func steps(_ steps: [Int]) throws {
    let words = steps.map { "nap 30 settle 10 flush step-clock \($0) settle 10 flush nap 30" }.joined(separator: " ")
    let shell = try Shell(
      #"PROMISESCOPE=run.ndjson "$P" settle 10 nap 50 \#(words) settle 10 flush nap 100 keep 1 say done"#)
    #expect(shell.output.hasSuffix("done\n") && shell.code == 0 && shell.errors.isEmpty)
    let log = try shell.log("run.ndjson")
    #expect(log.diagnostics.isEmpty && log.isEnded && log.count(.created) == 21 + 20 * steps.count)
    // The last nap has its real length, and the whole no more than a loaded machine makes of it.
    let times = log.events.filter { $0.kind == .created }.map(\.time)
    let end = try #require(times.last)
    #expect(90_000_000..<10_000_000_000 ~= end - times[times.count - 2])
    #expect(100_000_000..<30_000_000_000 ~= end, "\(end)")
  }

  @Test("events on small stacks and a clock that stands still end neither the program nor the writing by its threads")
  func standsStill() throws {
    let shell = try Shell(
      #"""
      for words in "" stop-clock; do
        PROMISESCOPE=run.ndjson "$P" $words settle-on-small-stacks 100 say done || exit
      done
      """#)
    #expect(shell.output == "done\ndone\n" && shell.code == 0 && shell.errors.isEmpty)
    #expect(try shell.log("run.ndjson").count(.created) == 30_000)
  }
}
