// The promises of a program that links this library, recorded or not, read from its memory.

#if os(Linux)
  import Foundation
  import ProcessMemory
  import PromiseTrace
  import SwiftHeap
  import TestSupport
  import Testing

  private let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
    path: "HangingPromises")

  /// The memory of the program once a body and a task wait, too.
  private func memory(_ arguments: String...) throws -> MemoryImage {
    try whileReady(program.path, arguments) { process in
      let end = ContinuousClock.now.advanced(by: .seconds(20))
      while true {
        let image = try ProcessReader(process).read(
          libraries: { HeapReading.needsSwift(library: $0) }, symbols: { HeapReading.needsSwift(symbol: $0) }
        ).image
        let waiting = try picture(image).split(separator: "\n").count { $0.contains("awaits") }
        if waiting == 2 || ContinuousClock.now > end { return image }
      }
    }
  }

  /// What the events say: a line for each promise, and for each wait.
  private func picture(_ image: MemoryImage) throws -> String {
    let reading = try HeapReading(ofSwift: image, relativeTo: "/")
    var names: [PromiseID: String] = [:]
    var lines: [String] = []
    for event in reading.events {
      func text(_ id: TextID) -> String { reading.texts[id] ?? "" }
      switch event.kind {
      case .created:
        let place = event.site.line > 0 ? " :\(event.site.line)" : ""
        let name = [text(event.operation), text(event.text)].filter { !$0.isEmpty }.joined(separator: " ")
        names[event.promise] = name + place
        lines.append("\(name)\(place)" + (event.peer == 0 ? "" : " from \(names[event.peer] ?? "?")"))
      case .registered, .adopted, .awaiting, .enqueued:
        let verb = event.kind == .awaiting ? "awaits" : "\(event.kind)"
        let peer = event.peer == 0 ? "" : " \(names[event.peer] ?? "?")"
        lines.append("\(names[event.promise] ?? "?") \(verb)\(peer)")
      case .noted: lines.append("\(names[event.promise] ?? "?") noted \(text(event.text))")
      default: break
      }
    }
    return lines.joined(separator: "\n")
  }

  @Suite(.serialized) struct HangingPromisesTests {
    @Test func recordedPromisesHaveNamesAndCallSites() throws {
      expectEqual(
        try picture(memory("recorded")),
        """
        withResolvers front page :13
        then :15 from withResolvers front page :13
        catch :16 from then :15
        withResolvers :17
        all :18
        withResolvers :19
        then :20
        task :21
        then :24
        task hang :25
        withResolvers front page :13 registered then :15
        then :15 registered catch :16
        withResolvers :19 noted its last resolver was released
        then :20 adopted withResolvers front page :13
        then :24 enqueued
        withResolvers front page :13 registered all :18
        withResolvers :17 registered all :18
        task :21 awaits withResolvers front page :13
        task hang :25 awaits withResolvers :17
        """)
    }

    /// Without a recording, handlers have names and lines, but the operator that created a promise is not known.
    @Test func promisesThatNothingRecordedAreFound() throws {
      let lines = try Set(picture(memory()).split(separator: "\n").map(String.init))
      for line in [
        "then :15 from promise", "catch :16 from then :15", "combined", "promise registered combined",
        "then :15 registered catch :16", "then adopted promise", "then :24 enqueued", "promise awaits promise",
        "task hang :25 awaits promise",
      ] { #expect(lines.contains(line), "\(line) in \(lines.sorted())") }
    }

    /// Without the files of the program, names and lines are missing, but not the promises.
    @Test func aProgramWithoutNamesIsReadAllTheSame() throws {
      let image = try memory("recorded")
      let reading = try HeapReading(ofSwift: image, relativeTo: "/") { _ in "/dev/null" }
      #expect(reading.events.count { $0.kind == .created } == 9)
      #expect(reading.events.filter { $0.kind == .created }.allSatisfy { $0.site.line == 0 })
    }

    @Test func damagedMemoryIsRead() throws {
      for damaged in try memory("recorded").damaged { _ = try? HeapReading(ofSwift: damaged, relativeTo: "/") }
    }

    @Test func anotherVersionIsRefused() throws {
      let words = [0x5365_7369_6D6F_7250, 0x7475_6F79_614C_6570, 2] + [UInt64](repeating: 8, count: 20)
      let image = MemoryImage(regions: [.init(start: 4_096, kind: .file, words: words)])
      #expect(throws: HeapError.unverified(version: "2")) { try HeapReading(ofSwift: image, relativeTo: "/") }
    }
  }
#endif
