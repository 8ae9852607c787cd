// The ring itself: one producer at full speed, and readers that must never accept a torn slot.

@Suite("event chunk", .serialized)
struct EventChunkTests {
  private static func event(_ index: UInt64) -> RawEvent {
    var event = RawEvent()
    // The ring stores its stamp in unused bits of word 1.
    let head = ~index & 0xFFFF_FFFF_0000_FFFF
    event.words = (index, head, index &* 3, index &+ 7, index ^ 0x5555, index &* 11, index << 1, index &* 13)
    return event
  }

  private static func isWhole(_ event: RawEvent, _ index: UInt64) -> Bool {
    let expected = EventChunkTests.event(index).words
    let words = event.words
    return words.0 == expected.0 && words.1 == expected.1 && words.2 == expected.2 && words.3 == expected.3
      && words.4 == expected.4 && words.5 == expected.5 && words.6 == expected.6 && words.7 == expected.7
  }

  @Test(
    "a reader never gets a torn event, however fast the producer goes round", arguments: [16, 64, 1024] as [UInt64])
  func neverTorn(_ capacity: UInt64) throws {
    let chunk = try #require(EventChunk(capacity: capacity, textCapacity: 64))
    let total: UInt64 = 200_000
    let torn = Counter()
    let good = Counter()
    together(3) { thread in
      guard thread > 0 else {
        for index in 0..<total {
          chunk.write(EventChunkTests.event(index))
          if index % 4096 == 0 { sleepBriefly() }
        }
        return
      }
      var head: UInt64 = 0
      while head < total {
        head = chunk.head
        for back in [1, capacity / 2, capacity - 2, capacity - 1, capacity] where head > back {
          guard let event = chunk.read(head - back) else { continue }
          (EventChunkTests.isWhole(event, head - back) ? good : torn).add(1)
        }
      }
    }
    expectEqual(torn.value, 0)
    #expect(good.value > 0)
  }

  @Test func aSlotIsReadableUntilItIsOverwritten() throws {
    let chunk = try #require(EventChunk(capacity: 16, textCapacity: 64))
    for index in 0..<40 as Range<UInt64> { chunk.write(EventChunkTests.event(index)) }
    // The producer may already be writing to the slot of event 24.
    #expect((0..<40).filter { chunk.read($0) != nil } == Array(25..<40))
  }

  @Test func aLinearChunkKeepsAllItsEvents() throws {
    let chunk = try #require(EventChunk(capacity: 16, textCapacity: 64, base: 32, isLinear: true))
    for index in 32..<48 as Range<UInt64> { chunk.write(EventChunkTests.event(index)) }
    #expect((32..<48).allSatisfy { index in chunk.read(index).map { EventChunkTests.isWhole($0, index) } ?? false })
  }

  @Test func aReaderNeverGetsTornText() throws {
    let chunk = try #require(EventChunk(capacity: 16, textCapacity: 1024))
    let positions = Mutex<(position: UInt64, letter: UInt8, count: Int)>((0, 0, 0))
    let torn = Counter()
    let good = Counter()
    let isDone = Counter()
    together(3) { thread in
      guard thread > 0 else {
        for index in 0..<50_000 {
          let letter = UInt8(97 + index % 26)
          let count = 1 + index % 200
          let bytes = [UInt8](repeating: letter, count: count)
          let position = bytes.withUnsafeBytes { chunk.append($0) }
          if index % 3 == 0 { positions.withLock { $0 = (position, letter, count) } }
        }
        isDone.add(1)
        return
      }
      while isDone.value == 0 {
        let (position, letter, count) = positions.withLock { $0 }
        guard count > 0, let bytes = chunk.readText(at: position, count: count) else { continue }
        (bytes == [UInt8](repeating: letter, count: count) ? good : torn).add(1)
      }
    }
    expectEqual(torn.value, 0)
    #expect(good.value > 0)
  }

  @Test func textKeepsEveryByteAndItsPosition() throws {
    let chunk = try #require(EventChunk(capacity: 16, textCapacity: 256))
    let words = ["", "a", "12345678", "123456789", "äöü €", "\0\u{1B}"].map { Array($0.utf8) }
    let positions = words.map { word in word.withUnsafeBytes { chunk.append($0) } }
    for (word, position) in zip(words, positions) { expectEqual(chunk.readText(at: position, count: word.count), word) }
  }

  @Test func aHundredThousandLinkedChunksAreFreedWithoutRecursion() throws {
    var first = EventChunk(capacity: 16, textCapacity: 64)
    var last = first
    for _ in 0..<20_000 {
      let next = try #require(EventChunk(capacity: 16, textCapacity: 64))
      last?.link(next)
      last = next
    }
    weak var end: EventChunk?
    end = last
    last = nil
    #expect(end != nil)
    first = nil
    #expect(end == nil && first == nil)
  }
}
