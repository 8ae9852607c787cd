// The order of continuations in `bolts-continuation`, and its cancellation.

@Suite struct BoltsContinuationTests {
  /// The notes of a run, which is canceled after a number of seconds.
  private func notes(cancelAfter: Double? = nil) throws -> [String] {
    let facts = try RecordedScenario(Scenario.named("bolts-continuation").runVirtually(cancelAfter: cancelAfter).source)
    return facts.events.filter { $0.kind == .noted }.compactMap { facts.texts[$0.text] }
  }

  @Test func continuationsRunInOrderDepthFirst() throws {
    try expectEqual(notes(), ["name: Ada", "the name is shown", "age: 36", "picture: placeholder"])
  }

  @Test func cancellationInFlightCancelsWaitingContinuationsAndStillRunsThoseForEveryOutcome() throws {
    try expectEqual(notes(cancelAfter: 0.5), ["the name is shown", "picture: none"])
  }
}
