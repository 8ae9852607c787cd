// The JSON of OpenTelemetry's protocol: hexadecimal IDs, enumerations as integers, 64-bit integers as strings, names in camel case.
//
// Source: "OTLP Specification 1.x", "JSON Protobuf Encoding"; opentelemetry/proto/trace/v1/trace.proto; OpenTelemetry's semantic conventions for
// code, exceptions, and threads.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

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
    head.attribute("service.name", .word(header.program.isEmpty ? "unknown_service" : header.program))
    head.attribute("telemetry.sdk.name", .word("promisescope"))
    head.attribute("telemetry.sdk.language", .word(Self.language(header)))
    head.attribute("telemetry.sdk.version", .word(Release.version))
    head.attribute("process.pid", .number(Int64(header.pid)))
    head.attribute("promisescope.log.started", .word(header.started))
    head.attribute("promisescope.log.events", .number(Int64(clamping: end.summary.events)))
    head.attribute("promisescope.log.lost", .number(Int64(clamping: end.summary.lost)))
    head.attribute("promisescope.log.evicted", .number(Int64(end.summary.evicted)))
    head.attribute("promisescope.log.ended", .flag(end.summary.isEnded))
    if !end.caveats.isEmpty { head.attribute("promisescope.log.caveats", .word(end.caveats.joined(separator: "; "))) }
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

  func span(_ row: PromiseRow, _ context: OTLPContext, into bytes: ExportBytes) {
    let facts = row.facts
    let own = context.attributes(of: facts.id)
    let (parent, caller) = (context.parent(facts), own?.parent)
    bytes.object {
      bytes.key("traceId")
      bytes.string { context.writeTrace(of: facts, into: bytes) }
      bytes.key("spanId")
      bytes.string { context.writeSpan(of: facts.id, into: bytes) }
      if caller != nil || parent != 0 {
        bytes.key("parentSpanId")
        bytes.string {
          if let caller { bytes.append(text: caller.span) } else { context.writeSpan(of: parent, into: bytes) }
        }
      }
      bytes.key("name")
      name(facts.label, else: facts.operation, else: "promise", bytes)
      // 1 is an internal span.
      bytes.member("kind", 1)
      time("startTimeUnixNano", facts.created, bytes)
      time("endTimeUnixNano", max(facts.created, history.end(of: facts)), bytes)
      bytes.key("attributes")
      bytes.array { attributes(row, own?.values ?? [:], bytes) }
      events(facts, context, bytes)
      links(facts, parent: caller != nil ? parent : 0, context, bytes)
      status(facts, bytes)
    }
  }

  // MARK: Parts of a span

  private func attributes(_ row: PromiseRow, _ own: [String: AttributeValue], _ bytes: ExportBytes) {
    // A promise's number need not fit into a signed integer.
    bytes.attribute("promise.id", .number(Int64(bitPattern: row.facts.id)))
    for field in PromiseField.all { if let name = field.attribute { bytes.attribute(name, field.value(row)) } }
    if isError(row.facts) {
      let word: FieldValue = .word(row.facts.isRejected ? "_OTHER" : "leaked")
      bytes.attribute("error.type", row.facts.type == .none ? word : .text(row.facts.type))
    }
    let renamed = own.map { (unique($0.key, row, own), $0.value) }
    for (key, value) in renamed.sorted(by: { $0.0 < $1.0 }) { bytes.attribute(text: key, value) }
  }

  /// The key for an attribute of the program: with a prefix if the span has another attribute of that key.
  ///
  /// Keys have to be unique, and not empty.
  private func unique(_ key: String, _ row: PromiseRow, _ values: [String: AttributeValue]) -> String {
    guard key.isEmpty || isOwn(key, row) else { return key }
    var unique = "attributes." + key
    while values[unique] != nil { unique = "attributes." + unique }
    return unique
  }

  /// Whether a span has an attribute of ours with this key.
  private func isOwn(_ key: String, _ row: PromiseRow) -> Bool {
    switch PromiseField.byAttribute[key]?.value(row) {
    case nil: key == "promise.id" || key == "error.type" && isError(row.facts)
    case .none?, .text(.none)?: false
    default: true
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
    bytes.string { bytes.append(word) }
  }

  private func events(_ facts: NodeFacts, _ context: OTLPContext, _ bytes: ExportBytes) {
    let settled = facts.isRejected && facts.state != .cancelled ? facts.settled : nil
    let (marks, findings) = (context.marks(of: facts.id), context.findings(of: facts.id))
    guard settled != nil || !marks.isEmpty || !findings.isEmpty else { return }
    func event(_ moment: Int64, _ name: () -> Void, _ attributes: () -> Void) {
      bytes.object {
        time("timeUnixNano", moment, bytes)
        bytes.key("name")
        name()
        bytes.key("attributes")
        bytes.array(attributes)
      }
    }
    bytes.key("events")
    bytes.array {
      if let settled {
        event(settled) {
          bytes.value("exception")
        } _: {
          bytes.attribute("exception.type", .text(facts.type))
          bytes.attribute("exception.message", .text(facts.text))
        }
      }
      for mark in marks {
        event(mark.time) {
          let isNote = mark.kind == .noted
          name(
            isNote || mark.kind == .unknown ? mark.text : .none, else: .none, else: isNote ? "note" : mark.kind.logName,
            bytes)
        } _: {
        }
      }
      for finding in findings {
        event(finding.time) {
          bytes.value("finding")
        } _: {
          bytes.attribute("promise.finding.rule", .word(finding.rule.rawValue))
          bytes.attribute("promise.finding.severity", .word(finding.severity.rawValue))
          bytes.attribute("promise.finding.sentence", .word(finding.sentence))
        }
      }
    }
  }

  /// The inputs of a combinator, the promise that was adopted, those that its body awaited, and the parent in this program if the span has another one.
  private func links(_ facts: NodeFacts, parent: PromiseID, _ context: OTLPContext, _ bytes: ExportBytes) {
    var links: [(PromiseID, String)] = []
    if facts.hasInputs { links = history.store.inputs(of: facts.id, limit: .max).map { ($0, "input") } }
    if facts.adopts != 0 { links.append((facts.adopts, "adopts")) }
    links += history.store.awaited(by: facts.id).map { ($0, "awaits") }
    if parent != 0 { links.append((parent, "parent")) }
    guard !links.isEmpty else { return }
    bytes.key("links")
    bytes.array {
      for (id, kind) in links {
        bytes.object {
          bytes.key("traceId")
          bytes.string { context.writeTrace(of: id, into: bytes) }
          bytes.key("spanId")
          bytes.string { context.writeSpan(of: id, into: bytes) }
          bytes.key("attributes")
          bytes.array {
            bytes.attribute("promise.link", .word(kind))
            bytes.attribute("promise.id", .number(Int64(bitPattern: id)))
          }
        }
      }
    }
  }

  /// 2 is an error.
  ///
  /// A cancellation is not an error. Success is not reported, as OpenTelemetry's conventions require.
  private func status(_ facts: NodeFacts, _ bytes: ExportBytes) {
    guard isError(facts) else { return }
    bytes.key("status")
    bytes.object {
      bytes.member("code", 2)
      bytes.key("message")
      if facts.state == .leaked { return bytes.value("freed while pending") }
      if !bytes.append(quoted: facts.text), !bytes.append(quoted: facts.type) { bytes.value("rejected") }
    }
  }

  private func time(_ key: StaticString, _ moment: Int64, _ bytes: ExportBytes) {
    bytes.key(key)
    bytes.string { bytes.append(decimal: max(0, started.addingReportingOverflow(moment).partialValue)) }
  }
}
