// The events of Trace Event JSON, one per line. Owns their members.

import ChainAnalysis
import ChainModel
import PromiseTrace

/// Writes single events.
struct ChromeWriter {
  private var isFirst = true

  // MARK: Tracks and slices

  mutating func name(
    _ what: StaticString, _ process: TraceTimeline.Kind, _ track: Int, _ name: String, _ bytes: ExportBytes
  ) {
    start("M", process, track, bytes)
    bytes.append(",\"name\":\"")
    bytes.append(what)
    bytes.append("\",\"args\":{\"name\":")
    bytes.append(quoted: name)
    bytes.append("}}")
  }

  mutating func slice(
    _ slice: TraceTimeline.Slice, _ process: TraceTimeline.Kind, _ track: Int, _ facts: NodeFacts?,
    _ bytes: ExportBytes
  ) {
    start("X", process, track, bytes)
    time(",\"ts\":", slice.start, bytes)
    time(",\"dur\":", slice.end - slice.start, bytes)
    switch process {
    case .settlements: bytes.append(",\"cat\":\"settlement\"")
    case .queue: bytes.append(",\"cat\":\"queue\"")
    case .thread: bytes.append(",\"cat\":\"thread\"")
    }
    name(facts, bytes)
    bytes.append(",\"args\":{\"promise\":")
    bytes.append(decimal: slice.promise)
    if slice.isCut { bytes.append(",\"cut\":true") }
    bytes.append("}}")
  }

  /// One end of an arrow.
  mutating func flow(
    _ flow: TraceTimeline.Flow, _ number: Int, isEnd: Bool, _ process: TraceTimeline.Kind, _ track: Int,
    _ moment: Int64,
    _ bytes: ExportBytes
  ) {
    start(isEnd ? "f" : "s", process, track, bytes)
    time(",\"ts\":", moment, bytes)
    bytes.append(",\"id\":")
    bytes.append(decimal: number)
    bytes.append(
      flow.isAdoption ? ",\"cat\":\"adoption\",\"name\":\"adopts\"" : ",\"cat\":\"reaction\",\"name\":\"causes\"")
    // The arrow ends at the slice around it, not at the next one.
    if isEnd { bytes.append(",\"bp\":\"e\"") }
    bytes.append("}")
  }

  // MARK: Promises

  mutating func begin(
    _ facts: NodeFacts, _ chain: PromiseID, _ rules: [Rule], _ history: ExportedHistory, _ bytes: ExportBytes
  ) {
    async("b", facts.id, facts.created, bytes)
    name(facts, bytes)
    bytes.append(",\"args\":{\"promise\":")
    bytes.append(decimal: facts.id)
    bytes.append(",\"chain\":")
    bytes.append(decimal: chain)
    bytes.append(",\"state\":\"")
    bytes.append(text: facts.state.word)
    bytes.append("\"")
    text(",\"operation\":", facts.operation, bytes)
    if facts.site.line > 0 {
      text(",\"file\":", facts.site.file, bytes)
      bytes.append(",\"line\":")
      bytes.append(decimal: facts.site.line)
      text(",\"function\":", facts.site.function, bytes)
    }
    let durations = history.durations(facts)
    number(",\"waiting_ns\":", durations.waiting, bytes)
    number(",\"queued_ns\":", durations.queued, bytes)
    number(",\"own_ns\":", durations.own, bytes)
    if let cause = facts.cause {
      bytes.append(",\"cause\":\"")
      bytes.append(cause.logName)
      bytes.append("\"")
    }
    text(facts.isRejected ? ",\"error\":" : ",\"value\":", facts.text, bytes)
    promise(",\"from\":", facts.from, bytes)
    promise(",\"adopts\":", facts.adopts, bytes)
    promise(",\"awaits\":", facts.awaits, bytes)
    promise(",\"inside\":", facts.inside, bytes)
    if !rules.isEmpty {
      bytes.append(",\"findings\":")
      bytes.append(quoted: rules.map(\.rawValue).joined(separator: " "))
    }
    bytes.append("}}")
  }

  /// An instant for a rejection.
  mutating func outcome(_ facts: NodeFacts, _ history: ExportedHistory, _ bytes: ExportBytes) {
    guard facts.isRejected, let settled = facts.settled else { return }
    let rejection = history.store.rejection(of: facts.id)
    async("n", facts.id, settled, bytes)
    bytes.append(facts.state == .cancelled ? ",\"name\":\"canceled\"" : ",\"name\":\"rejected\"")
    bytes.append(",\"args\":{\"promise\":")
    bytes.append(decimal: facts.id)
    text(",\"error\":", facts.text, bytes)
    text(",\"type\":", facts.type, bytes)
    bytes.append(rejection.isHandled ? ",\"handled\":true" : ",\"handled\":false")
    if rejection.origin != 0 {
      bytes.append(",\"origin\":")
      bytes.append(decimal: rejection.origin)
    }
    bytes.append("}}")
  }

  mutating func end(_ facts: NodeFacts, _ moment: Int64, _ bytes: ExportBytes) {
    async("e", facts.id, moment, bytes)
    name(facts, bytes)
    bytes.append("}")
  }

