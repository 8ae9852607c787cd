// Programs of Python that hang, judged by the lines that they hang on, in each installed version that can be read.

import Foundation
import ProcessMemory
import PromiseTrace
import TestSupport
import Testing

@testable import PythonHeap

private let programs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Programs")

/// The memory of a program at the moment at which it has printed `ready`.
private func memory(of program: String, _ python: String) throws -> MemoryImage {
  try whileReady(python, ["-u", programs.appending(path: program).path]) { process in
    try ProcessReader(process).read(
      libraries: { HeapReading.needsPython(library: $0) }, symbols: { HeapReading.needsPython(symbol: $0) }
    ).image
  }
}

@Suite(.serialized) struct HangingTasksTests {
  /// Each wait of a line is `@` behind `#`; a number is that of lines to the statement that it belongs to.
  private func marks(in file: String) throws -> [Int] {
    let text = try String(contentsOf: programs.appending(path: file), encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
      line.matches(of: /#(@+)(-[0-9]+)?/).flatMap { mark in
        Array(repeating: index + 1 + (mark.output.2.flatMap { Int($0) } ?? 0), count: mark.output.1.count)
      }
    }.sorted()
  }

  @Test(arguments: Python.monitored) func eachWaitHasItsLine(_ python: String) throws {
    let reading = try HeapReading(ofPython: memory(of: "hangs.py", python), relativeTo: programs.path)
    let awaiting = reading.events.filter { $0.kind == .awaiting }
    #expect(reading.runtime.hasPrefix("cpython 3."))
    #expect(awaiting.allSatisfy { reading.texts[$0.site.file] == "hangs.py" || $0.site.file == .none })
    let lines = awaiting.map { Int($0.site.line) }.filter { $0 > 0 }.sorted()
    // `load` is called twice, and `fetch` four times.
    #expect(Array(Set(lines)).sorted() == (try marks(in: "hangs.py")))
    #expect(lines.count == 16)
  }

  @Test(arguments: Python.monitored) func rowsAreTasksAndWhatTheyAwait(_ python: String) throws {
    let reading = try HeapReading(ofPython: memory(of: "hangs.py", python), relativeTo: programs.path)
    let rows = reading.events.filter { $0.kind == .created }.map {
      "\(reading.texts[$0.operation] ?? "") \(reading.texts[$0.text] ?? "")"
    }
    #expect(
      Set(rows) == [
        "task main", "TaskGroup ", "task move", "task audit", "Lock.acquire ", "task twice", "gather ", "task load",
        "coroutine fetch", "future ", "task each", "coroutine numbers", "task worker", "coroutine session",
        "Queue.get ",
        "task follow", "task patient", "task sleep", "sleep ",
      ])
    let group = reading.events.first { $0.kind == .created && reading.texts[$0.operation] == "TaskGroup" }?.promise
    #expect(reading.events.count { $0.kind == .registered && $0.peer == group } == 8)
    let sleep = reading.events.first { $0.kind == .created && $0.timer > 0 }
    #expect(sleep?.timer == 3_600_000_000_000)
  }

  /// Each of two tasks has the lock that the other one waits for.
  @Test(arguments: Python.monitored) func theHolderOfALockIsNamed(_ python: String) throws {
    let reading = try HeapReading(ofPython: memory(of: "hangs.py", python), relativeTo: programs.path)
    let held = reading.events.filter { $0.kind == .held }
    #expect(held.map { reading.texts[$0.text] } == ["asyncio.Lock", "asyncio.Lock"])
    let lines = Dictionary(
      reading.events.filter { $0.kind == .awaiting }.map { ($0.promise, Int($0.site.line)) }, uniquingKeysWith: { $1 })
    let waits = Dictionary(
      reading.events.filter { $0.kind == .awaiting }.map { ($0.peer, Int($0.site.line)) }, uniquingKeysWith: { $1 })
    #expect(Set(held.map { "\(waits[$0.promise] ?? 0) by \(lines[$0.peer] ?? 0)" }) == ["17 by 24", "24 by 17"])
  }

  /// No outcome is wrong, but none may be a crash, or take long.
  @Test(arguments: Python.monitored.suffix(2)) func damagedMemoryIsRead(_ python: String) throws {
    for damaged in try memory(of: "hangs.py", python).damaged {
      _ = try? HeapReading(ofPython: damaged, relativeTo: "/")
    }
  }

  /// Each step of this table is as large as a step can be.
  @Test func aDamagedTableOfLinesIsRead() {
    let step: [UInt8] = [0xE8] + Array(repeating: 0x7E, count: 9)
    #expect(PythonLines.line(at: .max, in: (0..<2_000).flatMap { _ in step }, from: 1) == nil)
  }

  @Test func anUnknownVersionIsRefused() {
    let image = MemoryImage(symbols: ["Py_Version": .init(address: 0, value: 0x030B_07F0)], regions: [])
    #expect(throws: HeapError.unverified(version: "3.11.7")) {
      try HeapReading(ofPython: image, relativeTo: "/")
    }
  }
}
