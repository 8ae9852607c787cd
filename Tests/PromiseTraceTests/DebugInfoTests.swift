// The reader of debug information that recordings use in the program's own process: what it finds, and that no damage ends the program.

import CPromiseRuntime
import Foundation
import TestSupport
import Testing

private let compiler = ["/usr/bin/cc", "/usr/bin/clang"].first { FileManager.default.isExecutableFile(atPath: $0) }

@Suite(.enabled(if: compiler != nil)) struct DebugInfoTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "debug-\(UUID().uuidString)").path

  /// A library with one function on line 2 that calls another one, which is inlined.
  private func library() throws -> [UInt8] {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let source = """
      int last; __attribute__((always_inline)) static inline int twice(int number) { last = number; return number * 2; }
      int price(int count) { return twice(count) + 1; }
      """
    try source.write(toFile: folder + "/price.c", atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: compiler ?? "")
    process.arguments = [
      "-g", "-gdwarf-4", "-O1", "-shared", "-fPIC", "-nostdlib", "-o", folder + "/price.so", folder + "/price.c",
    ]
    try process.run()
    process.waitUntilExit()
    return try Array(Data(contentsOf: URL(filePath: folder + "/price.so")))
  }

  /// The places of all addresses that the library may have.
  private func places(_ file: [UInt8]) throws -> [(function: String?, line: UInt64)] {
    let path = folder + "/\(UUID().uuidString)"
    try Data(file).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard let info = psDebugInfo(path) else { return [] }
    defer { psCloseDebugInfo(info) }
    return (0..<0x2000 as Range<UInt64>).flatMap { offset in
      _ = line(info, offset)
      let found = [PSPlace](unsafeUninitializedCapacity: 8) { places, count in
        count = places.baseAddress.map { Int(psPlaces(info, offset, $0, 8)) } ?? 0
      }
      return found.map { ($0.function.map { String(cString: $0) }, $0.line) }
    }
  }

  /// The path and the line of an address.
  private func line(_ info: OpaquePointer, _ offset: UInt64) -> String? {
    var place = PSPlace()
    guard psLine(info, offset, &place) else { return nil }
    return [place.folder, place.file].compactMap { $0.map { String(cString: $0) } }.joined(separator: "/")
      + ":\(place.line)"
  }

  @Test func anAddressHasItsLineAndTheFolderOfItsFile() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try library()
    let info = try #require(psDebugInfo(folder + "/price.so"))
    defer { psCloseDebugInfo(info) }
    let lines = Set((0..<0x2000 as Range<UInt64>).compactMap { line(info, $0) })
    #expect(lines == [folder + "/price.c:1", folder + "/price.c:2"])
  }

  @Test func aFunctionHasItsLineAndThoseOfItsInlinedCalls() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let found = try places(library())
    #expect(found.contains { $0.function == "price" && $0.line == 2 })
    #expect(found.contains { $0.function == "twice" && $0.line == 1 })
  }

  @Test func damagedFilesAreRead() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try library()
    for seed in 0..<120 as Range<UInt64> {
      var (bytes, dice) = (file, Dice(seed: seed))
      for _ in 0...dice.roll(40) {
        bytes[64 + dice.roll(file.count - 64)] = [0, 0xFF, 0x7F, UInt8(dice.roll(256))][dice.roll(4)]
      }
      if seed % 4 == 0 { bytes.removeLast(dice.roll(file.count - 64)) }
      _ = try places(bytes)
    }
  }
}
