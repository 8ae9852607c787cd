// A promise's time as a line on the timeline: thin while it waits for others, dotted while it waits for its queue, thick while its own work
// runs.

import Canvas
import ChainModel

struct DurationBar {
  let glyphs: ScreenGlyphs
  let timeline: Timeline
  let now: Int64
  /// The role of the whole bar if it is not that of the promise's state.
  var emphasis: StyleRole?

  func draw(_ node: ChainNode, in columns: Range<Int>, into grid: inout Grid, row: Int) {
    guard !columns.isEmpty else { return }
    for phase in node.phases(now: now) {
      let (glyph, role) = look(phase.kind, node)
      // A phase does not begin in the cell in which the one before ended, unless it is the only one there.
      for cell in timeline.cells(from: phase.start, to: phase.end) {
        grid.write(glyph, column: columns.lowerBound + cell, row: row, style: Style(emphasis ?? role))
      }
    }
    if node.phases(now: now).isEmpty {
      for cell in timeline.cells(from: node.created, to: node.created) {
        grid.write(glyphs.barWaiting, column: columns.lowerBound + cell, row: row, style: Style(emphasis ?? .branch))
      }
    }
    guard node.state.isOpen, let tip = timeline.cells(from: now, to: now).last, isWorking(node) else { return }
    grid.write(glyphs.barGoesOn, column: columns.lowerBound + tip, row: row, style: Style(emphasis ?? .barRunning))
  }

  private func isWorking(_ node: ChainNode) -> Bool {
    switch node.phases(now: now).last?.kind {
    case .running, .inFlight, .timer: true
    default: false
    }
  }

  private func look(_ kind: NodePhase.Kind, _ node: ChainNode) -> (glyph: String, role: StyleRole) {
    let isFailed = node.state == .unhandled || node.state == .rejected && !node.isHandled
    let settled: StyleRole = isFailed ? .rejected : .barSettled
    switch kind {
    case .waiting, .following: return (glyphs.barWaiting, node.state.isOpen ? .barWaiting : .branch)
    case .queued: return (glyphs.barQueued, .barQueued)
    case .running: return (glyphs.barRunning, node.state.isOpen ? .barRunning : settled)
    case .inFlight, .timer: return (glyphs.barRunning, node.state.isOpen ? .barRunning : settled)
    }
  }
}
