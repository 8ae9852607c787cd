// A log of any length that is never held: the crowd's events, made when they are asked for. Refuses to measure.

import PromiseTrace

/// A source of about so many events.
final class CrowdSource: EventSource {
  var header: LogHeader {
    var header = LogHeader()
    header.program = "crowd"
    return header
  }
  let texts: TextTable
  let diagnostics: [LogDiagnostic] = []

  /// Chains that live at one time, once there are so many.
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
    crowd.bear(born, into: &events)
    crowd.end(born > 0 ? max(0, crowd.living - Self.living) : count, into: &events)
    return chains > 0 || crowd.living > 0 ? .more : .ended
  }
}
