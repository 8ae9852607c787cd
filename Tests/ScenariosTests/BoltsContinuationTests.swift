// What the golden log of `bolts-continuation` does not say in so many words: the order of continuations, and a run cut short.

import DemoCatalog
import PromiseTrace
import Testing

@Suite("bolts-continuation")
struct BoltsContinuationTests {
  /// What the flow notes, cancelled after so many seconds.
  private func notes(cancelAfter: Double? = nil) throws -> [String] {
    let facts = try RunFacts(Scenario.named("bolts-continuation").runVirtually(cancelAfter: cancelAfter).source)
    return facts.events.filter { $0.kind == .noted }.compactMap { facts.texts[$0.text] }
  }

  @Test("continuations run in order, each to the end of its own line")
  func order() throws {
    #expect(try notes() == ["name: Ada", "the name is shown", "age: 36", "picture: placeholder"])
  }

  @Test("cancelled in flight: what waits for it is cancelled, what hears of every end still runs")
  func cancelled() throws {
    #expect(try notes(cancelAfter: 0.5) == ["the name is shown", "picture: none"])
  }
}
