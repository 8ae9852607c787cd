// Writes spans as OTLP/JSON, one request with up to 512 spans per line, as the OpenTelemetry Collector's file receiver reads them and its HTTP
// receiver accepts them. Owns what becomes a span, a parent, a link and a trace. `OTLPWriter` owns the encoding.
//
// A promise is a span. Its parent is the promise that it derives from, otherwise the one whose body created it; all promises below one root
// are one trace. What a combinator joins, and what a promise adopted, are links. A promise with a `traceparent` starts below the span of
// another program, in that program's trace.

import ChainAnalysis
import ChainModel
import PromiseTrace

extension ExportFormat {
  /// OpenTelemetry spans.
  public static let otlp = ExportFormat("otlp", "spans for OpenTelemetry, as OTLP/JSON") { _ in OTLPExport() }
}

/// Exports a history as OpenTelemetry spans.
struct OTLPExport: HistoryExport {
  private static let batch = 512

  var keepsMarks: Bool { true }

  func limit(_ options: ExportOptions) -> Int { options.dataLimit }

  func write(_ history: ExportedHistory, into output: inout ExportOutput) throws {
    let context = OTLPContext(history)
    let writer = OTLPWriter(history)
    let bytes = ExportBytes(texts: history.texts)
    var count = 0
    var isEmpty = true
    func flush() throws {
      isEmpty = false
      writer.endRequest(bytes)
      try output.write(bytes)
      count = 0
    }
    try history.forEachPromise { facts in
      if count == 0 { writer.startRequest(bytes) }
      writer.span(history.table.row(facts), context, into: bytes)
      count += 1
      if count == Self.batch { try flush() }
    }
    // A log without promises has one request, which says what is missing.
    if isEmpty, count == 0 { writer.startRequest(bytes) }
    if isEmpty || count > 0 { try flush() }
  }
}

/// Which trace a promise belongs to, and what is attached to it.
///
/// Not thread-safe.
final class OTLPContext {
  private let store: ChainStore
  private let seed: UInt64
  private let chains: TraceChains
  private var attributes: [PromiseID: PromiseAttributes] = [:]
  private var marks: [PromiseID: [Event]] = [:]
  private var findings: [PromiseID: [Finding]] = [:]

  init(_ history: ExportedHistory) {
    store = history.store
    let header = history.header
    // Equal logs give equal IDs, and different runs different ones.
    var seed: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(header.started)|\(header.program)|\(header.pid)".utf8 {
      seed = (seed ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    self.seed = seed
    for event in history.marks {
      if let found = PromiseAttributes(event, history.texts), event.promise != 0 {
        attributes[event.promise, default: found].values.merge(found.values) { $1 }
        if let parent = found.parent { attributes[event.promise]?.parent = parent }
      } else if event.kind != .created {
        marks[event.promise, default: []].append(event)
      }
    }
    for finding in history.findings {
      for id in finding.promises { findings[id, default: []].append(finding) }
    }
    chains = TraceChains(store, starts: Set(attributes.filter { $0.value.parent != nil }.keys))
  }

  func attributes(of id: PromiseID) -> PromiseAttributes? { attributes[id] }
  func marks(of id: PromiseID) -> [Event] { marks[id] ?? [] }
  func findings(of id: PromiseID) -> [Finding] { findings[id] ?? [] }

  /// The promise whose span is the parent, or 0.
  func parent(_ facts: NodeFacts) -> PromiseID {
    let parent = chains.parent(facts)
    return store.contains(parent) ? parent : 0
  }

  /// Writes the ID of a promise's trace: 32 hexadecimal digits.
  func writeTrace(of facts: NodeFacts, into bytes: ExportBytes) {
    writeTrace(root: chains.root(of: facts), into: bytes)
  }

  /// Writes the ID of a promise's trace: 32 hexadecimal digits.
  func writeTrace(of id: PromiseID, into bytes: ExportBytes) {
    writeTrace(root: chains.root(of: id), into: bytes)
  }

  private func writeTrace(root: PromiseID, into bytes: ExportBytes) {
    if let parent = attributes(of: root)?.parent { return bytes.append(text: parent.trace) }
    bytes.append(hexadecimal: Self.mix(root ^ seed &* 3), digits: 16)
    bytes.append(hexadecimal: Self.mix(root &+ seed), digits: 16)
  }

  /// Writes the ID of a promise's span: 16 hexadecimal digits, different for each promise of a log.
  func writeSpan(of id: PromiseID, into bytes: ExportBytes) {
    bytes.append(hexadecimal: Self.mix(id ^ seed), digits: 16)
  }

  /// Maps each number to another one.
  ///
  /// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
  private static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    // An ID of zeros is invalid.
    return mixed == 0 ? 1 : mixed
  }
}
