// The lines of addresses, from the section `.debug_line` of an ELF file in the form of DWARF 4, which Swift's compiler writes. Any file may be given:
// nothing is believed unchecked.

/// Finds the lines of some addresses.
package struct DebugLines {
  package struct Line: Equatable, Sendable {
    package var file: String
    package var line: Int
  }

  /// The lines of those addresses that have one; an address is one of the file, not of the process.
  package private(set) var lines: [UInt64: Line] = [:]
  private let wanted: [UInt64]
  private var bytes: [UInt8]
  private var at = 0

  /// - Parameters:
  ///   - path: The file.
  ///   - addresses: Addresses, counted from where the file's start is mapped to.
  package init(_ path: String, of addresses: Set<UInt64>) {
    (wanted, bytes) = (addresses.sorted(), Self.section(".debug_line", of: path))
    while at + 4 <= bytes.count, lines.count < wanted.count {
      let length = Int(bytes.half(at))
      let end = at + 4 + length
      guard length > 12, length < 0xFFFF_FFF0, end <= bytes.count else { return }
      if bytes.short(at + 4) == 4 { readUnit(at + 4, end) }
      at = end
    }
    bytes = []
  }

  private static func section(_ name: String, of path: String) -> [UInt8] {
    guard let file = SystemFile(path), let header = file.bytes(at: 0, count: 64),
      header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), header.short(58) == 64
    else { return [] }
    let count = Int(header.short(60))
    guard let table = file.bytes(at: header.word(40), count: count * 64) else { return [] }
    func contents(_ index: Int) -> [UInt8]? {
      // A compressed section has a bit.
      guard index < count, table.word(index * 64 + 8) & 0x800 == 0 else { return nil }
      return file.bytes(at: table.word(index * 64 + 24), count: Int(min(table.word(index * 64 + 32), 1 << 29)))
    }
    guard let names = contents(Int(header.short(62))) else { return [] }
    let wanted = Array(name.utf8) + [0]
    for index in 0..<count {
      let start = Int(table.half(index * 64))
      if start < names.count, names[start...].starts(with: wanted) { return contents(index) ?? [] }
    }
    return []
  }

  // MARK: A unit

  private struct Row {
    var address: UInt64 = 0
    var file = 1
    var line = 1
  }

  private mutating func readUnit(_ start: Int, _ end: Int) {
    let program = start + 6 + Int(bytes.half(start + 2))
    let (step, base) = (UInt64(bytes[start + 6]), Int(Int8(bitPattern: bytes[start + 9])))
    let (range, first) = (Int(bytes[start + 10]), Int(bytes[start + 11]))
    guard range > 0, first > 0, program <= end, start + 12 + first < end else { return }
    let lengths = Array(bytes[(start + 11)..<(start + 11 + first)])
    at = start + 11 + first
    let files = readFiles(until: program)
    at = program
    var (row, former) = (Row(), Row?.none)
    func emit(_ into: inout DebugLines) {
      if let former { into.take(former, until: row.address, files) }
      former = row
    }
    while at < end {
      let code = Int(bytes[at])
      at += 1
      if code >= first {
        row.address &+= UInt64((code - first) / range) &* step
        row.line &+= base &+ (code - first) % range
        emit(&self)
        continue
      }
      switch code {
      case 0:
        let count = Int(clamping: number())
        guard count > 0, at < end, count <= end - at else { return }
        let next = at + count
        switch bytes[at] {
        case 1:
          emit(&self)
          (row, former) = (Row(), nil)
        case 2 where count == 9: row.address = bytes.word(at + 1)
        default: break
        }
        at = next
      case 1: emit(&self)
      case 2: row.address &+= number() &* step
      case 3: row.line &+= signedNumber()
      case 4: row.file = Int(clamping: number())
      case 8: row.address &+= UInt64((255 - first) / range) &* step
      case 9:
        row.address &+= UInt64(bytes.short(at))
        at += 2
      default: for _ in 0..<lengths[code] { _ = number() }
      }
    }
  }

  /// The names of files, from number 1 on; those in folders with their folders.
  private mutating func readFiles(until end: Int) -> [String] {
    var (folders, files) = ([""], [""])
    while let folder = text(until: end) { folders.append(folder) }
    while let name = text(until: end) {
      let folder = Int(clamping: number())
      for _ in 0..<2 { _ = number() }
      let isPlain = folder == 0 || folder >= folders.count || name.hasPrefix("<")
      files.append(isPlain ? name : folders[folder] + "/" + name)
    }
    return files
  }

  /// Keeps the line of each wanted address that a row covers.
  private mutating func take(_ row: Row, until end: UInt64, _ files: [String]) {
    guard row.address < end, row.line > 0, row.file > 0, row.file < files.count, !files[row.file].hasPrefix("<") else {
      return
    }
    var (low, high) = (0, wanted.count)
    while low < high {
      let middle = (low + high) / 2
      if wanted[middle] < row.address { low = middle + 1 } else { high = middle }
    }
    while low < wanted.count, wanted[low] < end {
      lines[wanted[low]] = lines[wanted[low]] ?? Line(file: files[row.file], line: row.line)
      low += 1
    }
  }

  // MARK: Bytes

  private mutating func text(until end: Int) -> String? {
    guard at < end else { return nil }
    let text = bytes[at..<end].prefix { $0 != 0 }
    at += text.count + 1
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  private mutating func number() -> UInt64 {
    var (value, shift) = (UInt64(0), UInt64(0))
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if shift < 64 { value |= UInt64(byte & 127) << shift }
      shift += 7
      if byte & 128 == 0 { break }
    }
    return value
  }

  private mutating func signedNumber() -> Int {
    let start = at
    let value = number()
    let bits = UInt64(at - start) * 7
    guard at > start, bits < 64, bytes[at - 1] & 64 != 0 else { return Int(truncatingIfNeeded: value) }
    return Int(truncatingIfNeeded: value | ~0 << bits)
  }
}
