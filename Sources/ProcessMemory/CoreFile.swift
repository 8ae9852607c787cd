// The memory of a process in a core file, as the kernel and gdb's `gcore` write it. Any file may be given: nothing is believed unchecked.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a core file has of a process.
package struct CoreReading: Sendable {
  package var process: Int32
  /// The command line, as far as the file has it: 80 characters at most.
  package var command: String
  /// When the file was written last, in nanoseconds since 1970.
  package var time: Int64
  package var image: MemoryImage
}

/// A core file that is open.
package struct CoreFile: ~Copyable {
  private let file: SystemFile
  private let path: String
  private let segments: [Segment]
  private let notes: CoreNotes

  private struct Segment {
    var offset: UInt64
    var address: UInt64
    var fileSize: UInt64
    var memorySize: UInt64
    var flags: UInt32
  }

  /// - Throws: `.system` if the file can't be opened, `.notCore` if it is none.
  package init(_ path: String) throws(ProcessError) {
    guard let file = SystemFile(path) else { throw .system(errno) }
    guard let header = file.bytes(at: 0, count: 64), header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      header.short(16) == 4, header.short(54) == 56,
      let table = file.bytes(at: header.word(32), count: Int(header.short(56)) * 56)
    else { throw .notCore }
    var (segments, notes) = ([Segment](), CoreNotes())
    for at in stride(from: 0, to: table.count, by: 56) {
      let segment = Segment(
        offset: table.word(at + 8), address: table.word(at + 16), fileSize: table.word(at + 32),
        memorySize: table.word(at + 40), flags: table.half(at + 4))
      switch table.half(at) {
      case 1: segments.append(segment)
      case 4 where segment.fileSize < 1 << 28:
        if let bytes = file.bytes(at: segment.offset, count: Int(segment.fileSize)) {
          notes.read(bytes, machine: header.short(18))
        }
      default: break
      }
    }
    self.file = file
    (self.path, self.segments, self.notes) = (path, segments, notes)
  }

  /// The executable of the process, as it was called when it ran; nil if the file does not say.
  package var executable: String? { notes.executable?.path }

  /// Reads the memory, and the symbols of the executable and of libraries, which are not part of the file.
  ///
  /// - Throws: `.noExecutable` if the executable is missing.
  package func read(
    libraries: (String) -> Bool = { _ in false }, symbols needs: (String) -> Bool
  ) throws(ProcessError) -> CoreReading {
    guard let (executable, start) = notes.executable, let program = SystemFile(executable) else {
      throw .noExecutable(path: notes.executable?.path)
    }
    var symbols = try ExecutableSymbols(program, needs: needs).loaded(at: start)
    for library in notes.files where library.offset == 0 && libraries(library.name) {
      guard let file = SystemFile(library.name), let others = try? ExecutableSymbols(file, needs: needs) else {
        continue
      }
      symbols.merge(others.loaded(at: library.start)) { first, _ in first }
    }
    let size = file.size
    guard size > 0, let memory = file.mapped(byteCount: Int(clamping: size)) else { throw .notCore }
    var isWhole = true
    var regions: [MemoryImage.Region] = []
    for segment in segments where segment.fileSize >= 8 {
      guard segment.address % 8 == 0, segment.offset % 8 == 0, segment.offset < size else {
        isWhole = false
        continue
      }
      let count = min(segment.fileSize, size - segment.offset)
      if count < segment.fileSize { isWhole = false }
      guard segment.address.addingReportingOverflow(count).overflow == false, count >= 8 else { continue }
      regions.append(
        MemoryImage.Region(
          start: segment.address, kind: kind(of: segment), memory: memory, offset: Int(segment.offset),
          wordCount: Int(count / 8)))
    }
    return CoreReading(
      process: notes.process, command: notes.command, time: file.modified,
      image: MemoryImage(
        symbols: symbols, threads: notes.threads, programs: MemoryMapping.programs(in: notes.files), regions: regions,
        isConsistent: isWhole, isPartial: !isWhole))
  }

  private func kind(of segment: Segment) -> MemoryImage.Region.Kind {
    let end = segment.address &+ segment.memorySize
    if let pointer = notes.threads.first?.stackPointer, segment.address <= pointer, pointer < end { return .stack }
    if notes.files.contains(where: { $0.start < end && segment.address < $0.end }) { return .file }
    return segment.flags & 1 != 0 ? .code : .heap
  }
}

