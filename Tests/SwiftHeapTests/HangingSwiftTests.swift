// The tasks of a program that hangs, judged by its marks. Without DWARF 4, which the compiler writes on Linux, there are no lines.

#if os(Linux)
  import Foundation
  import ProcessMemory
  import PromiseTrace
  import SwiftHeap
  import TestSupport
  import Testing

  private let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
    path: "HangingProgram")

  private let source = URL(filePath: #filePath).appending(path: "../../HangingProgram/HangingProgram.swift")
    .standardized

  /// The memory of the program at the moment at which it has printed `ready`.
  private func memory() throws -> MemoryImage {
    try whileReady(program.path) { process in
      try ProcessReader(process).read(
        libraries: { HeapReading.needsSwift(library: $0) }, symbols: { HeapReading.needsSwift(symbol: $0) }
      ).image
    }
  }

  @Suite(.serialized) struct HangingSwiftTests {
    @Test func eachWaitHasItsLine() throws {
      let reading = try HeapReading(ofSwift: memory(), relativeTo: "/")
      let awaiting = reading.events.filter { $0.kind == .awaiting }
      let lines = awaiting.map { Int($0.site.line) }.sorted()
      var expected: [Int] = []
      let text = try String(contentsOf: source, encoding: .utf8)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        expected += line.matches(of: #/ // (@+)$/#).flatMap { Array(repeating: index + 1, count: $0.output.1.count) }
      }
      #expect(lines == expected)
      #expect(awaiting.allSatisfy { reading.texts[$0.site.file]?.hasSuffix("HangingProgram.swift") ?? false })
    }

    @Test func tasksWaitForTasks() throws {
      let reading = try HeapReading(ofSwift: memory(), relativeTo: "/")
      let kinds = Dictionary(
        uniqueKeysWithValues: reading.events.filter { $0.kind == .created }.map {
          ($0.promise, reading.texts[$0.operation])
        })
      #expect(kinds.values.count { $0 == "task" } == 9)
      #expect(kinds.values.count { $0 == "continuation" } == 5)
      #expect(kinds.values.count { $0 == "sleep" } == 1)
      // The value of a task, and an `async let`.
      #expect(reading.events.count { $0.kind == .awaiting && kinds[$0.peer] == "task" } == 2)
      let group = kinds.first { $0.value == "TaskGroup" }?.key
      #expect(reading.events.count { $0.kind == .registered && $0.peer == group && kinds[$0.promise] == "task" } == 2)
    }

    /// No outcome is wrong, but none may be a crash, or take long.
    @Test func damagedMemoryIsRead() throws {
      for damaged in try memory().damaged { _ = try? HeapReading(ofSwift: damaged, relativeTo: "/") }
    }

    @Test func aMemoryWithoutALayoutIsRefused() {
      #expect(throws: HeapError.noLayout) { try HeapReading(ofSwift: MemoryImage(regions: []), relativeTo: "/") }
    }
  }
#endif
