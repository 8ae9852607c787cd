// How a promise spent its time, as a line of its details.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension DetailFacts {
  var times: [Span] {
    guard facts.hasDurations else { return [] }
    let durations = store.durations(facts, now: screen.shownTime)
    var spans: [Span] = []
    func add(_ word: String, _ nanoseconds: Int64) {
      if !spans.isEmpty { spans.append(Span(screen.glyphs.separator, .faint)) }
      spans += [Span("\(word) ", .faint), Span(duration(nanoseconds), .time)]
    }
    // A source: other code settles it, because it has no body and waits for no promise.
    let isSource = facts.enqueued == nil && facts.started == nil && facts.from == 0 && !facts.hasInputs
    if !isSource { add(language("waited", "等待"), durations.waiting - durations.following) }
    if facts.enqueued != nil { add(RowWords(language).queued, durations.queued) }
    if facts.started != nil { add(language.ranFact, durations.running) }
    let rest = isSource ? durations.total : restAfterBody(durations)
    if facts.adopts != 0, durations.following > 0, !store.isTimer(facts) {
      // Until it was resolved with the other promise.
      let flight = durations.own - durations.running
      if flight > 0 { add(language.inFlight, flight) }
      if !spans.isEmpty { spans.append(Span(screen.glyphs.separator, .faint)) }
      let adopted = [Span("#\(facts.adopts)", .link)]
      spans += language.faint("waited on \(adopted)", "等待 \(adopted)")
      spans.append(Span(" \(duration(durations.following))", .time))
    } else if store.isTimer(facts), let ready = store.readyTime(facts) {
      add(language.pathTimer, max(0, (facts.settled ?? facts.released ?? screen.shownTime) - ready))
    } else if rest > 0 || isSource {
      add(language.inFlight, rest)
    }
    return spans
  }

  /// The time from the end of its body until it settled, or until now.
  private func restAfterBody(_ durations: NodeDurations) -> Int64 {
    guard let finished = facts.finished, finished >= facts.created else { return 0 }
    return max(0, durations.total - (finished - facts.created))
  }
}
