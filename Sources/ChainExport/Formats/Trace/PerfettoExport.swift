// Writes a Perfetto trace, protocol buffers that ui.perfetto.dev and its trace processor read fastest, with a track per promise below the track
// of its chain. Owns what each packet says; `TraceTimeline` decides what is on which track.

import ChainAnalysis
import ChainModel
import PromiseTrace

extension ExportFormat {
  /// A Perfetto trace.
  public static let perfetto = ExportFormat("perfetto", "a trace for ui.perfetto.dev and its SQL, in binary") { _ in
    PerfettoExport()
  }
}

/// Exports a history as a Perfetto trace.
struct PerfettoExport: HistoryExport {
  /// The tracks that have no lanes.
  private enum Track: UInt64 {
    case promises = 1
    case queues, threads, settlements, findings, events, log
  }

  private static let firstLane: UInt64 = 16

  var keepsMarks: Bool { true }

  func limit(_ options: ExportOptions) -> Int { options.dataLimit }

  func write(_ history: ExportedHistory, into output: inout ExportOutput) throws {
    let timeline = TraceTimeline(history)
    let bytes = ExportBytes(texts: history.texts)
    let writer = PerfettoWriter(bytes)
    writer.start()
    tracks(history, timeline, writer)
    try slices(timeline, history.store, writer, &output)
    let chains = TraceChains(history.store)
    try history.forEachPromise { facts in
      let root = chains.root(of: facts)
      promise(history.table.row(facts), root, history, writer)
      try output.write(writer.bytes)
    }
    for event in history.marks where event.kind != .created {
      mark(event, writer)
      try output.write(writer.bytes)
    }
    for finding in history.findings { self.finding(finding, writer) }
    log(history, writer)
    try output.write(bytes)
  }

  /// The track of a promise.
  ///
  /// Multiplying by an odd number maps no two promises to one track.
  private static func track(of promise: PromiseID) -> UInt64 { promise &* 0x9E37_79B9_7F4A_7C15 }

  // MARK: Queues and threads

  private func tracks(
    _ history: ExportedHistory, _ timeline: TraceTimeline, _ writer: PerfettoWriter
  ) {
    let names: [(Track, String)] = [
      (.promises, "promises"), (.queues, "queues"), (.threads, "threads"), (.settlements, "settlements"),
      (.findings, "findings"), (.events, "events"), (.log, "log"),
    ]
    for (rank, (track, name)) in names.enumerated() {
      writer.track(track.rawValue, parent: 0, rank: rank) { writer.bytes.append(line: name) }
    }
    for (index, lane) in timeline.tracks.enumerated() {
      let parent: Track =
        switch lane.kind {
        case .settlements: .settlements
        case .queue: .queues
        case .thread: .threads
        }
      let title = lane.kind == .thread ? "thread \(lane.title)" : lane.title
      writer.track(Self.firstLane + UInt64(index), parent: parent.rawValue, rank: nil) {
        writer.bytes.append(line: title)
      }
    }
  }

  private func slices(
    _ timeline: TraceTimeline, _ store: ChainStore, _ writer: PerfettoWriter, _ output: inout ExportOutput
  ) throws {
    // By slice, the arrows that start and end there.
    let numbers = timeline.flows.indices
    let flowsOut = TraceGroups(timeline.slices.count, numbers.lazy.map { (timeline.flows[$0].from, $0 + 1) })
    let flowsInto = TraceGroups(timeline.slices.count, numbers.lazy.map { (timeline.flows[$0].to, $0 + 1) })
    // An arrow exists only from an event to a later one.
    for index in timeline.causalOrder() {
      let slice = timeline.slices[index]
      for lane in [slice.main, slice.thread] where lane >= 0 {
        let track = Self.firstLane + UInt64(lane)
        writer.event(.begin, at: slice.start, on: track) { event in
          switch timeline.tracks[Int(lane)].kind {
          case .settlements: event.category("settlement")
          case .queue: event.category("queue")
          case .thread: event.category("thread")
          }
          event.name { writeName(store.facts(slice.promise), writer.bytes) }
          event.argument(.promise, id: slice.promise)
          if slice.isCut { event.argument(.cut, true) }
          guard lane == slice.track else { return }
          for number in flowsOut[index] { event.flow(from: number) }
          for number in flowsInto[index] { event.flow(to: number) }
        }
        writer.event(.end, at: slice.end, on: track)
      }
      try output.write(writer.bytes)
    }
  }

  // MARK: Promises

