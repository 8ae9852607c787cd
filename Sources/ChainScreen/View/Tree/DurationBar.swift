// A promise's time as a line on the timeline: thin while it waits for others, dotted while it waits for its queue, thick while its own work
// runs.

import Canvas
import ChainModel
import PlainText

struct DurationBar {
  let glyphs: ScreenGlyphs
  let timeline: TimeAxis
  let store: ChainStore
  let now: Int64
  /// The role of the whole bar if it is not that of the promise's state.
  var emphasis: StyleRole?

  func draw(_ facts: NodeFacts, in columns: Range<Int>, into grid: inout Grid, row: Int) {
    guard !columns.isEmpty else { return }
    func write(_ glyph: String, _ role: StyleRole, from start: Int64, to end: Int64) {
      for cell in timeline.cells(from: start, to: end) {
        grid.write(glyph, column: columns.lowerBound + cell, row: row, style: Style(emphasis ?? role))
      }
    }
    let phases = store.phases(facts, now: now)
    for phase in phases {
      let (glyph, role) = look(phase.kind, facts)
      write(glyph, role, from: phase.start, to: phase.end)
    }
    // A promise that took no time has no phase, but a place on the timeline.
    if phases.isEmpty { write(glyphs.barWaiting, .branch, from: facts.created, to: facts.created) }
    guard facts.state.isOpen, let kind = phases.last?.kind, isWork(kind) else { return }
    write(glyphs.barGoesOn, .barRunning, from: now, to: now)
  }

  private func isWork(_ kind: NodePhase.Kind) -> Bool {
    switch kind {
    case .running, .inFlight, .timer: true
    case .waiting, .queued, .following, .awaiting: false
    }
  }

  private func look(_ kind: NodePhase.Kind, _ facts: NodeFacts) -> (glyph: String, role: StyleRole) {
    let isFailed = facts.state == .unhandled || facts.state == .rejected && !store.isHandled(facts.id)
    let settled: StyleRole = isFailed ? .failure : .barDone
    switch kind {
    case .waiting, .following, .awaiting: return (glyphs.barWaiting, facts.state.isOpen ? .barWaiting : .branch)
    case .queued: return (glyphs.barQueued, .barQueued)
    case .running, .inFlight, .timer: return (glyphs.barRunning, facts.state.isOpen ? .barRunning : settled)
    }
  }
}
