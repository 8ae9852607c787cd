// Which pages of a process are in memory. Without that, Node 24 would be 584 MB to read, with it 8 MB.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The pages of a process that are in memory, or swapped out.
struct PresentPages: ~Copyable {
  private static let pageSize = UInt64(max(4_096, sysconf(Int32(_SC_PAGESIZE))))
  private let pagemap: SystemFile?

  init(of process: Int32) { pagemap = SystemFile("/proc/\(process)/pagemap") }

  /// The pages of the mappings that matter.
  ///
  /// Where the kernel does not tell which pages are present, all of them.
  func pieces(of mappings: [MemoryMapping]) -> [MemoryPiece] {
    var pieces: [MemoryPiece] = []
    for mapping in mappings {
      guard let kind = mapping.kind else { continue }
      add(mapping, kind, to: &pieces)
    }
    return pieces
  }

  private func add(_ mapping: MemoryMapping, _ kind: MemoryImage.Region.Kind, to pieces: inout [MemoryPiece]) {
    let mostPages: UInt64 = 1 << 15
    var start = mapping.start
    while start < mapping.end {
      let count = Int(min((mapping.end - start) / Self.pageSize, mostPages))
      withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count) { entries in
        let space = UnsafeMutableRawBufferPointer(entries)
        let known = pagemap?.read(at: start / Self.pageSize * 8, into: space) == space.count
        var run: Int?
        for index in 0...count {
          // Bit 63: present; bit 62: swapped out.
          let isPresent = index < count && (!known || entries[index] >> 62 != 0)
          if isPresent {
            run = run ?? index
          } else if let first = run {
            pieces.append(
              pagesFrom: start + UInt64(first) * Self.pageSize, to: start + UInt64(index) * Self.pageSize, kind: kind)
            run = nil
          }
        }
      }
      start += UInt64(count) * Self.pageSize
    }
  }
}
