// The newest events of a live run in memory, packed to a tenth of their size, so that a viewer can seek back.
//
// Owns the size limit and the eviction of the oldest events, with the texts that only they used. `EventPacking` owns the encoding.

import PromiseTrace

/// An archive of the newest events of a run.
///
/// It has value semantics. Appending an event takes about 55 ns, reading one about 110 ns, and storing one 8 to 9 bytes.
public struct EventTape: EventArchive {
  /// The number of events that are packed together, and must be unpacked to read one of them.
  static let blockLength = 512

  private struct Block {
    var mark: EventMark
    var count = 0
    var packing = EventPacking()
    /// Keeps its texts; nil once it is evicted.
    var hold: TextHold?
    /// The bytes of texts that had been added when it was started; once it is full, those that were added meanwhile.
    var texts: Int

    /// The approximate size in bytes; final once it is full.
    var size: Int { packing.bytes.count + texts }
  }

  /// The approximate maximum size of the packed events and their texts, in bytes.
  public let limit: Int
  private let texts: TextTable
  private var blocks: [Block] = []
  /// The number of ``blocks`` at the start that were evicted.
  private var evicted = 0
  private var size = 0
  private var end: UInt64 = 0

  /// Creates an empty tape.
  ///
  /// - Parameters:
  ///   - texts: The table of the events' texts.
  ///   - limit: The maximum size of the packed events and their texts, in bytes; beyond it, the oldest are evicted.
  public init(texts: TextTable, limit: Int = 64 << 20) {
    self.texts = texts
    self.limit = limit
  }

  /// See ``EventArchive/positions``.
  public var positions: Range<UInt64> { (evicted < blocks.count ? blocks[evicted].mark.position : end)..<end }

  /// Appends an event.
  ///
  /// - Complexity: O(1), amortized.
  public mutating func append(_ event: Event) {
    if blocks.last.map({ $0.count == Self.blockLength }) ?? true { startBlock(event) }
    let last = blocks.count - 1
    blocks[last].packing.append(event)
    blocks[last].count += 1
    end += 1
  }

  private mutating func startBlock(_ event: Event) {
    let added = texts.bytesAdded
    if let last = blocks.indices.last {
      blocks[last].packing.close()
      blocks[last].texts = added - blocks[last].texts
      blocks[last].hold = blocks[last].hold.map { texts.closedHold(since: $0.round) }
      size += blocks[last].size
    }
    while size > limit, evicted < blocks.count - 1 {
      size -= blocks[evicted].size
      (blocks[evicted].packing, blocks[evicted].hold) = (EventPacking(), nil)
      evicted += 1
    }
    // Removes evicted blocks only when they are half of the list, so that each costs amortized constant time.
    if evicted > 64, evicted * 2 > blocks.count {
      blocks.removeFirst(evicted)
      evicted = 0
    }
    let mark = EventMark(position: end, sequence: event.sequence, time: event.time)
    blocks.append(Block(mark: mark, hold: texts.hold(), texts: added))
  }

  /// See ``EventArchive/read(from:into:limit:)``.
  public func read(from position: UInt64, into events: inout [Event], limit: Int) {
    guard positions.contains(position), limit > 0 else { return }
    let first = Int((position - blocks[evicted].mark.position) / UInt64(Self.blockLength)) + evicted
    var skipped = Int(position - blocks[first].mark.position)
    var left = limit
    for block in blocks[first...] {
      guard left > 0 else { return }
      let wanted = min(left, block.count - skipped)
      block.packing.unpack(skipped..<skipped + wanted, into: &events)
      left -= wanted
      skipped = 0
    }
  }

  /// See ``EventArchive/lastMark(where:)``.
  public func lastMark(where holds: (EventMark) -> Bool) -> EventMark? {
    blocks[evicted...].lastInPrefix { holds($0.mark) }?.mark
  }
}