/// The notes of a core file: its threads, its process, and the files that were mapped.
private struct CoreNotes: Sendable {
  private(set) var threads: [MemoryImage.Thread] = []
  private(set) var files: [MemoryMapping] = []
  private(set) var process: Int32 = 0
  private(set) var command = ""
  private var entry: UInt64 = 0

  /// The file that has the first instruction of the program, and where it was mapped.
  var executable: (path: String, start: UInt64)? {
    guard let path = files.first(where: { $0.start <= entry && entry < $0.end })?.name,
      let start = files.first(where: { $0.name == path && $0.offset == 0 })?.start
    else { return nil }
    return (path, start)
  }

  mutating func read(_ bytes: [UInt8], machine: UInt16) {
    var at = 0
    while at + 12 <= bytes.count {
      let (nameSize, size) = (Int(bytes.half(at)), Int(bytes.half(at + 4)))
      let start = at + 12 + (nameSize + 3) & ~3
      guard nameSize < bytes.count, size < bytes.count, start + size <= bytes.count else { return }
      take(bytes.half(at + 8), Array(bytes[start..<(start + size)]), machine)
      at = start + (size + 3) & ~3
    }
  }

  private mutating func take(_ kind: UInt32, _ note: [UInt8], _ machine: UInt16) {
    switch kind {
    case 1: addThread(note, machine)
    // The registers for floating-point numbers and vectors belong to the thread before.
    case 2, 0x202: if let last = threads.indices.last { threads[last].registers += Self.words(note[...]) }
    case 3 where note.count >= 136:
      process = Int32(truncatingIfNeeded: note.half(24))
      command = String(decoding: note[56..<136].prefix { $0 != 0 }, as: UTF8.self)
    case 6:
      for at in stride(from: 0, to: note.count - 15, by: 16) where note.word(at) == 9 { entry = note.word(at + 8) }
    case 0x4649_4C45: addFiles(note)
    default: break
    }
  }

  private mutating func addThread(_ note: [UInt8], _ machine: UInt16) {
    let start = 112
    guard note.count > start + 8 else { return }
    func register(_ index: Int) -> UInt64 { note.word(start + index * 8) }
    var thread = MemoryImage.Thread(
      id: Int32(truncatingIfNeeded: note.half(32)), registers: Self.words(note[start...]))
    switch machine {
    case 62: (thread.instruction, thread.stackPointer, thread.framePointer) = (register(16), register(19), register(4))
    case 183:
      (thread.instruction, thread.stackPointer, thread.framePointer) = (register(32), register(31), register(29))
    default: break
    }
    threads.append(thread)
  }

  private mutating func addFiles(_ note: [UInt8]) {
    let (count, page) = (note.word(0), note.word(8))
    guard count < UInt64(note.count / 24) else { return }
    var names = note[min(note.count, 16 + Int(count) * 24)...].split(separator: 0, omittingEmptySubsequences: false)[
      ...]
    for index in 0..<Int(count) {
      guard let name = names.popFirst() else { return }
      let at = 16 + index * 24
      let offset = note.word(at + 16).multipliedReportingOverflow(by: page).partialValue
      // The file does not have the access rights, so any of them may be a program.
      files.append(
        MemoryMapping(
          start: note.word(at), end: note.word(at + 8), offset: offset, access: "r-xp",
          name: String(decoding: name, as: UTF8.self)))
    }
  }

  private static func words(_ bytes: ArraySlice<UInt8>) -> [UInt64] {
    let all = Array(bytes)
    return stride(from: 0, to: all.count - 7, by: 8).map { all.word($0) }
  }
}
