// Several readings as one history: since when what is seen now has been so.

import ProcessMemory
import PromiseTrace
import Testing

@Suite struct SnapshotSeriesTests {
  /// A reading of bodies that wait, as `identity: source identity at line`; each source is a promise as well.
  private func reading(_ waits: [(body: UInt64, source: UInt64, line: UInt32)]) -> HeapReading {
    let texts = TextTable()
    var (created, awaiting, identities) = ([Event](), [Event](), [PromiseID: UInt64]())
    for (index, wait) in waits.enumerated() {
      let (body, source) = (PromiseID(index * 2 + 1), PromiseID(index * 2 + 2))
      (identities[body], identities[source]) = (wait.body, wait.source)
      for id in [body, source] {
        var event = Event(.created, id)
        (event.operation, event.isUnknownStart) = (texts.intern("async function"), true)
        created.append(event)
      }
      var event = Event(.awaiting, body)
      (event.peer, event.site) = (source, Site(file: texts.intern("a.js"), line: wait.line))
      awaiting.append(event)
    }
    return HeapReading(runtime: "node", events: created + awaiting, texts: texts, identities: identities)
  }

  @Test func whatWaitsAsBeforeHasTheTimeOfTheFirstReading() {
    var series = SnapshotSeries()
    series.add(reading([(10, 11, 3), (20, 21, 5)]), at: 0)
    #expect(series.changes == nil)
    // The second body has gone on; a third one is new, and its promise, which has a lower number, is the first of this reading.
    series.add(reading([(30, 31, 7), (10, 11, 3), (20, 22, 6)]), at: 5)
    #expect(series.changes.map { [$0.same, $0.moved, $0.new, $0.gone] } == [3, 1, 3, 1])
    let events = series.events(notes: ["a note"])
    #expect(events.map(\.sequence) == Array(1...UInt64(events.count)))
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    func times(_ kind: EventKind) -> [PromiseID: Int64] {
      Dictionary(uniqueKeysWithValues: events.filter { $0.kind == kind }.map { ($0.promise, $0.time) })
    }
    #expect(times(.created) == [1: 5, 2: 5, 3: 0, 4: 0, 5: 0, 6: 5])
    #expect(times(.awaiting) == [1: 5, 3: 0, 5: 5])
    #expect(events.last?.reason == .snapshot && events.last?.time == 5)
    #expect(events.dropLast().last?.kind == .noted)
  }
}
