// The JSON of OpenTelemetry's protocol: hexadecimal IDs, enumerations as integers, 64-bit integers as strings, names in camel case. Owns the
// members and the names of attributes.
//
// Source: "OTLP Specification 1.x", "JSON Protobuf Encoding"; opentelemetry/proto/trace/v1/trace.proto; OpenTelemetry's semantic conventions for
// code, exceptions, and threads.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

/// Writes requests and spans.
struct OTLPWriter {
  private let history: ExportedHistory
  private let started: Int64
  /// What precedes the spans of each request.
  private let head: [UInt8]

  init(_ history: ExportedHistory) {
    self.history = history
    started = history.header.startedNanoseconds ?? 0
    let (header, end) = (history.header, history.end)
    let head = ExportBytes(texts: history.texts)
    head.append("{\"resourceSpans\":[{\"resource\":{\"attributes\":[")
    var list = OTLPAttributes()
    list.add("service.name", header.program.isEmpty ? "unknown_service" : header.program, head)
    list.add("telemetry.sdk.name", "promisescope", head)
    list.add("telemetry.sdk.language", Self.language(header), head)
    list.add("telemetry.sdk.version", Release.version, head)
    list.add("process.pid", Int64(header.pid), head)
    list.add("promisescope.log.started", header.started, head)
    list.add("promisescope.log.events", Int64(clamping: end.summary.events), head)
    list.add("promisescope.log.lost", Int64(clamping: end.summary.lost), head)
    list.add("promisescope.log.evicted", Int64(end.summary.evicted), head)
    list.add("promisescope.log.ended", end.summary.isEnded, head)
    if !end.caveats.isEmpty { list.add("promisescope.log.caveats", end.caveats.joined(separator: "; "), head) }
    head.append("]},\"scopeSpans\":[{\"scope\":{\"name\":\"promisescope\",\"version\":")
    head.append(quoted: Release.version)
    head.append("},\"spans\":[")
    self.head = [UInt8](head.all)
  }

  /// The language of the program, in the words of OpenTelemetry's conventions.
  private static func language(_ header: LogHeader) -> String {
    RuntimeProfile(header.runtime).language ?? String(header.runtime.prefix { $0 != " " })
  }

  /// Writes the start of a line.
  func startRequest(_ bytes: ExportBytes) { bytes.append(head) }

  /// Writes the end of a line.
  func endRequest(_ bytes: ExportBytes) { bytes.append("]}]}]}\n") }

  func span(_ facts: NodeFacts, _ context: OTLPContext, into bytes: ExportBytes) {
    let own = context.attributes(of: facts.id)
    let parent = context.parent(facts)
    bytes.append("{\"traceId\":\"")
    context.writeTrace(of: facts, into: bytes)
    bytes.append("\",\"spanId\":\"")
    context.writeSpan(of: facts.id, into: bytes)
    if own?.parent != nil || parent != 0 {
      bytes.append("\",\"parentSpanId\":\"")
      if let other = own?.parent { bytes.append(text: other.span) } else { context.writeSpan(of: parent, into: bytes) }
    }
    bytes.append("\",\"name\":")
    name(facts.label, else: facts.operation, else: "promise", bytes)
    let end = history.end(of: facts)
    // 1 is an internal span.
    bytes.append(",\"kind\":1")
    time(",\"startTimeUnixNano\":", facts.created, bytes)
    time(",\"endTimeUnixNano\":", max(facts.created, end), bytes)
    attributes(facts, own, bytes)
    events(facts, context, bytes)
    links(facts, parent: own?.parent != nil ? parent : 0, context, bytes)
    status(facts, bytes)
    bytes.append("}")
  }

  // MARK: Parts of a span

  private func attributes(_ facts: NodeFacts, _ own: PromiseAttributes?, _ bytes: ExportBytes) {
    bytes.append(",\"attributes\":[")
    var list = OTLPAttributes()
    // A promise's number need not fit into a signed integer.
    list.add("promise.id", Int64(bitPattern: facts.id), bytes)
    list.add("promise.state", facts.state.word, bytes)
    list.add("promise.operation", facts.operation, bytes)
    list.add("promise.label", facts.label, bytes)
    if facts.site.line > 0 {
      list.add("code.file.path", facts.site.file, bytes)
      list.add("code.line.number", Int64(facts.site.line), bytes)
      list.add("code.function.name", facts.site.function, bytes)
    }
    list.add("promise.queue", facts.queue, bytes)
    list.add("thread.name", facts.thread, bytes)
    if let cause = facts.cause { list.add("promise.cause", word: cause.logName, bytes) }
    if !facts.isRejected { list.add("promise.value", facts.text, bytes) }
    if isError(facts) {
      if facts.type == .none { list.add("error.type", word: facts.isRejected ? "_OTHER" : "leaked", bytes) }
      list.add("error.type", facts.type, bytes)
    }
    let durations = history.durations(facts)
    list.add("promise.waiting_ns", durations.waiting, bytes)
    list.add("promise.queued_ns", durations.queued, bytes)
    list.add("promise.own_ns", durations.own, bytes)
    if let values = own?.values, !values.isEmpty {
      let renamed = values.map { (unique($0.key, facts, values), $0.value) }
      for (key, value) in renamed.sorted(by: { $0.0 < $1.0 }) { list.add(key, value, bytes) }
    }
    bytes.append("]")
  }

