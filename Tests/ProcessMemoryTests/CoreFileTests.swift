// Core files and executables made by the test, whole and damaged: any file may be given.

import Foundation
import TestSupport
import Testing

@testable import ProcessMemory

/// The bytes of an ELF file, lowest byte first.
struct FileBytes {
  var bytes: [UInt8] = []
  mutating func add(_ number: UInt64, _ count: Int) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(index * 8))) }
  }
  mutating func pad(to count: Int) { bytes += Array(repeating: 0, count: max(0, count - bytes.count)) }
}

/// A core file of one thread with two segments, and its executable with one symbol.
private struct MadeCore {
  let folder = FileManager.default.temporaryDirectory.appending(path: "core-\(UUID().uuidString)")
  var core: String { folder.appending(path: "core").path }
  var executable: String { folder.appending(path: "app").path }
  /// The same file, whose symbol has another name.
  var library: String { folder.appending(path: "lib.so").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.executableBytes).write(to: URL(filePath: executable))
    var others = Self.executableBytes
    others.replaceSubrange(0x241..<0x247, with: "listen".utf8)
    try Data(others).write(to: URL(filePath: library))
    try Data(coreBytes).write(to: URL(filePath: core))
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  static func header(type: UInt64, segments: Int, sections: (at: Int, count: Int)) -> FileBytes {
    var file = FileBytes(bytes: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + Array(repeating: 0, count: 9))
    file.add(type, 2)
    file.add(62, 2)
    file.add(1, 4)
    file.add(0x400000, 8)
    file.add(64, 8)
    file.add(UInt64(sections.at), 8)
    file.add(0, 4)
    for number in [64, 56, UInt64(segments), 64, UInt64(sections.count), 0] { file.add(number, 2) }
    return file
  }

  static func segment(
    _ file: inout FileBytes, type: UInt64, at offset: Int, address: UInt64, count: Int, flags: UInt64 = 6
  ) {
    file.add(type, 4)
    file.add(flags, 4)
    for number in [UInt64(offset), address, address, UInt64(count), UInt64(count), 4_096] { file.add(number, 8) }
  }

  /// `answer`, at 0x400200, is 42.
  static var executableBytes: [UInt8] {
    var file = header(type: 2, segments: 1, sections: (0x300, 3))
    segment(&file, type: 1, at: 0, address: 0x400000, count: 0x400)
    file.pad(to: 0x200)
    file.add(42, 4)
    file.pad(to: 0x240)
    file.bytes += Array("\0answer\0other\0".utf8)
    file.pad(to: 0x280)
    file.pad(to: 0x298)
    for (name, address) in [(UInt64(1), UInt64(0x400200)), (8, 0x400204)] {
      file.add(name, 4)
      file.add(0, 4)
      file.add(address, 8)
      file.add(4, 8)
    }
    file.pad(to: 0x300)
    for (type, offset, size, link) in [(UInt64(0), 0, 0, 0), (11, 0x280, 72, 2), (3, 0x240, 14, 0)] {
      file.add(0, 4)
      file.add(type, 4)
      for number in [0, 0, offset, size] { file.add(UInt64(number), 8) }
      file.add(UInt64(link), 4)
      file.add(0, 4)
      for number in [0, 0] { file.add(UInt64(number), 8) }
    }
    return file.bytes
  }

  private func note(_ type: UInt64, _ content: [UInt8]) -> [UInt8] {
    var note = FileBytes()
    note.add(5, 4)
    note.add(UInt64(content.count), 4)
    note.add(type, 4)
    note.bytes += Array("CORE\0\0\0\0".utf8) + content
    note.pad(to: (note.bytes.count + 3) & ~3)
    return note.bytes
  }

