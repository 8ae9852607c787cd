// Mappings and pages, as /proc describes them.

import Testing

@testable import ProcessMemory

@Suite struct MemoryMapTests {
  private static let maps = """
    00400000-00500000 r-xp 00000000 fd:01 123    /usr/bin/node
    00700000-00702000 rw-p 00300000 fd:01 123    /usr/bin/node
    00900000-00a00000 rw-p 00000000 00:00 0      [heap]
    7f0000000000-7f0000100000 rw-p 00000000 00:00 0
    7f0000100000-7f0000200000 r-xp 00000000 00:00 0
    7f0000200000-7f0000300000 ---p 00000000 00:00 0
    7f0000300000-7f0000400000 rw-s 00000000 00:05 9    /dev/shm/a b (deleted)
    7f0000400000-7f0000500000 r--p 00000000 fd:01 9    /usr/lib/libc.so.6
    7ffd00000000-7ffd00020000 rw-p 00000000 00:00 0    [stack]
    7ffd00030000-7ffd00034000 r--p 00000000 00:00 0    [vvar]
    """

  @Test func onlyMappingsThatCanReferToAHeapAreRead() {
    let mappings = MemoryMapping.all(in: Self.maps)
    #expect(mappings.count == 10 && mappings[6].name == "/dev/shm/a b (deleted)")
    #expect(mappings.map(\.kind) == [nil, .file, .heap, .heap, .code, nil, nil, nil, .stack, nil])
  }

  @Test(arguments: [
    "", "00400000-00500000", "00500000-00400000 rw-p 00000000 00:00 0", "00400001-00500000 rw-p 00000000 00:00 0",
    "x-y rw-p 00000000 00:00 0", "00400000-00500000 rw-p zz 00:00 0",
  ]) func aLineThatIsNoMappingIsLeftOut(line: String) {
    #expect(MemoryMapping.all(in: line).isEmpty)
  }

  @Test func halfOfTheFreeMemoryMayBeRead() {
    let limits = ["MemTotal: 9 kB\nMemAvailable:   16777216 kB\n", "MemAvailable: 1024 kB", ""].map {
      ReadingLimits(memory: $0).bytes >> 30
    }
    #expect(limits == [8, 2, 2])
  }

  @Test func pagesWithoutAGapAreOnePiece() {
    var pieces: [MemoryPiece] = []
    pieces.append(pagesFrom: 0x1000, to: 0x3000, kind: .heap)
    pieces.append(pagesFrom: 0x3000, to: 0x4000, kind: .heap)
    pieces.append(pagesFrom: 0x4000, to: 0x5000, kind: .stack)
    pieces.append(pagesFrom: 0x6000, to: 0x7000, kind: .stack)
    #expect(pieces.map(\.start) == [0x1000, 0x4000, 0x6000] && pieces[0].byteCount == 0x3000)
  }
}
