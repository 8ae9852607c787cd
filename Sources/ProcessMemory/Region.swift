// Neighboring pages of a process.

extension MemoryImage {
  /// Pages that were in memory, without a gap between them.
  package struct Region: @unchecked Sendable {
    /// What a mapping is for.
    ///
    /// A heap of V8 is anonymous memory, like that of malloc.
    package enum Kind: Sendable, Equatable {
      /// Executable.
      case code
      /// Anonymous memory, and `[heap]`. The stacks of all threads but the first are here, too.
      case heap
      /// `[stack]`, that of the first thread.
      case stack
      /// Writable data of the executable, of a library, or of another file.
      case file
    }

    /// The address of the first word, divisible by 8.
    package let start: UInt64
    package let kind: Kind
    /// Valid as long as this region, or the image with it, exists.
    package let words: UnsafeBufferPointer<UInt64>
    private let memory: MemoryBlock

    /// The address behind the last word.
    package var end: UInt64 { start + UInt64(words.count) * 8 }

    /// A part of `memory`, from a byte of it that is divisible by 8.
    init(start: UInt64, kind: Kind, memory: MemoryBlock, offset: Int, wordCount: Int) {
      self.start = start
      self.kind = kind
      self.memory = memory
      words = UnsafeBufferPointer(
        start: (memory.base + offset).assumingMemoryBound(to: UInt64.self), count: wordCount)
    }

    /// A copy of `words`.
    package init(start: UInt64, kind: Kind, words: [UInt64]) {
      let memory = MemoryBlock(byteCount: words.count * 8)
      words.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: memory.base, count: $0.count).copyMemory(from: $0) }
      self.init(start: start, kind: kind, memory: memory, offset: 0, wordCount: words.count)
    }
  }
}

/// Memory that regions share; freed with the last of them.
final class MemoryBlock: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let byteCount: Int
  private let free: (UnsafeMutableRawPointer) -> Void

  init(byteCount: Int) {
    self.byteCount = byteCount
    base = .allocate(byteCount: max(byteCount, 8), alignment: 16)
    free = { $0.deallocate() }
  }

  /// Takes over memory that `free` releases.
  init(_ base: UnsafeMutableRawPointer, byteCount: Int, free: @escaping (UnsafeMutableRawPointer) -> Void) {
    (self.base, self.byteCount, self.free) = (base, byteCount, free)
  }

  deinit { free(base) }
}