  /// The key for an attribute of the program: with a prefix if the span has another attribute of that key.
  ///
  /// Keys have to be unique, and not empty.
  private func unique(_ key: String, _ facts: NodeFacts, _ values: [String: AttributeValue]) -> String {
    guard key.isEmpty || isOwn(key, facts) else { return key }
    var unique = "attributes." + key
    while values[unique] != nil { unique = "attributes." + unique }
    return unique
  }

  /// Whether a span has an attribute of ours with this key.
  private func isOwn(_ key: String, _ facts: NodeFacts) -> Bool {
    switch key {
    case "promise.id", "promise.state", "promise.waiting_ns", "promise.queued_ns", "promise.own_ns": true
    case "error.type": isError(facts)
    case "promise.operation": facts.operation != .none
    case "promise.label": facts.label != .none
    case "code.file.path": facts.site.line > 0 && facts.site.file != .none
    case "code.line.number": facts.site.line > 0
    case "code.function.name": facts.site.line > 0 && facts.site.function != .none
    case "promise.queue": facts.queue != .none
    case "thread.name": facts.thread != .none
    case "promise.cause": facts.cause != nil
    case "promise.value": !facts.isRejected && facts.text != .none
    default: false
    }
  }

  /// Whether the span has the status of an error.
  private func isError(_ facts: NodeFacts) -> Bool { [.rejected, .unhandled, .leaked].contains(facts.state) }

  /// Writes the first text that is not empty: the name of a span or of an event, which must have one.
  private func name(_ text: TextID, else other: TextID, else word: StaticString, _ bytes: ExportBytes) {
    for text in [text, other] where text != .none {
      var hasCharacters = false
      history.texts.withBytes(text) { hasCharacters = !$0.isEmpty }
      if hasCharacters, bytes.append(quoted: text) { return }
    }
    bytes.append("\"")
    bytes.append(word)
    bytes.append("\"")
  }

  private func events(_ facts: NodeFacts, _ context: OTLPContext, _ bytes: ExportBytes) {
    var isFirst = true
    func event(
      _ moment: Int64, _ name: (ExportBytes) -> Void, _ content: (inout OTLPAttributes, ExportBytes) -> Void
    ) {
      bytes.append(isFirst ? ",\"events\":[{" : ",{")
      isFirst = false
      time("\"timeUnixNano\":", moment, bytes)
      bytes.append(",\"name\":")
      name(bytes)
      bytes.append(",\"attributes\":[")
      var list = OTLPAttributes()
      content(&list, bytes)
      bytes.append("]}")
    }
    if facts.isRejected, facts.state != .cancelled, let settled = facts.settled {
      event(settled) {
        $0.append("\"exception\"")
      } _: { list, bytes in
        list.add("exception.type", facts.type, bytes)
        list.add("exception.message", facts.text, bytes)
      }
    }
    for mark in context.marks(of: facts.id) {
      event(mark.time) { bytes in
        let isNote = mark.kind == .noted
        name(
          isNote || mark.kind == .unknown ? mark.text : .none, else: .none, else: isNote ? "note" : mark.kind.logName,
          bytes)
      } _: { _, _ in
      }
    }
    for finding in context.findings(of: facts.id) {
      event(finding.time) {
        $0.append("\"finding\"")
      } _: { list, bytes in
        list.add("promise.finding.rule", finding.rule.rawValue, bytes)
        list.add("promise.finding.severity", finding.severity.rawValue, bytes)
        list.add("promise.finding.sentence", finding.sentence, bytes)
      }
    }
    if !isFirst { bytes.append("]") }
  }

  /// The inputs of a combinator, the promise that was adopted, those that its body awaited, and the parent in this program if the span has another one.
  private func links(
    _ facts: NodeFacts, parent: PromiseID, _ context: OTLPContext, _ bytes: ExportBytes
  ) {
    var links: [(PromiseID, String)] = []
    if facts.hasInputs { links = history.store.inputs(of: facts.id, limit: .max).map { ($0, "input") } }
    if facts.adopts != 0 { links.append((facts.adopts, "adopts")) }
    links += history.store.awaited(by: facts.id).map { ($0, "awaits") }
    if parent != 0 { links.append((parent, "parent")) }
    guard !links.isEmpty else { return }
    for (index, (id, kind)) in links.enumerated() {
      bytes.append(index == 0 ? ",\"links\":[{\"traceId\":\"" : ",{\"traceId\":\"")
      context.writeTrace(of: id, into: bytes)
      bytes.append("\",\"spanId\":\"")
      context.writeSpan(of: id, into: bytes)
      bytes.append("\",\"attributes\":[")
      var list = OTLPAttributes()
      list.add("promise.link", kind, bytes)
      list.add("promise.id", Int64(bitPattern: id), bytes)
      bytes.append("]}")
    }
    bytes.append("]")
  }

  /// 2 is an error.
  ///
  /// A cancellation is not an error. Success is not reported, as OpenTelemetry's conventions require.
  private func status(_ facts: NodeFacts, _ bytes: ExportBytes) {
    switch facts.state {
    case .rejected, .unhandled:
      bytes.append(",\"status\":{\"code\":2,\"message\":")
      if !bytes.append(quoted: facts.text), !bytes.append(quoted: facts.type) {
        bytes.append("\"rejected\"")
      }
      bytes.append("}")
    case .leaked: bytes.append(",\"status\":{\"code\":2,\"message\":\"freed while pending\"}")
    default: break
    }
  }

  private func time(_ key: StaticString, _ moment: Int64, _ bytes: ExportBytes) {
    bytes.append(key)
    bytes.append("\"")
    bytes.append(decimal: max(0, started.addingReportingOverflow(moment).partialValue))
    bytes.append("\"")
  }
}