  private func writeName(_ facts: NodeFacts?, _ bytes: ExportBytes) {
    if let facts, bytes.append(line: facts.label) || bytes.append(line: facts.operation) { return }
    bytes.append("?")
  }

  private func promise(
    _ row: PromiseRow, _ root: PromiseID, _ history: ExportedHistory, _ writer: PerfettoWriter
  ) {
    let (facts, durations) = (row.facts, row.durations)
    let track = Self.track(of: facts.id)
    let parent = root == facts.id || !history.contains(root) ? Track.promises.rawValue : Self.track(of: root)
    writer.track(track, parent: parent, rank: nil) { writeName(facts, writer.bytes) }
    let rejection = facts.isRejected ? history.store.rejection(of: facts.id) : nil
    writer.event(.begin, at: facts.created, on: track) { event in
      event.category("promise")
      event.name { writeName(facts, writer.bytes) }
      event.argument(.promise, id: facts.id)
      event.argument(.chain, id: root)
      event.argument(.state, facts.state.word)
      event.argument(.operation, facts.operation)
      if facts.site.line > 0 {
        event.argument(.file, facts.site.file)
        event.argument(.line, Int64(facts.site.line))
        event.argument(.function, facts.site.function)
      }
      event.argument(.waiting, durations.waiting)
      event.argument(.queued, durations.queued)
      event.argument(.own, durations.own)
      if let cause = facts.cause { event.argument(.cause, "\(cause.logName)") }
      if let site = history.store.nodeSite(facts.settleSite) { event.argument(.settledAt, "\(site.file):\(site.line)") }
      event.argument(facts.isRejected ? .error : .value, facts.text)
      event.argument(.from, id: facts.from)
      event.argument(.adopts, id: facts.adopts)
      event.argument(.awaits, id: facts.awaits)
      event.argument(.inside, id: facts.inside)
      if !row.rules.isEmpty { event.argument(.findings, row.rules.map(\.rawValue).joined(separator: " ")) }
    }
    if let rejection, let settled = facts.settled {
      writer.event(.instant, at: settled, on: track) { event in
        event.category("rejection")
        event.name(facts.state == .cancelled ? "canceled" : "rejected")
        event.argument(.promise, id: facts.id)
        event.argument(.error, facts.text)
        event.argument(.type, facts.type)
        event.argument(.handled, rejection.isHandled)
        event.argument(.origin, id: rejection.origin)
      }
    }
    let end = history.end(of: facts)
    writer.event(.end, at: max(facts.created, end), on: track)
  }

  // MARK: Instants

  private func mark(_ mark: Event, _ writer: PerfettoWriter) {
    let text = mark.kind == .noted || mark.kind == .unknown ? writer.bytes.texts[mark.text] : nil
    writer.event(.instant, at: mark.time, on: Track.events.rawValue) { event in
      event.category("event")
      event.name(text ?? "\(mark.kind.logName)")
      event.argument(.promise, id: mark.promise)
    }
  }

  private func finding(_ finding: Finding, _ writer: PerfettoWriter) {
    writer.event(.instant, at: finding.time, on: Track.findings.rawValue) { event in
      event.category("finding")
      event.name(finding.rule.rawValue)
      event.argument(.severity, finding.severity.rawValue)
      event.argument(.promise, id: finding.promise)
      event.argument(.occurrences, Int64(finding.occurrences))
      event.argument(.sentence, finding.sentence)
      if let site = finding.site {
        event.argument(.file, site.file)
        event.argument(.line, Int64(site.line))
      }
    }
  }

  /// What the log says about itself, its losses, and what a reader has to know.
  private func log(_ history: ExportedHistory, _ writer: PerfettoWriter) {
    let (header, end) = (history.header, history.end)
    writer.event(.instant, at: 0, on: Track.log.rawValue) { event in
      event.category("log")
      event.name("start")
      event.argument(.program, header.program)
      event.argument(.started, header.started)
      event.argument(.pid, Int64(header.pid))
      event.argument(.events, Int64(clamping: end.summary.events))
      event.argument(.lost, Int64(clamping: end.summary.lost))
      event.argument(.evicted, Int64(end.summary.evicted))
      event.argument(.ended, end.summary.isEnded)
    }
    for loss in end.losses {
      writer.event(.instant, at: loss.time, on: Track.log.rawValue) { event in
        event.category("log")
        event.name("events lost")
        event.argument(.count, Int64(clamping: loss.count))
        event.argument(.damaged, loss.isDamage)
      }
    }
    for caveat in end.caveats {
      writer.event(.instant, at: end.time, on: Track.log.rawValue) { event in
        event.category("log")
        event.name(caveat)
      }
    }
  }
}
