// Copies pieces of a process's memory into memory of this process, as far as a limit of bytes and of time allows.

import CProcessMemory

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension MemoryBlock {
  /// Memory that is already there when it is written to first, so that writing takes no longer than copying; nil if there is not enough.
  ///
  /// - Parameter used: The number of bytes that are likely to be written; nil for all. The others take no memory until they are written.
  static func ready(byteCount: UInt64, used: UInt64? = nil) -> MemoryBlock? {
    let count = Int(clamping: max(byteCount, 4_096))
    #if canImport(Glibc)
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    #else
      let flags = MAP_PRIVATE | MAP_ANON
    #endif
    guard let base = mmap(nil, count, PROT_READ | PROT_WRITE, flags, -1, 0), base != MAP_FAILED else { return nil }
    #if canImport(Glibc)
      let ready = max(1, min(count, Int(clamping: used ?? byteCount)))
      guard mmap(base, ready, PROT_READ | PROT_WRITE, flags | MAP_FIXED | MAP_POPULATE, -1, 0) == base else {
        munmap(base, count)
        return nil
      }
    #endif
    return MemoryBlock(base, byteCount: count) { munmap($0, count) }
  }

  /// Frees the memory after the first `used` bytes; it reads as 0 from then on.
  func free(from used: UInt64) {
    let start = Int(clamping: (used + 4_095) & ~4_095)
    if start < byteCount { _ = madvise(base + start, byteCount - start, MADV_DONTNEED) }
  }
}

/// A copy that fills a block from its start.
struct MemoryCopy {
  /// The most bytes that one call copies: about two milliseconds.
  private static let batch: UInt64 = 8 << 20

  private let process: Int32
  private let block: MemoryBlock
  private(set) var used: UInt64 = 0
  private(set) var regions: [MemoryImage.Region] = []
  /// What was not copied, because a limit was reached.
  ///
  /// What can't be read is in neither list.
  private(set) var rest: [MemoryPiece] = []
  /// Whether the process has ended.
  private(set) var isEnded = false

  init(of process: Int32, into block: MemoryBlock) { (self.process, self.block) = (process, block) }

  /// Copies pieces, in their order, until `mayContinue` returns false or the block is full.
  mutating func copy(_ pieces: [MemoryPiece], while mayContinue: (_ copied: UInt64) -> Bool) {
    var batch: [MemoryPiece] = []
    var size: UInt64 = 0
    var isOpen = true
    for piece in pieces {
      var piece = piece
      while isOpen, piece.byteCount > 0 {
        let room = min(Self.batch - size, UInt64(block.byteCount) - used - size) & ~4_095
        let part = MemoryPiece(start: piece.start, byteCount: min(piece.byteCount, room), kind: piece.kind)
        if part.byteCount > 0 {
          batch.append(part)
          size += part.byteCount
          piece.start += part.byteCount
          piece.byteCount -= part.byteCount
        }
        let isBlockFull = UInt64(block.byteCount) - used - size < 4_096
        guard size >= Self.batch || batch.count == 512 || isBlockFull else { continue }
        take(&batch, &size)
        isOpen = !isBlockFull && !isEnded && mayContinue(used)
      }
      if piece.byteCount > 0 { rest.append(piece) }
    }
    take(&batch, &size)
  }

  /// Copies a batch, skipping each piece that can't be read.
  private mutating func take(_ batch: inout [MemoryPiece], _ size: inout UInt64) {
    var next = 0
    while next < batch.count, !isEnded {
      let ranges = batch[next...].map { ProcessRange(address: $0.start, size: $0.byteCount) }
      let count = process_memory_copy(process, ranges, Int64(ranges.count), block.base + Int(used))
      if count == -Int64(ESRCH) { isEnded = true }
      var copied = UInt64(max(0, count))
      while next < batch.count {
        let piece = batch[next]
        let own = min(piece.byteCount, copied)
        add(piece, own)
        copied -= own
        next += 1
        // The first one that is not whole can't be read from there on.
        if own < piece.byteCount { break }
      }
    }
    batch.removeAll(keepingCapacity: true)
    size = 0
  }

  private mutating func add(_ piece: MemoryPiece, _ byteCount: UInt64) {
    let count = byteCount & ~7
    guard count > 0 else { return }
    // A piece that was split is one region again.
    if let last = regions.last, last.end == piece.start, last.kind == piece.kind {
      let words = last.words.count + Int(count / 8)
      regions[regions.count - 1] = MemoryImage.Region(
        start: last.start, kind: last.kind, memory: block, offset: Int(used) - last.words.count * 8, wordCount: words)
    } else {
      regions.append(
        MemoryImage.Region(
          start: piece.start, kind: piece.kind, memory: block, offset: Int(used), wordCount: Int(count / 8)))
    }
    used += count
  }

  // MARK: The second time

  /// Reads the regions again, and clears each word that has changed.
  ///
  /// - Returns: Whether all of them could be read again.
  func clearWhatChanged(while mayContinue: (_ compared: UInt64) -> Bool) -> Bool {
    guard let again = MemoryBlock.ready(byteCount: Self.batch) else { return false }
    var compared: UInt64 = 0
    for region in regions {
      var offset = 0
      while offset < region.words.count {
        guard mayContinue(compared) else { return false }
        let count = min(region.words.count - offset, Int(Self.batch / 8))
        var range = ProcessRange(address: region.start + UInt64(offset) * 8, size: UInt64(count) * 8)
        let read = Int(max(0, process_memory_copy(process, &range, 1, again.base))) / 8
        let words = UnsafeMutablePointer(mutating: region.words.baseAddress)
        clear(words, from: offset, besides: again.base.assumingMemoryBound(to: UInt64.self), read, of: count)
        offset += count
        compared += UInt64(count) * 8
      }
    }
    return true
  }

  /// Clears the words that differ from `others`, of which there are `known`, and all behind those.
  private func clear(
    _ all: UnsafeMutablePointer<UInt64>?, from start: Int, besides others: UnsafeMutablePointer<UInt64>, _ known: Int,
    of count: Int
  ) {
    guard let words = all.map({ $0 + start }) else { return }
    if known == count, memcmp(words, others, count * 8) == 0 { return }
    for index in 0..<count where index >= known || words[index] != others[index] { words[index] = 0 }
  }
}
