// The promises of a Node process in its memory.

import ProcessMemory
import PromiseTrace

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
      runtime: Self.runtime(of: image), events: events.events, texts: events.texts.table, identities: events.identities)
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
