// Programs that hang, judged by the lines that they hang on, in each installed version of Node.

import Foundation
import ProcessMemory
import PromiseTrace
import TestSupport
import Testing
import V8Heap

@Suite(.serialized) struct HangingProgramTests {
  @Test(arguments: nodes, ["forms.js", "hangs.js", "module.mjs", "worker.js", "typescript.js"])
  func eachWaitHasItsLine(_ node: String, _ program: String) throws {
    let reading = try HeapReading(of: memory(of: program, node), relativeTo: programs.path)
    let (read, expected) = (ReadLines(reading, file: program), try ReadLines(marksOf: program))
    #expect(read == expected)
    #expect(reading.runtime.hasPrefix("node \(node.dropFirst(4))."))
  }

  /// Each line of the source is ten lines behind that of the compiled code.
  @Test func linesAreThoseOfTheSource() throws {
    guard let node = nodes.first else { return }
    let reading = try HeapReading(
      of: memory(of: "mapped.js", node), relativeTo: programs.path,
      file: { (try? Data(contentsOf: URL(filePath: $0))).map(Array.init) })
    let expected = try ReadLines(marksOf: "mapped.js").waiting.map { $0 + 10 }
    #expect(ReadLines(reading, file: "mapped.ts").waiting == expected)
  }

  @Test(arguments: nodes) func aHolderOfALockIsNamed(_ node: String) throws {
    let reading = try HeapReading(of: memory(of: "lock.js", node), relativeTo: programs.path)
    let held = reading.events.filter { $0.kind == .held }
    let holder = reading.events.first { $0.kind == .awaiting && $0.site.line == 13 }?.promise
    #expect(holder != nil)
    let waiters = held.filter { $0.peer == holder }.map { reading.texts[$0.text] }
    #expect(waiters == Array(repeating: "an element of an Array ← Lock.waiting ← variable lock", count: 3))
    #expect(
      held.filter { $0.peer == 0 }.map { reading.texts[$0.text] } == [
        "Object.resolve ← an entry of a Map ← Upstream.pending ← variable upstream"
      ])
  }

  /// For each resolver, the line of the `await`, how it is reached, and the line at which its holder waits.
  @Test(arguments: nodes) func holdersHaveTheNamesOfTheProgram(_ node: String) throws {
    let reading = try HeapReading(of: memory(of: "holders.mjs", node), relativeTo: programs.path)
    let waits = reading.events.filter { $0.kind == .awaiting }
    func line(_ event: Event?) -> UInt32 { event?.site.line ?? 0 }
    let held = reading.events.filter { $0.kind == .held }.map { event in
      let holder = event.peer == 0 ? "" : " by :\(line(waits.first { $0.promise == event.peer }))"
      let place = line(waits.first { $0.peer == event.promise })
      return "\(place > 0 ? ":\(place) " : "")\(reading.texts[event.text] ?? "")\(holder)"
    }
    expectEqual(
      held.sorted().joined(separator: "\n"),
      """
      :13 an element of an Array ← Channel.#takers ← variable channel
      :15 an element of an Array ← Object.answer ← variable prompt
      :6 an element of an Array ← Lock.waiting ← an entry of a Map ← variable accounts by :19
      :6 an element of an Array ← Lock.waiting ← an entry of a Map ← variable accounts by :19
      :6 an element of an Array ← Lock.waiting ← variable gate by :24
      a listener of the event ready ← variable database
      """)
  }

  @Test(arguments: nodes) func aGlobalVariableIsNoTimer(_ node: String) throws {
    let reading = try HeapReading(of: memory(of: "global.js", node), relativeTo: programs.path)
    #expect(
      reading.events.filter { $0.kind == .held }.map { reading.texts[$0.text] } == ["globalThis.resume"])
    #expect(reading.events.filter { $0.kind == .created }.allSatisfy { reading.texts[$0.operation] != "setTimeout" })
    #expect(ReadLines(reading, file: "global.js") == (try ReadLines(marksOf: "global.js")))
  }

  @Test(arguments: nodes) func aLoopThatBlocksTheProgramIsNamed(_ node: String) throws {
    let reading = try HeapReading(of: memory(of: "blocked.js", node), relativeTo: programs.path)
    let notes = reading.events.filter { $0.kind == .noted }.map { reading.texts[$0.text] }
    #expect(notes == ["running: spin (blocked.js:4) < report (blocked.js:5)"])
    #expect(ReadLines(reading, file: "blocked.js") == (try ReadLines(marksOf: "blocked.js")))
    let started = Set(reading.events.filter { $0.kind == .started }.map(\.promise))
    let labels = reading.events.filter { $0.kind == .created && started.contains($0.promise) }.map {
      reading.texts[$0.text]
    }
    #expect(Set(labels) == ["request", "report"])
  }

  /// No outcome is wrong, but none may be a crash, or take long.
  @Test(arguments: nodes.suffix(2)) func damagedMemoryIsRead(_ node: String) throws {
    for damaged in try memory(of: "hangs.js", node).damaged { _ = try? HeapReading(of: damaged, relativeTo: "/") }
  }

  /// What was read while the program ran, or in part, proves nothing.
  @Test func onlyAWholeMemoryProvesThatNothingCanSettle() throws {
    guard let node = nodes.last else { return }
    let image = try memory(of: "hangs.js", node)
    for (isConsistent, isPartial) in [(false, false), (true, true)] {
      let other = MemoryImage(
        symbols: image.symbols, threads: image.threads, regions: image.regions, isConsistent: isConsistent,
        isPartial: isPartial)
      let read = ReadLines(try HeapReading(of: other, relativeTo: programs.path), file: "hangs.js")
      #expect(read.hopeless.isEmpty && !read.waiting.isEmpty)
    }
  }

  @Test func anUnknownVersionIsRefused() throws {
    let symbols = [
      "v8dbg_type_Map__MAP_TYPE": 1, "_ZN2v88internal7Version6major_E": 14, "_ZN2v88internal7Version6minor_E": 1,
      "_ZN2v88internal7Version6build_E": 146, "_ZN2v88internal7Version6patch_E": 11,
    ].mapValues { MemoryImage.Symbol(address: 0, value: $0) }
    #expect(throws: HeapError.unverified(version: "14.1.146.11")) {
      try HeapReading(of: MemoryImage(symbols: symbols, regions: []), relativeTo: "/")
    }
  }
}
