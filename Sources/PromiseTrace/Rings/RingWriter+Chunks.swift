// What a writer asks of the chunk list that owns it: the clock, room for an event, and the writer of another tracer.

import CPromiseRuntime
import PlainText

extension RingWriter {
  /// The calling thread's writer for the tracer with this prefix; nil if that tracer no longer exists, or has no memory for the thread.
  @inline(__always)
  static func current(_ thread: UnsafeMutablePointer<PSThread>, _ prefix: UInt64) -> UnsafeMutablePointer<RingWriter>? {
    if let pointer = thread.pointee.writer {
      let writer = pointer.assumingMemoryBound(to: RingWriter.self)
      if writer.pointee.prefix == prefix { return writer }
    }
    return ChunkList.take(prefix)
  }

  /// The current reading of the tracer's clock, in ticks.
  var now: UInt64 { Unmanaged<ChunkList>.fromOpaque(owner)._withUnsafeGuaranteedRef { $0.clock.now() } }

  private static func chunkList(of writer: UnsafeMutablePointer<RingWriter>) -> Unmanaged<ChunkList> {
    .fromOpaque(writer.pointee.owner)
  }

  // Functions that may switch the writer to another ring are static and take its address, because a method could keep using the old ring.

  /// Ensures that one event and its text fit into the same chunk.
  ///
  /// - Returns: Whether they do; if not, the event is counted as dropped.
  static func makeRoom(_ writer: UnsafeMutablePointer<RingWriter>, forText bytes: Int = 0) -> Bool {
    chunkList(of: writer)._withUnsafeGuaranteedRef { $0.makeRoom(forText: bytes) }
  }

  /// Must be called after each event that was not written on the fast path.
  @inline(__always)
  static func hasWritten(_ writer: UnsafeMutablePointer<RingWriter>) {
    if writer.pointee.isFirst { chunkList(of: writer)._withUnsafeGuaranteedRef { $0.writeFirstEvents() } }
  }

  /// Stores bytes that are no text, at most ``TextRange/maximumLength``, and ensures that the event fits, too.
  ///
  /// - Returns: Word 7 of the event; nil if the event is dropped.
  static func store(_ writer: UnsafeMutablePointer<RingWriter>, _ bytes: UnsafeRawBufferPointer) -> UInt64? {
    guard makeRoom(writer, forText: bytes.count) else { return nil }
    let ring = writer.pointee.ring
    let position = ring.pointee.reserveText(bytes.count)
    ring.pointee.append(bytes, at: position)
    return TextRange(position: position, length: bytes.count, secondLength: 0).encoded
  }

  /// Stores up to two texts, truncated to ``TextRange/maximumLength``, and ensures that the event fits, too.
  ///
  /// - Returns: Word 7 of the event; nil if the event is dropped.
  static func store(_ writer: UnsafeMutablePointer<RingWriter>, _ text: String?, _ second: String? = nil) -> UInt64? {
    let length = text.map { min($0.utf8.count, TextRange.maximumLength &- 1) }
    let secondLength = second.map { min($0.utf8.count, TextRange.maximumLength) } ?? 0
    let count = (length ?? 0) &+ secondLength
    guard makeRoom(writer, forText: count) else { return nil }
    guard length != nil || second != nil else { return 0 }
    let ring = writer.pointee.ring
    let position = ring.pointee.reserveText(count)
    if let text, let length, secondLength == 0 {
      text.withBytes { ring.pointee.append(UnsafeRawBufferPointer(start: $0.baseAddress, count: length), at: position) }
    } else {
      let bytes = Array((text ?? "").utf8.prefix(length ?? 0)) + Array((second ?? "").utf8.prefix(secondLength))
      bytes.withUnsafeBytes { ring.pointee.append($0, at: position) }
    }
    return TextRange(position: position, length: length ?? -1, secondLength: secondLength).encoded
  }
}
