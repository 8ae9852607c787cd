// A run's events in memory, packed to a tenth of their size, so that a live run can be gone back in.
//
// Owns the bound and which events went. `EventPacking` owns how an event becomes bytes. Refuses to hold the texts of what it
// forgot.

/// The newest events of a run.
///
/// A value; one thread appends. Appending takes some 55 ns, reading some 110, and an event 8 to 9 bytes.
public struct EventTape: EventArchive {
  /// Events packed together: what is unpacked to reach one of them.
  static let blockLength = 512

  private struct Block {
    var mark: EventMark
    var count = 0
    var packing: EventPacking
    var hold: TextHold
  }

  /// How many bytes of events are kept at most, about.
  public let limit: Int
  private let texts: TextTable
  private var blocks: [Block] = []
  /// Of ``blocks``, those at the beginning that were forgotten.
  private var forgotten = 0
  private var size = 0
  private var end: UInt64 = 0

  /// Creates an empty tape.
  ///
  /// - Parameters:
  ///   - texts: The table of the events that will be appended.
  ///   - limit: How many bytes of packed events to keep; beyond it the oldest go.
  public init(texts: TextTable, limit: Int = 64 << 20) {
    self.texts = texts
    self.limit = limit
  }

  /// See ``EventArchive/positions``.
  public var positions: Range<UInt64> { (forgotten < blocks.count ? blocks[forgotten].mark.position : end)..<end }

  /// Takes the next event.
  public mutating func append(_ event: Event) {
    if blocks.last.map({ $0.count == Self.blockLength }) ?? true { startBlock(event) }
    let last = blocks.count - 1
    let former = blocks[last].packing.bytes.count
    blocks[last].packing.append(event)
    blocks[last].count += 1
    size += blocks[last].packing.bytes.count - former
    end += 1
  }

  private mutating func startBlock(_ event: Event) {
    if !blocks.isEmpty { blocks[blocks.count - 1].packing.close() }
    while size > limit, forgotten < blocks.count - 1 {
      size -= blocks[forgotten].packing.bytes.count
      blocks[forgotten].packing = EventPacking()
      forgotten += 1
    }
    // The list closes up behind those that went when they are half of it: a constant share for each.
    if forgotten > 64, forgotten * 2 > blocks.count {
      blocks.removeFirst(forgotten)
      forgotten = 0
    }
    let mark = EventMark(position: end, sequence: event.sequence, time: event.time)
    blocks.append(Block(mark: mark, packing: EventPacking(), hold: texts.hold()))
  }

  /// See ``EventArchive/read(from:into:limit:)``.
  public func read(from position: UInt64, into events: inout [Event], limit: Int) {
    guard positions.contains(position), limit > 0 else { return }
    let first = Int((position - blocks[forgotten].mark.position) / UInt64(Self.blockLength)) + forgotten
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
    blocks[forgotten...].map(\.mark).lastInPrefix(where: holds)
  }
}
