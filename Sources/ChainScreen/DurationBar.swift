// A promise's time as a line on the shared scale: thin while it waits for others, thick while its own work runs.

import Canvas
import ChainModel

struct DurationBar {
  let glyphs: ScreenGlyphs
  let scale: TimeScale
  let now: Int64

  private enum Phase {
    case waiting, queued, working
  }

  func draw(_ node: ChainNode, in columns: Range<Int>, into grid: inout Grid, row: Int) {
    guard !columns.isEmpty, !scale.isEmpty else { return }
    let end = TimeScale.end(of: node, now: now)
    let cells = scale.cells(from: node.created, to: end, width: columns.count)
    for cell in cells {
      let moment = max(Double(node.created), min(Double(end), scale.moment(cell: cell, width: columns.count)))
      let phase = phase(of: node, at: moment)
      let isTip = cell == cells.upperBound && node.state.isOpen
      let glyph = isTip && phase == .working ? glyphs.barGoesOn : self.glyph(phase)
      grid.write(glyph, column: columns.lowerBound + cell, row: row, style: Style(role(phase, node)))
    }
  }

  private func phase(of node: ChainNode, at moment: Double) -> Phase {
    func began(_ time: Int64?) -> Bool { time.map { Double($0) <= moment } ?? false }
    // What it was resolved with does the work from then on.
    if began(node.finished) { return node.adopts == nil ? .working : .waiting }
    if began(node.started) { return .working }
    if began(node.enqueued) { return .queued }
    let hasBody = node.enqueued != nil || node.started != nil
    let isSource = node.from == nil && node.inputCount == 0 && node.adopts == nil
    // Without a body, it works by itself once its source has settled: a timer.
    return !hasBody && (isSource || began(node.ready)) && node.adopts == nil ? .working : .waiting
  }

  private func glyph(_ phase: Phase) -> String {
    switch phase {
    case .waiting: glyphs.barWaiting
    case .queued: glyphs.barQueued
    case .working: glyphs.barRunning
    }
  }

  private func role(_ phase: Phase, _ node: ChainNode) -> StyleRole {
    switch node.state {
    case .rejected where !node.isHandled: phase == .working ? .rejected : .barWaiting
    case .unhandled: phase == .working ? .rejected : .branch
    case .pending, .running, .waiting: phase == .working ? .barRunning : .barWaiting
    case .rejected, .fulfilled, .cancelled, .leaked, .unknown: phase == .working ? .barSettled : .branch
    }
  }
}
