// Memories that can't be read.

import ProcessMemory
import Testing
import V8Heap

@Suite struct HeapReadingTests {
  @Test func aMemoryWithoutALayoutIsRefused() {
    #expect(throws: HeapError.noLayout) { try HeapReading(of: MemoryImage(regions: []), relativeTo: "/") }
  }
}
