// The JSON of OpenTelemetry's protocol: hexadecimal IDs, enumerations as integers, 64-bit integers as strings, names in camel case. Owns the
// members and the names of attributes.
//
// Source: "OTLP Specification 1.x", "JSON Protobuf Encoding"; opentelemetry/proto/trace/v1/trace.proto; OpenTelemetry's semantic conventions for
// code, exceptions, and threads.

import ChainAnalysis
import ChainModel
import PromiseTrace

/// Writes requests and spans.
struct OTLPWriter {
  private let history: ExportedHistory
  private let texts: TextTable
  private let started: Int64
  /// What precedes the spans of each request.
  private var head: [UInt8] = []

  init(_ history: ExportedHistory) {
    (self.history, texts) = (history, history.texts)
    started = history.header.startedNanoseconds ?? 0
    let (header, end) = (history.header, history.end)
    head.append("{\"resourceSpans\":[{\"resource\":{\"attributes\":[")
    var list = OTLPAttributes(texts: texts)
    list.add("service.name", header.program.isEmpty ? "unknown_service" : header.program, &head)
    list.add("process.pid", Int64(header.pid), &head)
    list.add("promisescope.log.started", header.started, &head)
    list.add("promisescope.log.events", Int64(clamping: end.summary.events), &head)
    list.add("promisescope.log.lost", Int64(clamping: end.summary.lost), &head)
    list.add("promisescope.log.evicted", Int64(end.summary.evicted), &head)
    list.add("promisescope.log.ended", end.summary.isEnded, &head)
    if !end.caveats.isEmpty { list.add("promisescope.log.caveats", end.caveats.joined(separator: "; "), &head) }
    head.append("]},\"scopeSpans\":[{\"scope\":{\"name\":\"promisescope\"},\"spans\":[")
  }

  /// Writes a line.
  func request(_ spans: [UInt8], into bytes: inout [UInt8]) {
    bytes += head
    bytes += spans
    bytes.append("]}]}]}\n")
  }

  /// Writes a span.
  func span(_ facts: NodeFacts, _ context: inout OTLPContext, into bytes: inout [UInt8]) {
    let own = context.attributes(of: facts.id)
    let parent = context.parent(facts)
    bytes.append("{\"traceId\":\"")
    bytes.append(contentsOf: context.trace(of: facts.id).utf8)
    bytes.append("\",\"spanId\":\"")
    bytes.append(contentsOf: context.span(of: facts.id).utf8)
    if own?.parent != nil || parent != 0 {
      bytes.append("\",\"parentSpanId\":\"")
      bytes.append(contentsOf: (own?.parent?.span ?? context.span(of: parent)).utf8)
    }
    bytes.append("\",\"name\":")
    if !bytes.append(quoted: facts.label, of: texts), !bytes.append(quoted: facts.operation, of: texts) {
      bytes.append("\"?\"")
    }
    let end = facts.settled ?? facts.released ?? history.end.time
    // 1 is an internal span.
    bytes.append(",\"kind\":1")
    time(",\"startTimeUnixNano\":", facts.created, &bytes)
    time(",\"endTimeUnixNano\":", max(facts.created, end), &bytes)
    attributes(facts, own, &bytes)
    events(facts, context, &bytes)
    links(facts, parent: own?.parent != nil ? parent : 0, &context, &bytes)
    status(facts, &bytes)
    bytes.append("}")
  }

  // MARK: Parts of a span

  private func attributes(_ facts: NodeFacts, _ own: PromiseAttributes?, _ bytes: inout [UInt8]) {
    bytes.append(",\"attributes\":[")
    var list = OTLPAttributes(texts: texts)
    // A promise's number need not fit into a signed integer.
    list.add("promise.id", Int64(bitPattern: facts.id), &bytes)
    list.add("promise.state", facts.state.word, &bytes)
    list.add("promise.operation", facts.operation, &bytes)
    list.add("promise.label", facts.label, &bytes)
    if facts.site.line > 0 {
      list.add("code.file.path", facts.site.file, &bytes)
      list.add("code.line.number", Int64(facts.site.line), &bytes)
      list.add("code.function.name", facts.site.function, &bytes)
    }
    list.add("promise.queue", facts.queue, &bytes)
    list.add("thread.name", facts.thread, &bytes)
    if let cause = facts.cause { list.add("promise.cause", "\(cause.word)", &bytes) }
    if !facts.isRejected { list.add("promise.value", facts.text, &bytes) }
    let durations = NodeDurations(history.store.moments(facts, now: history.end.time))
    list.add("promise.waiting_ns", durations.waiting, &bytes)
    list.add("promise.queued_ns", durations.queued, &bytes)
    list.add("promise.own_ns", durations.own, &bytes)
    for (key, value) in (own?.values ?? [:]).sorted(by: { $0.key < $1.key }) { list.add(key, value, &bytes) }
    bytes.append("]")
  }