  private var coreBytes: [UInt8] {
    var status = FileBytes()
    status.pad(to: 32)
    status.add(77, 4)
    status.pad(to: 112)
    for register in 0..<27 { status.add(UInt64(register == 19 ? 0x7000_0010 : register), 8) }
    var process = FileBytes()
    process.pad(to: 24)
    process.add(77, 4)
    process.pad(to: 56)
    process.bytes += Array("app --now".utf8)
    process.pad(to: 136)
    var files = FileBytes()
    for number in [2, 4_096, 0x400000, 0x401000, 0, 0x50_0000, 0x50_1000, 0] { files.add(UInt64(number), 8) }
    files.bytes += Array(executable.utf8) + [0] + Array(library.utf8) + [0]
    var entry = FileBytes()
    for number in [9, 0x400100, 0, 0] { entry.add(UInt64(number), 8) }
    let notes = note(1, status.bytes) + note(3, process.bytes) + note(6, entry.bytes) + note(0x4649_4C45, files.bytes)
    var file = Self.header(type: 4, segments: 3, sections: (0, 0))
    Self.segment(&file, type: 4, at: 0x1000, address: 0, count: notes.count)
    Self.segment(&file, type: 1, at: 0x2000, address: 0x10_0000, count: 16)
    Self.segment(&file, type: 1, at: 0x3000, address: 0x7000_0000, count: 32)
    file.pad(to: 0x1000)
    file.bytes += notes
    file.pad(to: 0x2000)
    for number in [0x1234, 0x5678] { file.add(UInt64(number), 8) }
    file.pad(to: 0x3020)
    return file.bytes
  }
}

@Suite struct CoreFileTests {
  @Test func aCoreFileHasMemoryThreadsAndSymbols() throws {
    let made = try MadeCore()
    defer { made.remove() }
    let reading = try CoreFile(made.core).read { $0 == "answer" }
    #expect(reading.process == 77 && reading.command == "app --now")
    #expect(reading.image.symbols == ["answer": .init(address: 0x400200, value: 42)])
    #expect(reading.image.word(at: 0x10_0008) == 0x5678 && reading.image.isConsistent)
    #expect(reading.image.regions.map(\.kind) == [.heap, .stack])
    #expect(reading.image.programs.map(\.path) == [made.executable, made.library])
    let libraries = try CoreFile(made.core).read(libraries: { $0 == made.library }, symbols: { $0 == "listen" })
    #expect(libraries.image.symbols == ["listen": .init(address: 0x50_0200, value: 42)])
    #expect(reading.image.threads.map(\.id) == [77] && reading.image.threads[0].stackPointer == 0x7000_0010)
  }

  @Test func aCoreFileWithoutItsExecutableSaysSo() throws {
    let made = try MadeCore()
    defer { made.remove() }
    try FileManager.default.removeItem(atPath: made.executable)
    #expect(throws: ProcessError.noExecutable(path: made.executable)) { try CoreFile(made.core).read { _ in true } }
  }

  @Test func otherFilesAreRefused() throws {
    let made = try MadeCore()
    defer { made.remove() }
    #expect(throws: ProcessError.notCore) { try CoreFile(made.executable).read { _ in true } }
    #expect(throws: ProcessError.notCore) { try CoreFile("/dev/null").read { _ in true } }
    #expect(throws: ProcessError.system(ENOENT)) { try CoreFile("/nonexistent").read { _ in true } }
  }

  /// Bytes are changed and files cut at random: whatever is read, nothing traps, hangs, or reads beyond the file.
  @Test func damagedFilesDoNoHarm() throws {
    let made = try MadeCore()
    defer { made.remove() }
    var dice = Dice(seed: 48)
    let (core, executable) = (
      try Data(contentsOf: URL(filePath: made.core)), try Data(contentsOf: URL(filePath: made.executable))
    )
    var readable = 0
    for round in 0..<400 {
      var damaged = round % 2 == 0 ? core : executable
      for _ in 0...dice.roll(6) {
        // Most of what matters is in the tables at the start.
        let index = dice.roll(dice.roll(3) == 0 ? damaged.count : min(damaged.count, 0x400))
        damaged[index] = dice.roll(4) == 0 ? 0xFF : UInt8(dice.roll(256))
      }
      if dice.roll(4) == 0 { damaged = damaged.prefix(dice.roll(damaged.count)) }
      try damaged.write(to: URL(filePath: round % 2 == 0 ? made.core : made.executable))
      if let reading = try? CoreFile(made.core).read(symbols: { _ in true }) {
        readable += 1
        for region in reading.image.regions { _ = region.words.reduce(0, ^) }
      }
      try (round % 2 == 0 ? core : executable).write(to: URL(filePath: round % 2 == 0 ? made.core : made.executable))
    }
    #expect(readable > 20)
  }
}