  // MARK: Instants

  mutating func mark(_ event: Event, _ track: Int, _ bytes: ExportBytes) {
    instant("t", track, event.time, bytes)
    bytes.append(",\"cat\":\"event\",\"name\":")
    if event.kind != .noted && event.kind != .unknown || !bytes.append(quoted: event.text) {
      bytes.append("\"")
      bytes.append(event.kind.logName)
      bytes.append("\"")
    }
    bytes.append(",\"args\":{\"promise\":")
    bytes.append(decimal: event.promise)
    bytes.append("}}")
  }

  mutating func finding(_ finding: Finding, _ track: Int, _ bytes: ExportBytes) {
    instant("t", track, finding.time, bytes)
    bytes.append(",\"cat\":\"finding\",\"name\":")
    bytes.append(quoted: finding.rule.rawValue)
    bytes.append(",\"args\":{\"severity\":")
    bytes.append(quoted: finding.severity.rawValue)
    bytes.append(",\"promise\":")
    bytes.append(decimal: finding.promise)
    bytes.append(",\"occurrences\":")
    bytes.append(decimal: finding.occurrences)
    bytes.append(",\"sentence\":")
    bytes.append(quoted: finding.sentence)
    if let site = finding.site {
      bytes.append(",\"file\":")
      bytes.append(quoted: site.file)
      bytes.append(",\"line\":")
      bytes.append(decimal: site.line)
    }
    bytes.append("}}")
  }

  mutating func loss(_ loss: ExportEnd.Loss, _ track: Int, _ bytes: ExportBytes) {
    instant("g", track, loss.time, bytes)
    bytes.append(",\"cat\":\"log\",\"name\":\"events lost\",\"args\":{\"count\":")
    bytes.append(decimal: loss.count)
    bytes.append(loss.isDamage ? ",\"damaged\":true}}" : ",\"damaged\":false}}")
  }

  mutating func caveat(_ sentence: String, _ moment: Int64, _ track: Int, _ bytes: ExportBytes) {
    instant("g", track, moment, bytes)
    bytes.append(",\"cat\":\"log\",\"name\":")
    bytes.append(quoted: sentence)
    bytes.append("}")
  }

  // MARK: Members

  private mutating func start(
    _ phase: StaticString, _ process: TraceTimeline.Kind, _ track: Int, _ bytes: ExportBytes
  ) {
    bytes.append(isFirst ? "\n{\"ph\":\"" : ",\n{\"ph\":\"")
    isFirst = false
    bytes.append(phase)
    bytes.append("\",\"pid\":")
    bytes.append(decimal: process.rawValue)
    bytes.append(",\"tid\":")
    bytes.append(decimal: track)
  }

  private mutating func async(_ phase: StaticString, _ promise: PromiseID, _ moment: Int64, _ bytes: ExportBytes) {
    start(phase, .settlements, 0, bytes)
    time(",\"ts\":", moment, bytes)
    bytes.append(",\"cat\":\"promise\",\"id\":\"0x")
    bytes.append(hexadecimal: promise, digits: max(1, (67 - promise.leadingZeroBitCount) / 4))
    bytes.append("\"")
  }

  private mutating func instant(_ scope: StaticString, _ track: Int, _ moment: Int64, _ bytes: ExportBytes) {
    start("i", .settlements, track, bytes)
    time(",\"ts\":", moment, bytes)
    bytes.append(",\"s\":\"")
    bytes.append(scope)
    bytes.append("\"")
  }

  /// Nanoseconds as microseconds.
  private func time(_ key: StaticString, _ nanoseconds: Int64, _ bytes: ExportBytes) {
    bytes.append(key)
    if nanoseconds < 0 { bytes.append("-") }
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
    bytes.append(decimal: whole)
    guard rest > 0 else { return }
    bytes.append(".")
    bytes.append(0x30 + UInt8(truncatingIfNeeded: rest / 100))
    bytes.append(0x30 + UInt8(truncatingIfNeeded: rest / 10 % 10))
    bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
  }

  /// The label, otherwise the operator's name.
  private func name(_ facts: NodeFacts?, _ bytes: ExportBytes) {
    bytes.append(",\"name\":")
    if let facts, bytes.append(quoted: facts.label) || bytes.append(quoted: facts.operation) {
      return
    }
    bytes.append("\"?\"")
  }

  @inline(__always)
  private func number(_ key: StaticString, _ number: Int64, _ bytes: ExportBytes) {
    bytes.append(key)
    bytes.append(decimal: number)
  }

  @inline(__always)
  private func promise(_ key: StaticString, _ id: PromiseID, _ bytes: ExportBytes) {
    guard id != 0 else { return }
    bytes.append(key)
    bytes.append(decimal: id)
  }

  private func text(_ key: StaticString, _ id: TextID, _ bytes: ExportBytes) {
    guard id != .none else { return }
    bytes.append(key)
    if !bytes.append(quoted: id) { bytes.append("null") }
  }
}
