// The memory of a process, or of a core file, as words at addresses. A value that nothing changes anymore; what reads it needs no process.

/// A file whose code a process can execute.
package struct MappedProgram: Sendable, Equatable {
  package var start: UInt64
  package var end: UInt64
  package var path: String
}

/// What was read of a process: the regions of its memory, the registers of its threads, and what its executable exports.
package struct MemoryImage: Sendable {
  /// An exported name of the executable.
  package struct Symbol: Sendable, Equatable {
    /// Its address in the process.
    package var address: UInt64
    /// The 32 bits that the file has there; 0 where the file ends before it.
    package var value: Int32

    package init(address: UInt64, value: Int32) {
      self.address = address
      self.value = value
    }
  }

  /// A thread of the process.
  package struct Thread: Sendable, Equatable {
    package var id: Int32
    package var instruction: UInt64
    package var stackPointer: UInt64
    package var framePointer: UInt64
    /// All of its registers, also those of vectors, as words.
    ///
    /// Any of them can be the only reference to an object.
    package var registers: [UInt64]

    package init(
      id: Int32, instruction: UInt64 = 0, stackPointer: UInt64 = 0, framePointer: UInt64 = 0, registers: [UInt64] = []
    ) {
      self.id = id
      self.instruction = instruction
      self.stackPointer = stackPointer
      self.framePointer = framePointer
      self.registers = registers
    }
  }

  /// The exports of the executable whose names were asked for.
  package let symbols: [String: Symbol]
  package let threads: [Thread]
  /// The executable and the libraries.
  package let programs: [MappedProgram]
  /// In the order of their addresses; no two overlap.
  package let regions: [Region]
  /// Whether all of it was read while no thread ran.
  ///
  /// If not, words that differed between two reads are 0, and what is not found proves nothing.
  package let isConsistent: Bool
  /// Whether a limit left out pages.
  ///
  /// What is not found proves nothing then, either.
  package let isPartial: Bool
  private let starts: [UInt64]

  /// Sorts the regions; of two that overlap, drops the later one.
  package init(
    symbols: [String: Symbol] = [:], threads: [Thread] = [], programs: [MappedProgram] = [], regions: [Region],
    isConsistent: Bool = true,
    isPartial: Bool = false
  ) {
    self.symbols = symbols
    (self.threads, self.programs) = (threads, programs)
    self.isConsistent = isConsistent
    self.isPartial = isPartial
    var kept: [Region] = []
    for region in regions.sorted(by: { $0.start < $1.start }) where region.start >= kept.last?.end ?? 0 {
      kept.append(region)
    }
    self.regions = kept
    starts = kept.map(\.start)
  }

  package var byteCount: UInt64 { regions.reduce(0) { $0 + UInt64($1.words.count) * 8 } }

  /// The index of the region that has this address.
  package func region(at address: UInt64) -> Int? {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= address { low = middle + 1 } else { high = middle }
    }
    return low > 0 && address < regions[low - 1].end ? low - 1 : nil
  }

  /// The word at an address that is divisible by 8; nil where nothing was read.
  package func word(at address: UInt64) -> UInt64? {
    guard address % 8 == 0, let index = region(at: address) else { return nil }
    return regions[index].words[Int((address - regions[index].start) / 8)]
  }

  /// `count` bytes from an address on; nil unless all of them are in one region.
  package func bytes(at address: UInt64, count: Int) -> UnsafeRawBufferPointer? {
    guard count >= 0, let index = region(at: address) else { return nil }
    let bytes = UnsafeRawBufferPointer(regions[index].words)
    let offset = Int(address - regions[index].start)
    return count <= bytes.count - offset ? UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)]) : nil
  }
}
