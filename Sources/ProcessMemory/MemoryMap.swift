// The mappings of a process, and which of them can refer to a heap. Pure: the lines of /proc/PID/maps in, ranges out.

/// A mapping, as a line of /proc/PID/maps describes it.
package struct MemoryMapping: Equatable, Sendable {
  package var start: UInt64
  package var end: UInt64
  /// The position in its file at which it starts.
  package var offset: UInt64
  /// `r`, `w`, `x`, and `p` or `s`, each or a hyphen.
  package var access: String
  package var name: String

  package init(start: UInt64, end: UInt64, offset: UInt64 = 0, access: String, name: String = "") {
    (self.start, self.end, self.offset) = (start, end, offset)
    (self.access, self.name) = (access, name)
  }

  /// Reads a line such as `7f00a000-7f00b000 rw-p 00000000 00:00 0    [heap]`; nil for any other.
  package init?(_ line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
    guard parts.count >= 5 else { return nil }
    let range = parts[0].split(separator: "-")
    guard range.count == 2, let start = UInt64(range[0], radix: 16), let end = UInt64(range[1], radix: 16),
      let offset = UInt64(parts[2], radix: 16), start < end, start % 4_096 == 0, end % 4_096 == 0
    else { return nil }
    let name = parts.count > 5 ? parts[5].drop { $0 == " " } : ""
    self.init(start: start, end: end, offset: offset, access: String(parts[1]), name: String(name))
  }

  private func permits(_ letter: Character) -> Bool { access.contains(letter) }

  /// What it is for; nil if nothing in it can be, or refer to, an object of a heap: files that cannot be written, memory that processes share, and
  /// what the kernel maps.
  package var kind: MemoryImage.Region.Kind? {
    guard permits("r"), !permits("s") else { return nil }
    if name == "[heap]" { return .heap }
    if name.hasPrefix("[stack") { return .stack }
    if name.isEmpty || name.hasPrefix("[anon") { return permits("x") ? .code : .heap }
    if name.hasPrefix("[") { return nil }
    return permits("w") ? .file : nil
  }
}

extension MemoryMapping {
  /// The files of which code is mapped, each from its start to its end.
  static func programs(in mappings: [MemoryMapping]) -> [MappedProgram] {
    var programs: [MappedProgram] = []
    for mapping in mappings where mapping.name.hasPrefix("/") {
      if mapping.offset == 0, programs.last?.path != mapping.name {
        programs.append(MappedProgram(start: mapping.start, end: mapping.end, path: mapping.name))
      } else if programs.last?.path == mapping.name {
        programs[programs.count - 1].end = mapping.end
      }
    }
    let code = Set(mappings.filter { $0.access.contains("x") }.map(\.name))
    return programs.filter { code.contains($0.path) }
  }

  /// The mappings of a process, in the order of their addresses.
  package static func all(in text: String) -> [MemoryMapping] {
    text.split(separator: "\n").compactMap { MemoryMapping($0) }
  }
}

/// Pages to read: those that are in memory.
package struct MemoryPiece: Equatable, Sendable {
  package var start: UInt64
  package var byteCount: UInt64
  package var kind: MemoryImage.Region.Kind

  package var end: UInt64 { start + byteCount }

  package init(start: UInt64, byteCount: UInt64, kind: MemoryImage.Region.Kind) {
    (self.start, self.byteCount, self.kind) = (start, byteCount, kind)
  }
}

extension [MemoryPiece] {
  /// Appends pages; joins them with the piece before if nothing is between them.
  package mutating func append(pagesFrom start: UInt64, to end: UInt64, kind: MemoryImage.Region.Kind) {
    if let last, last.end == start, last.kind == kind {
      self[count - 1].byteCount += end - start
    } else {
      append(MemoryPiece(start: start, byteCount: end - start, kind: kind))
    }
  }

  /// In the order in which they are to be read: heaps and stacks first, because only they are read as a whole while the process stands still.
  var byImportance: [MemoryPiece] {
    func rank(_ piece: MemoryPiece) -> Int {
      switch piece.kind {
      case .stack: 0
      case .heap: 1
      case .file: 2
      case .code: 3
      }
    }
    return sorted { (rank($0), $0.start) < (rank($1), $1.start) }
  }
}
