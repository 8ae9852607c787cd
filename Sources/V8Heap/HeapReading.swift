// What the memory of a Node process says about its promises, as events of a log.

import ProcessMemory
import PromiseTrace

/// The pending promises of a process at one moment.
///
/// Its events are `created` (all with `isUnknownStart`), `started`, `registered`, `adopted`, `awaiting`, `held`, and, for what is proved to be
/// garbage, `released` as pending: in this order, each `created` before what refers to its promise. Notes come before `released`: that the last
/// resolver of a promise was released, and, without a promise, which functions a thread runs. Times and sequence numbers are 0.
///
/// The promise that `held` refers to is that of a suspended function which has the resolver, or what it is reached through, in a variable, or which
/// uses that variable both before and behind the point of suspension, and so will give the lock back. An `awaiting` without a site is one whose line
/// is not certain.
package struct HeapReading: Sendable {
  /// What ran the program, such as `node 20.18.0`, or `node` if the memory does not have its version.
  package var runtime: String
  package var events: [Event]
  /// The texts of `events`.
  package var texts: TextTable
  /// For each promise of `events`, what is equal in two readings if it is the same promise: such as its address and the call site of its function.
  package var identities: [PromiseID: UInt64]

  package init(runtime: String, events: [Event], texts: TextTable, identities: [PromiseID: UInt64]) {
    self.runtime = runtime
    self.events = events
    self.texts = texts
    self.identities = identities
  }
}

extension HeapReading {
  private static let metadata = "_ZN4node11per_process8metadataE"

  /// Whether an exported name of an executable is needed to read its memory.
  package static func needs(symbol: String) -> Bool {
    symbol.hasPrefix("v8dbg_") || symbol.hasPrefix("_ZN2v88internal7Version") || symbol == metadata
  }

  /// Reads the promises of a memory.
  ///
  /// Of 100 MB with 100,000 promises, in about a second.
  ///
  /// - Parameters:
  ///   - image: The memory, with the symbols that ``needs(symbol:)`` selects.
  ///   - folder: The folder that call sites are relative to.
  ///   - file: Reads a file that the program's compiled scripts name as their source map, in the program's own file system.
  package init(
    of image: MemoryImage, relativeTo folder: String, file: @escaping (String) -> [UInt8]? = { _ in nil }
  ) throws(HeapError) {
    let heap = try Heap(image)
    let events = HeapEvents(
      PromiseGraph(heap, file: file), isProof: image.isConsistent && !image.isPartial, relativeTo: folder)
    self.init(
      runtime: Self.runtime(of: image), events: events.events, texts: events.texts, identities: events.identities)
  }

  /// The first member of Node's metadata is a string of C++ with its version.
  ///
  /// It is an address and a length or, as older compilers have it, an
  /// address with the length 24 bytes before the text.
  private static func runtime(of image: MemoryImage) -> String {
    guard let address = image.symbols[metadata]?.address, let start = image.word(at: address) else { return "node" }
    for length in [address &+ 8, start &- 24] {
      guard let count = image.word(at: length), (1..<40).contains(count),
        let bytes = image.bytes(at: start, count: Int(count)), bytes.allSatisfy({ (0x21...0x7E).contains($0) })
      else { continue }
      return "node \(String(decoding: bytes, as: UTF8.self))"
    }
    return "node"
  }
}
