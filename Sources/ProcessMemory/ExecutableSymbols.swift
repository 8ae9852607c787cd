// The exported symbols of an ELF file, and the numbers that the file has at their addresses. Any file may be given: nothing is believed unchecked.

/// An executable, or a library, for 64-bit machines that store the lowest byte first.
struct ExecutableSymbols {
  private static let mostSymbols = 1 << 22

  /// A part of the file that is mapped to memory.
  struct Segment {
    var offset: UInt64
    var address: UInt64
    var fileSize: UInt64
  }

  private(set) var symbols: [String: MemoryImage.Symbol] = [:]
  /// The address that the file gives its own start; the difference to the mapped one is added to all others.
  private(set) var base: UInt64 = 0

  /// Reads the symbols that `needs` selects by their names.
  ///
  /// - Throws: `.notELF`, or `.noSymbols` if there is no table of symbols.
  init(_ file: borrowing SystemFile, needs: (String) -> Bool) throws(ProcessError) {
    guard let segments = Self.segments(of: file), let header = file.bytes(at: 0, count: 64) else { throw .notELF }
    base = segments.first { $0.offset == 0 }?.address ?? segments.first?.address ?? 0
    var values: [(name: String, address: UInt64)] = []
    var hasTable = false
    // What is linked statically is not among the dynamic symbols.
    for kind: UInt32 in [11, 2] where values.isEmpty {
      guard let (table, names) = Self.table(kind, file, header) else { continue }
      hasTable = true
      for start in stride(from: 0, to: table.count - 23, by: 24) {
        let address = table.word(start + 8)
        guard address != 0, let name = Self.name(names, Int(table.half(start))), needs(name) else { continue }
        values.append((name, address))
      }
    }
    if !hasTable { throw .noSymbols }
    for (name, address) in values {
      let segment = segments.first { address >= $0.address && address - $0.address < $0.fileSize }
      let bytes = segment.flatMap { file.bytes(at: $0.offset &+ (address - $0.address), count: 4) }
      symbols[name] = MemoryImage.Symbol(
        address: address, value: Int32(bitPattern: bytes.map { $0.half(0) } ?? 0))
    }
  }

  /// The same symbols in a process that has loaded the file at `start`.
  func loaded(at start: UInt64) -> [String: MemoryImage.Symbol] {
    symbols.mapValues { MemoryImage.Symbol(address: $0.address &+ start &- base, value: $0.value) }
  }

  /// The parts of a file that are mapped; nil unless it is a 64-bit, little-endian ELF file.
  static func segments(of file: borrowing SystemFile) -> [Segment]? {
    guard let header = file.bytes(at: 0, count: 64), header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else {
      return nil
    }
    let count = Int(header.short(56))
    guard header.short(54) == 56, let bytes = file.bytes(at: header.word(32), count: count * 56) else { return nil }
    return (0..<count).compactMap { index in
      let at = index * 56
      guard bytes.half(at) == 1 else { return nil }
      return Segment(offset: bytes.word(at + 8), address: bytes.word(at + 16), fileSize: bytes.word(at + 32))
    }
  }

  /// A symbol table, of dynamic symbols (11) or of all symbols (2), and the names that it refers to.
  private static func table(
    _ kind: UInt32, _ file: borrowing SystemFile, _ header: [UInt8]
  ) -> (table: [UInt8], names: [UInt8])? {
    let count = Int(header.short(60))
    guard header.short(58) == 64, let sections = file.bytes(at: header.word(40), count: count * 64) else { return nil }
    func bytes(_ index: Int) -> [UInt8]? {
      guard index < count else { return nil }
      let size = sections.word(index * 64 + 32)
      return size <= UInt64(mostSymbols * 64) ? file.bytes(at: sections.word(index * 64 + 24), count: Int(size)) : nil
    }
    for index in 0..<count where sections.half(index * 64 + 4) == kind {
      guard let table = bytes(index), table.count / 24 <= mostSymbols,
        let names = bytes(Int(sections.half(index * 64 + 40)))
      else { continue }
      return (table, names)
    }
    return nil
  }

  private static func name(_ names: [UInt8], _ start: Int) -> String? {
    guard start > 0, start < names.count else { return nil }
    let bytes = names[start...].prefix(512).prefix { $0 != 0 }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

/// Numbers in a file that stores the lowest byte first; 0 where it has ended.
extension [UInt8] {
  func short(_ at: Int) -> UInt16 { UInt16(truncatingIfNeeded: number(at, 2)) }
  func half(_ at: Int) -> UInt32 { UInt32(truncatingIfNeeded: number(at, 4)) }
  func word(_ at: Int) -> UInt64 { number(at, 8) }

  private func number(_ at: Int, _ count: Int) -> UInt64 {
    guard at >= 0, at <= self.count - count else { return 0 }
    return (0..<count).reduce(0) { $0 | UInt64(self[at + $1]) << UInt64($1 * 8) }
  }
}