  private func events(_ facts: NodeFacts, _ context: OTLPContext, _ bytes: inout [UInt8]) {
    var isFirst = true
    func event(
      _ moment: Int64, _ name: (inout [UInt8]) -> Void, _ content: (inout OTLPAttributes, inout [UInt8]) -> Void
    ) {
      bytes.append(isFirst ? ",\"events\":[{" : ",{")
      isFirst = false
      time("\"timeUnixNano\":", moment, &bytes)
      bytes.append(",\"name\":")
      name(&bytes)
      bytes.append(",\"attributes\":[")
      var list = OTLPAttributes(texts: texts)
      content(&list, &bytes)
      bytes.append("]}")
    }
    if facts.isRejected, facts.state != .cancelled, let settled = facts.settled {
      event(settled) {
        $0.append("\"exception\"")
      } _: { list, bytes in
        list.add("exception.type", facts.type, &bytes)
        list.add("exception.message", facts.text, &bytes)
      }
    }
    for mark in context.marks(of: facts.id) {
      event(mark.time) { bytes in
        guard mark.kind == .noted || mark.kind == .unknown, bytes.append(quoted: mark.text, of: texts) else {
          return bytes.append(quoted: "\(mark.kind.word)")
        }
      } _: { _, _ in
      }
    }
    for finding in context.findings(of: facts.id) {
      event(finding.time) {
        $0.append("\"finding\"")
      } _: { list, bytes in
        list.add("promise.finding.rule", finding.rule.rawValue, &bytes)
        list.add("promise.finding.severity", finding.severity.rawValue, &bytes)
        list.add("promise.finding.sentence", finding.sentence, &bytes)
      }
    }
    if !isFirst { bytes.append("]") }
  }

  /// The inputs of a combinator, the promise that was adopted, and the parent in this program if the span has another one.
  private func links(
    _ facts: NodeFacts, parent: PromiseID, _ context: inout OTLPContext, _ bytes: inout [UInt8]
  ) {
    var links: [(PromiseID, String)] = []
    if facts.hasInputs { links = history.store.inputs(of: facts.id, limit: .max).map { ($0, "input") } }
    if facts.adopts != 0 { links.append((facts.adopts, "adopts")) }
    if parent != 0 { links.append((parent, "parent")) }
    guard !links.isEmpty else { return }
    for (index, (id, kind)) in links.enumerated() {
      bytes.append(index == 0 ? ",\"links\":[{\"traceId\":\"" : ",{\"traceId\":\"")
      bytes.append(contentsOf: context.trace(of: id).utf8)
      bytes.append("\",\"spanId\":\"")
      bytes.append(contentsOf: context.span(of: id).utf8)
      bytes.append("\",\"attributes\":[")
      var list = OTLPAttributes(texts: texts)
      list.add("promise.link", kind, &bytes)
      list.add("promise.id", Int64(bitPattern: id), &bytes)
      bytes.append("]}")
    }
    bytes.append("]")
  }

  /// 2 is an error.
  ///
  /// A cancellation is none, and success is not reported, as the conventions ask.
  private func status(_ facts: NodeFacts, _ bytes: inout [UInt8]) {
    switch facts.state {
    case .rejected, .unhandled:
      bytes.append(",\"status\":{\"code\":2,\"message\":")
      if !bytes.append(quoted: facts.text, of: texts), !bytes.append(quoted: facts.type, of: texts) {
        bytes.append("\"rejected\"")
      }
      bytes.append("}")
    case .leaked: bytes.append(",\"status\":{\"code\":2,\"message\":\"freed while pending\"}")
    default: break
    }
  }

  private func time(_ key: StaticString, _ moment: Int64, _ bytes: inout [UInt8]) {
    bytes.append(key)
    bytes.append("\"")
    bytes.append(decimal: max(0, started.addingReportingOverflow(moment).partialValue))
    bytes.append("\"")
  }
}

/// A list of attributes.
struct OTLPAttributes {
  let texts: TextTable
  private var isFirst = true

  init(texts: TextTable) { self.texts = texts }

  mutating func add(_ key: StaticString, _ text: TextID, _ bytes: inout [UInt8]) {
    guard text != .none else { return }
    start(&bytes) { $0.append(key) }
    bytes.append("\"stringValue\":")
    if !bytes.append(quoted: text, of: texts) { bytes.append("\"\"") }
    bytes.append("}}")
  }

  mutating func add(_ key: StaticString, _ text: String, _ bytes: inout [UInt8]) {
    start(&bytes) { $0.append(key) }
    bytes.append("\"stringValue\":")
    bytes.append(quoted: text)
    bytes.append("}}")
  }

  mutating func add(_ key: StaticString, _ number: Int64, _ bytes: inout [UInt8]) {
    start(&bytes) { $0.append(key) }
    bytes.append("\"intValue\":\"")
    bytes.append(decimal: number)
    bytes.append("\"}}")
  }

  mutating func add(_ key: StaticString, _ flag: Bool, _ bytes: inout [UInt8]) {
    start(&bytes) { $0.append(key) }
    bytes.append(flag ? "\"boolValue\":true}}" : "\"boolValue\":false}}")
  }

  /// An attribute of the program.
  mutating func add(_ key: String, _ value: AttributeValue, _ bytes: inout [UInt8]) {
    var quoted: [UInt8] = []
    quoted.append(quoted: key)
    // Without its quotes, which `start` writes.
    start(&bytes) { $0 += quoted.dropFirst().dropLast() }
    switch value {
    case .text(let text):
      bytes.append("\"stringValue\":")
      bytes.append(quoted: text)
    case .whole(let number):
      bytes.append("\"intValue\":\"")
      bytes.append(decimal: number)
      bytes.append("\"")
    case .real(let number):
      bytes.append("\"doubleValue\":")
      bytes += (number.isFinite ? number : 0).description.utf8
    case .flag(let flag): bytes.append(flag ? "\"boolValue\":true" : "\"boolValue\":false")
    }
    bytes.append("}}")
  }

  private mutating func start(_ bytes: inout [UInt8], _ key: (inout [UInt8]) -> Void) {
    bytes.append(isFirst ? "{\"key\":\"" : ",{\"key\":\"")
    isFirst = false
    key(&bytes)
    bytes.append("\",\"value\":{")
  }
}
