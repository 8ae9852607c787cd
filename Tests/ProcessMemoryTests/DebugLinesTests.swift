// The lines of addresses, in files of a few hundred bytes that the tests write.

import Foundation
import TestSupport
import Testing

@testable import ProcessMemory

@Suite struct DebugLinesTests {
  /// A unit of `.debug_line` with one file and a program.
  private func unit(_ program: [UInt8]) -> [UInt8] {
    // The size of an instruction, the base of lines, their range, and the numbers of arguments of 12 operations.
    var header: [UInt8] = [1, 1, 1, UInt8(bitPattern: -5), 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]
    header += [0] + Array("a.swift".utf8) + [0, 0, 0, 0, 0]
    var unit = FileBytes()
    unit.add(UInt64(6 + header.count + program.count), 4)
    unit.add(4, 2)
    unit.add(UInt64(header.count), 4)
    return unit.bytes + header + program
  }

  /// The lines of all addresses below 256, in an ELF file with the section.
  private func lines(_ section: [UInt8]) throws -> [UInt64: DebugLines.Line] {
    let names = Array("\0.debug_line\0.names\0".utf8)
    var file = FileBytes(bytes: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    file.pad(to: 40)
    file.add(UInt64(64 + section.count + names.count), 8)
    file.pad(to: 58)
    for number in [64, 3, 2] as [UInt64] { file.add(number, 2) }
    file.bytes += section + names
    for (name, at, count) in [(0, 0, 0), (1, 64, section.count), (13, 64 + section.count, names.count)] {
      let end = file.bytes.count + 64
      file.add(UInt64(name), 4)
      file.add(1, 4)
      for number in [0, 0, at, count] { file.add(UInt64(number), 8) }
      file.pad(to: end)
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(file.bytes).write(to: path)
    return DebugLines(path.path, of: Set(0..<256)).lines
  }

  /// From address 16 on line 8, from address 20 on line 10, up to address 24.
  private let program: [UInt8] = [0, 9, 2, 16, 0, 0, 0, 0, 0, 0, 0, 3, 7, 1, 2, 4, 3, 2, 1, 2, 4, 0, 1, 1]

  @Test func anAddressHasTheLineOfTheRowThatCoversIt() throws {
    let lines = try lines(unit(program))
    expectEqual(lines.keys.sorted(), Array(16..<24))
    expectEqual([16, 19, 20, 23].map { lines[$0]?.line }, [8, 8, 10, 10])
    expectEqual(lines[16]?.file, "a.swift")
  }

  @Test func aLengthThatReachesBeyondTheUnitEndsIt() throws {
    let longest: [UInt8] = Array(repeating: 0xFF, count: 8) + [0x7F]
    #expect(try lines(unit([0] + longest + [2, 16])).isEmpty)
    for count in 0..<14 as Range<UInt8> { _ = try lines([count, 0, 0, 0] + unit(program)[4..<(4 + Int(count))]) }
  }

  @Test func damagedUnitsAreRead() throws {
    let unit = unit(program)
    for seed in 0..<400 as Range<UInt64> {
      var (bytes, dice) = (unit, Dice(seed: seed))
      for _ in 0...dice.roll(6) {
        bytes[4 + dice.roll(unit.count - 4)] = [0, 0xFF, 0x7F, UInt8(dice.roll(256))][dice.roll(4)]
      }
      _ = try lines(bytes)
    }
  }
}
