// Words at addresses.

import ProcessMemory
import Testing

@Suite struct MemoryImageTests {
  @Test func aWordIsFoundInItsRegionOnly() {
    let image = MemoryImage(regions: [
      .init(start: 0x3000, kind: .stack, words: [3, 4]), .init(start: 0x1000, kind: .heap, words: [1, 2]),
      .init(start: 0x1008, kind: .heap, words: [9, 9, 9]),
    ])
    #expect(image.regions.map(\.start) == [0x1000, 0x3000], "The region that overlaps another one is dropped.")
    #expect(image.word(at: 0x1008) == 2 && image.word(at: 0x3000) == 3)
    #expect(image.word(at: 0xFF8) == nil && image.word(at: 0x1010) == nil && image.word(at: 0x1004) == nil)
    #expect(image.bytes(at: 0x1004, count: 12).map(Array.init) == [0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0])
    #expect(image.bytes(at: 0x1004, count: 13) == nil)
  }
}
