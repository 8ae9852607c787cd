// The order of continuations in `bolts-continuation`, and its cancellation.

import DemoCatalog
import PromiseTrace
import TestSupport
import Testing

@Suite("bolts-continuation")
struct BoltsContinuationTests {
  /// The notes of a run, which is canceled after a number of seconds.
  private func notes(cancelAfter: Double? = nil) throws -> [String] {
    let facts = try RecordedScenario(Scenario.named("bolts-continuation").runVirtually(cancelAfter: cancelAfter).source)
    return facts.events.filter { $0.kind == .noted }.compactMap { facts.texts[$0.text] }
  }

  @Test("continuations run in order, depth first")
  func order() throws {
    try expectEqual(notes(), ["name: Ada", "the name is shown", "age: 36", "picture: placeholder"])
  }

  @Test("cancellation in flight cancels waiting continuations and still runs those for every outcome")
  func cancelled() throws {
    try expectEqual(notes(cancelAfter: 0.5), ["the name is shown", "picture: none"])
  }
}
