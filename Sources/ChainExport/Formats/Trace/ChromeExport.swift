// Writes Trace Event JSON, which Perfetto and chrome://tracing open: a promise is an async event, a body a slice on the track of its queue
// and on that of its thread, and an arrow leads from a settlement to the reaction that it causes. Owns the encoding; `TraceTimeline` decides what is
// on which track.
//
// Source: "Trace Event Format", Google. Times are microseconds with three decimals. Process 1 has the promises, 2 the queues, 3 the threads.

import ChainAnalysis
import ChainModel
import PromiseTrace

extension ExportFormat {
  /// Trace Event JSON.
  public static let chrome = ExportFormat("chrome", "a trace for Perfetto or chrome://tracing, as JSON") { _ in
    ChromeExport()
  }
}

/// Exports a history as Trace Event JSON.
struct ChromeExport: HistoryExport {
  // The tracks of process 1, besides those of the settlements.
  private static let (findingsTrack, eventsTrack, logTrack) = (1, 2, 3)
  private static let firstTrack = 4

  var keepsMarks: Bool { true }

  func limit(_ options: ExportOptions) -> Int { options.dataLimit }

  func write(_ history: ExportedHistory, into output: inout ExportOutput) throws {
    let timeline = TraceTimeline(history)
    var writer = ChromeWriter()
    let bytes = ExportBytes(texts: history.texts)
    bytes.append("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")
    metadata(history, timeline, &writer, bytes)
    for slice in timeline.slices {
      let facts = history.store.facts(slice.promise)
      for track in [slice.main, slice.thread] where track >= 0 {
        writer.slice(slice, timeline.tracks[Int(track)].kind, Self.firstTrack + Int(track), facts, bytes)
      }
      try output.write(bytes)
    }
    for (number, flow) in timeline.flows.enumerated() {
      for (isEnd, slice, time) in [(false, flow.from, flow.fromTime), (true, flow.to, flow.toTime)] {
        let track = timeline.slices[slice].track
        let kind = timeline.tracks[Int(track)].kind
        writer.flow(flow, number + 1, isEnd: isEnd, kind, Self.firstTrack + Int(track), time, bytes)
      }
      try output.write(bytes)
    }
    let chains = TraceChains(history.store)
    let rules = history.rulesByPromise()
    try history.forEachPromise { facts in
      let end = history.end(of: facts)
      writer.begin(facts, chains.root(of: facts), rules[facts.id] ?? [], history, bytes)
      writer.outcome(facts, history, bytes)
      writer.end(facts, max(end, facts.created), bytes)
      try output.write(bytes)
    }
    for event in history.marks where event.kind != .created {
      writer.mark(event, Self.eventsTrack, bytes)
      try output.write(bytes)
    }
    for finding in history.findings { writer.finding(finding, Self.findingsTrack, bytes) }
    for loss in history.end.losses { writer.loss(loss, Self.logTrack, bytes) }
    for caveat in history.end.caveats { writer.caveat(caveat, history.end.time, Self.logTrack, bytes) }
    bytes.append("\n],\"otherData\":")
    otherData(history, bytes)
    bytes.append("}\n")
    try output.write(bytes)
  }

  private func metadata(
    _ history: ExportedHistory, _ timeline: TraceTimeline, _ writer: inout ChromeWriter, _ bytes: ExportBytes
  ) {
    let program = history.header.program.isEmpty ? "program" : history.header.program
    for (kind, name) in [(.settlements, "promises"), (.queue, "queues"), (.thread, "threads")]
      as [(TraceTimeline.Kind, String)]
    {
      writer.name("process_name", kind, 0, "\(program): \(name)", bytes)
    }
    for (track, name) in [(Self.findingsTrack, "findings"), (Self.eventsTrack, "events"), (Self.logTrack, "log")] {
      writer.name("thread_name", .settlements, track, name, bytes)
    }
    for (index, track) in timeline.tracks.enumerated() {
      let title = track.kind == .thread ? "thread \(track.title)" : track.title
      writer.name("thread_name", track.kind, Self.firstTrack + index, title, bytes)
    }
  }

  private func otherData(_ history: ExportedHistory, _ bytes: ExportBytes) {
    let (header, end) = (history.header, history.end)
    bytes.append("{\"program\":")
    bytes.append(quoted: header.program)
    bytes.append(",\"started\":")
    bytes.append(quoted: header.started)
    bytes.append(",\"pid\":")
    bytes.append(decimal: header.pid)
    bytes.append(",\"events\":")
    bytes.append(decimal: end.summary.events)
    bytes.append(",\"lost\":")
    bytes.append(decimal: end.summary.lost)
    bytes.append(",\"evicted\":")
    bytes.append(decimal: end.summary.evicted)
    bytes.append(end.summary.isEnded ? ",\"ended\":true" : ",\"ended\":false")
    bytes.append(",\"caveats\":[")
    for (index, caveat) in end.caveats.enumerated() {
      if index > 0 { bytes.append(",") }
      bytes.append(quoted: caveat)
    }
    bytes.append("]}")
  }
}
