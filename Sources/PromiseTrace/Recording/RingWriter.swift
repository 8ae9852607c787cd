// What a thread holds in its hand while it records: ring, ids, clock and policy of one tracer, at a fixed address.
//
// Owns the way from "this thread" to a ring without counting a reference: two retains and releases cost 45 ns, five times what
// an event does. A writer lives as long as its chunkList, and the thread that holds the writer retains that. Only that thread uses it.

import CPromiseTrace
import Synchronization

struct RingWriter: ~Copyable {
  /// The prefix of the tracer for which this writer may write at once; no prefix at all where each event has to ask
  /// more, as its clock is not the cycle counter.
  let quickPrefix: UInt64
  /// Where to write; the chunkList keeps its chunk.
  var ring: UnsafeMutablePointer<Ring>
  var nextID: UInt64 = 0
  var endID: UInt64 = 0
  var threadSymbol: UInt32 = 0
  let policy: ValuePolicy
  let prefix: UInt64
  /// Who owns this writer.
  let chunkList: Unmanaged<ChunkList>

  private static let idBlock: UInt64 = 64

  /// The writer of the calling thread for a promise's tracer, if it can write one event at once.
  @inline(__always)
  static func quick(_ thread: UnsafeMutablePointer<PSThread>, _ promise: PromiseID) -> UnsafeMutablePointer<RingWriter>?
  {
    guard let pointer = thread.pointee.writer else { return nil }
    let writer = pointer.assumingMemoryBound(to: RingWriter.self)
    return writer.pointee.quickPrefix == promise & ~Tracer.idMask && writer.pointee.ring.pointee.hasRoom ? writer : nil
  }

  /// The writer of the calling thread for the tracer with this prefix; nil if that tracer is gone.
  @inline(__always)
  static func current(_ thread: UnsafeMutablePointer<PSThread>, _ prefix: UInt64) -> UnsafeMutablePointer<RingWriter>? {
    if let pointer = thread.pointee.writer {
      let writer = pointer.assumingMemoryBound(to: RingWriter.self)
      if writer.pointee.prefix == prefix { return writer }
    }
    return ChunkList.take(prefix)
  }

  @inline(__always)
  var hasID: Bool { nextID != endID }

  /// The next id of this thread's block, with the tracer's prefix.
  ///
  /// Only where there is one.
  @inline(__always)
  mutating func takeID() -> PromiseID {
    let id = nextID
    nextID = id &+ 1
    return id | prefix
  }

  /// Takes a new block of ids.
  mutating func reserveIDs() {
    nextID = chunkList._withUnsafeGuaranteedRef { $0.ids.reserve(RingWriter.idBlock) }
    endID = nextID + RingWriter.idBlock
  }

  /// The present, by the tracer's clock.
  var now: UInt64 { chunkList._withUnsafeGuaranteedRef { $0.clock.now() } }

  /// Publishes one event.
  ///
  /// Only where there is room: after ``quick(_:_:)`` or ``makeRoom(_:forText:)``.
  @inline(__always)
  func write(_ event: RawEvent, isShort: Bool = false, isPair: Bool = false) {
    ring.pointee.write(event, isShort: isShort, isPair: isPair)
  }

  // What may move the writer to another ring takes its address: a method would go on with the ring that it began with.

  /// Makes sure that one event and its text go into the same chunk.
  ///
  /// - Returns: Whether they do; the event is counted as dropped otherwise.
  static func makeRoom(_ writer: UnsafeMutablePointer<RingWriter>, forText bytes: Int = 0) -> Bool {
    writer.pointee.chunkList._withUnsafeGuaranteedRef { $0.makeRoom(forText: bytes) }
  }

  /// Stores up to two texts one behind the other, cut at ``TextRange/maximumLength``, and makes room for the event, too.
  ///
  /// - Returns: Word 7 of the event; nil where the event is dropped.
  static func store(_ writer: UnsafeMutablePointer<RingWriter>, _ text: String?, _ second: String? = nil) -> UInt64? {
    let length = text.map { min($0.utf8.count, TextRange.maximumLength - 1) }
    let secondLength = second.map { min($0.utf8.count, TextRange.maximumLength) } ?? 0
    let count = (length ?? 0) + secondLength
    guard makeRoom(writer, forText: count) else { return nil }
    guard length != nil || second != nil else { return 0 }
    let ring = writer.pointee.ring
    let position = ring.pointee.reserveText(count)
    if var text, let length, secondLength == 0 {
      text.withUTF8 { bytes in
        ring.pointee.append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<length])), at: position)
      }
    } else {
      let bytes = Array((text ?? "").utf8.prefix(length ?? 0)) + Array((second ?? "").utf8.prefix(secondLength))
      bytes.withUnsafeBytes { ring.pointee.append($0, at: position) }
    }
    return TextRange(position: position, length: length ?? -1, secondLength: secondLength).encoded
  }
}

/// Gives a tracer's promises their numbers, in blocks.
final class IDCounter: Sendable {
  private let last = Atomic<UInt64>(0)

  /// The first of `count` numbers; 1 at first.
  func reserve(_ count: UInt64) -> UInt64 { last.add(count, ordering: .relaxed).oldValue + 1 }
}
