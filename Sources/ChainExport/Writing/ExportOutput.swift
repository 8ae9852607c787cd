// Collects the bytes of an export into chunks. Owns their size and their number. Does no I/O: a closure receives them.

/// The bytes of an export, on their way to a sink.
package struct ExportOutput {
  /// The bytes that the sink has not received yet.
  ///
  /// A format appends to them, and calls ``drain()`` now and then.
  package var bytes: [UInt8] = []
  /// The number of bytes passed to the sink.
  package private(set) var written: UInt64 = 0
  /// What the format leaves out, as a sentence without a period; nil if nothing.
  package var notice: String?
  /// The number of promises that an event format has read, but no longer keeps.
  package var evicted = 0
  private let sink: ([UInt8]) throws -> Void

  private static let chunk = 1 << 16

  package init(sink: @escaping ([UInt8]) throws -> Void) {
    self.sink = sink
    bytes.reserveCapacity(Self.chunk + 16_384)
  }

  package mutating func write(_ more: some Sequence<UInt8>) throws {
    bytes.append(contentsOf: more)
    try drain()
  }

  /// Appends bytes, and removes them from where they were written.
  mutating func write(_ more: ExportBytes) throws {
    bytes.append(contentsOf: more.all)
    more.removeAll()
    try drain()
  }

  package mutating func write(_ text: String) throws {
    bytes.append(contentsOf: text.utf8)
    try drain()
  }

  /// Passes the bytes on if there are enough of them: 64 KiB.
  @inline(__always)
  package mutating func drain() throws {
    if bytes.count >= Self.chunk { try flush() }
  }

  package mutating func flush() throws {
    guard !bytes.isEmpty else { return }
    try sink(bytes)
    written += UInt64(bytes.count)
    bytes.removeAll(keepingCapacity: true)
  }
}
