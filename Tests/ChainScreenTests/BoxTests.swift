// The detail pane of one promise through its life: handlers gather in it, it is sealed once, and who seals it again is refused.

@Suite struct BoxTests {
  /// The named facts about the selected promise, without its events.
  private func facts(_ script: EventScript) -> String {
    var screen = TestScreen(script)
    let lines = screen.lines
    guard let title = lines.firstIndex(where: { $0.contains("#1 the box ──") }) else { return "no details" }
    return lines[title...].dropFirst().prefix { !$0.contains("events") && !$0.contains("F1") }.joined(separator: "\n")
  }

  @Test func aBoxFillsAndIsSealedOnce() {
    var script = EventScript()
    script.created(1, "pending", "the box", line: 12)
    expectEqual(
      facts(script),
      """
          state ○ pending for 1.10 s               why not settled yet
        waiters none                           made by pending
       location Demo/ListLoader.swift:12  load(_:)
          times in flight 1.10 s
      """)
    script.at(600)
    for id in 2...4 as ClosedRange<PromiseID> { script.created(id, "done", "reader \(id)", from: 1, line: 18) }
    expectEqual(
      facts(script),
      """
          state ○ pending for 1.10 s               why not settled yet
        waiters 3: #2 reader 2, #3 reader 3, #4 reader 4
        made by pending
       location Demo/ListLoader.swift:12  load(_:)
          times in flight 1.10 s
      """)
    script.at(900)
    script.fulfilled(1, "\"a letter\"", .resolver)
    for attempt in [SettlementAttempt.fulfill, .reject] {
      script.at(1000)
      script.add(.ignored, 1) { $0.attempt = attempt }
    }
    expectEqual(
      facts(script),
      """
          state ✔ fulfilled after 900 ms         value "a letter"
            why its resolver settled it, 2 later attempts refused
       handlers 3: #2 reader 2, #3 reader 3, #4 reader 4
        made by pending
       location Demo/ListLoader.swift:12  load(_:)
          times in flight 900 ms
      """)
  }

  @Test func theRefusedAttemptIsAmongItsEvents() {
    var script = EventScript()
    script.created(1, "pending", "the box", line: 12)
    script.at(900)
    script.fulfilled(1, "\"a letter\"", .resolver)
    script.at(1000)
    script.add(.ignored, 1) { $0.attempt = .reject }
    var screen = TestScreen(script, rows: 40)
    #expect(screen.lines.contains { $0.hasSuffix("00:01.000  a second settlement (reject) was refused") })
  }
}
