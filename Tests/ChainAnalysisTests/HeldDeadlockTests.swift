// Locks that a program builds from resolvers: who probably holds what, and when nothing is claimed.

@Suite struct HeldDeadlockTests {
  /// Two flows: each is given something by `lock`, and then waits for another one from there.
  private let flows = """
    1 lock at 7, 1 fulfills, 2 lock at 7, 2 fulfills, 3 then "left" from 1, 4 then "right" from 2
    3 queued main, 3 starts main, 5 lock at 7 in 3, 3 adopts 5, 3 ends, 4 queued main, 4 starts main, 6 lock at 7 in 4, 4 adopts 6, 4 ends
    """

  private func findings(_ script: String) -> [String] {
    let history = WrittenHistory(script)
    return found(history.events, history.texts)
  }

  @Test func everyMemberIsNamedWithWhatItHoldsAndWhatItWaitsFor() {
    let text = findings(flows + ", @2000 ended").joined(separator: "\n")
    #expect(text.contains("warning never-settled"))
    #expect(text.contains("probably a deadlock: \"left\" (#3) holds lock #1 and waits for lock #5"), "\(text)")
    #expect(text.contains("\"right\" (#4) holds lock #2 and waits for lock #6"), "\(text)")
  }

  @Test(
    "bodies that await a second lock are members, unless a loop awaits one thing after another",
    arguments: [false, true], [false, true])
  func bodies(isLoop: Bool, isDrained: Bool) throws {
    // In loops without an end, but members of a deadlock are no idle workers.
    func lock(_ id: Int, _ body: Int, at line: Int) -> String {
      """
      "ev":"created","p":\(id),"ctx":\(body),"kind":"promise","site":{"file":"app.js","line":7}
      "ev":"awaiting","p":\(body),"source":\(id),"site":{"file":"app.js","line":\(line)},"loop":"endless"
      """
    }
    func gives(_ id: Int, _ body: Int) -> String {
      """
      "ev":"fulfilled","p":\(id),"cause":"resolver"
      "ev":"continued","p":\(body)
      """
    }
    let line = isLoop ? 20 : 22
    let text = try found(
      node: """
        \(function(1, "left"))
        \(lock(3, 1, at: 20))
        \(gives(3, 1))
        \(function(2, "right"))
        \(lock(4, 2, at: 20))
        \(gives(4, 2))
        \(lock(5, 1, at: line))
        \(lock(6, 2, at: line))
        @\(isDrained ? 100 : 1500) "ev":"ended","reason":"\(isDrained ? "drained" : "signal")"
        """
    ).joined(separator: "\n")
    expectEqual(text.contains("warning never-settled"), !isLoop && !isDrained)
    expectEqual(text.contains("error never-settled"), !isLoop && isDrained)
    let members = "\"left\" (#1) holds promise #3 and waits for promise #5, \"right\" (#2) holds promise #4"
    expectEqual(text.contains("probably a deadlock: \(members)"), !isLoop, "\(text)")
  }

  @Test func whatWasStillUnderWayWhenTheProgramEndedIsNoDeadlock() {
    let text = findings(flows + ", @100 ended").joined(separator: "\n")
    #expect(!text.contains("deadlock") && !text.contains("warning"), "\(text)")
  }

  @Test func oneFlowThatWaitsIsNoDeadlock() {
    let text = findings(
      "1 lock at 7, 1 fulfills, 3 then \"left\" from 1, 3 queued main, 3 starts main, 5 lock at 7 in 3, 3 adopts 5, 3 ends, @2000 ended"
    ).joined(separator: "\n")
    #expect(!text.contains("deadlock"), "\(text)")
  }
}
