// What OTLP needs beyond a promise's own row: traces, parents, attributes, marks, and findings; IDs that depend on the log alone.

import ChainAnalysis
import ChainModel
import PromiseTrace

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
