// A log of any length that is generated while it is read. Owns the schedule of the crowd; takes no measurements.

import PromiseTrace

/// A source of a given number of events, approximately.
final class CrowdSource: EventSource {
  var header: LogHeader {
    var header = LogHeader()
    header.program = "crowd"
    return header
  }
  let texts: TextTable
  let diagnostics: [LogDiagnostic] = []

  /// The maximum number of chains alive at a time.
  private static let living = 10_000
  private var crowd: Crowd
  private var chains: Int

  init(events: Int) {
    texts = TextTable()
    crowd = Crowd(texts: texts)
    chains = max(1, events / Crowd.eventsPerChain)
  }

  func read(into events: inout [Event], limit: Int) -> SourceStatus {
    let count = max(1, limit / Crowd.eventsPerChain)
    let born = min(count, chains)
    chains -= born
    crowd.create(born, into: &events)
    crowd.end(born > 0 ? max(0, crowd.living - Self.living) : count, into: &events)
    return chains > 0 || crowd.living > 0 ? .more : .ended
  }
}
