// Following a log whose size limit replaces its file while the program runs: it stays one run, with exact counts.

import Foundation
import PromiseLog

/// The program did not emit as many events in time.
private struct Late: Error {
  let emitted: UInt64
}

/// A program that records a round of promises for each line of its input, with a limit.
private final class Rounds {
  let path: String
  private let folder: URL
  private let process = Process()
  private let go = Pipe()
  private let reader: LogReader
  private(set) var events: [Event] = []

  /// Of a round that is larger than a quarter of the limit, a part may be dropped before any reader sees it.
  ///
  /// Each promise has three events.
  init(_ count: Int, of promises: Int = 300) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "following-\(UUID().uuidString)")
    path = folder.appending(path: "run.ndjson").path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process.executableURL = URL(filePath: program)
    process.arguments = (1...count).flatMap { _ in ["settle", "\(promises)", "flush", "wait"] }
    process.environment = ["PROMISESCOPE": path, "PROMISESCOPE_LIMIT": "256K"]
    process.standardInput = go
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 30)
    while !FileManager.default.fileExists(atPath: path), Date() < deadline { usleep(1_000) }
    reader = try LogReader(path: path, follow: true)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  var archive: LogArchive? { reader.archive }
  var diagnostics: [LogDiagnostic] { reader.diagnostics }
  var isSameRun: Bool { reader.isSameRun(path) }
  /// The number of events that the program emitted, as far as they were read.
  var emitted: UInt64 {
    events.reduce(0) { $0 + ($1.kind == .lost ? $1.count : [.alive, .ended].contains($1.kind) ? 0 : 1) }
  }
  /// Which file has the log's name.
  var file: UInt64? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.systemFileNumber] as? UInt64
  }

  /// Lets the program record the next round.
  func next() { go.fileHandleForWriting.write(Data("\n".utf8)) }

  /// Waits until the program has ended.
  func wait() { process.waitUntilExit() }

  /// Reads until the program has emitted as many events, or its log has ended.
  func read(until count: UInt64 = .max) throws {
    let deadline = Date(timeIntervalSinceNow: 30)
    while emitted < count {
      if Date() > deadline { throw Late(emitted: emitted) }
      let status = try reader.read(into: &events, limit: 100)
      if status == .ended { return }
      if status == .idle { usleep(1_000) }
    }
  }
}

@Suite struct FollowingTests {
  @Test("a reader that keeps up has every event, whatever the file's name stands for meanwhile")
  func keepsUp() throws {
    let rounds = try Rounds(36, of: 100)
    // A new file may have the number of one that is gone.
    var files: [UInt64] = []
    for round in 1...36 {
      try rounds.read(until: UInt64(300 * round))
      #expect(rounds.isSameRun)
      if let file = rounds.file, file != files.last { files.append(file) }
      let archive = try #require(rounds.archive)
      expectEqual(archive.positions.upperBound, UInt64(rounds.events.count))
      var again: [Event] = []
      try archive.read(from: archive.positions.lowerBound, into: &again, limit: .max)
      expectEqual(again, Array(rounds.events[Int(archive.positions.lowerBound)...]))
      if round == 36 { #expect(archive.positions.lowerBound > 0) }
      rounds.next()
    }
    try rounds.read()
    #expect(files.count > 2 && rounds.diagnostics.isEmpty)
    #expect(rounds.events.map(\.sequence) == Array(1...10_801) && rounds.events.last?.kind == .ended)
  }

  @Test func aReaderThatFallsBehindCountsExactlyWhatTheLimitHasDroppedInBetween() throws {
    let rounds = try Rounds(12)
    try rounds.read(until: 900)
    for _ in 1...12 { rounds.next() }
    // Several files have replaced one another when the program has ended.
    rounds.wait()
    try rounds.read()
    let losses = rounds.events.indices.filter { rounds.events[$0].kind == .lost }
    let loss = try #require(losses.first)
    #expect(losses.count == 1 && rounds.diagnostics.isEmpty && rounds.emitted == 10_800)
    expectEqual(rounds.events[loss].count, rounds.events[loss].sequence - rounds.events[loss - 1].sequence)
    var again: [Event] = []
    let archive = try #require(rounds.archive)
    expectEqual(archive.positions.lowerBound, UInt64(loss + 1))
    try archive.read(from: archive.positions.lowerBound, into: &again, limit: .max)
    expectEqual(again, Array(rounds.events[(loss + 1)...]))
  }

  @Test func theLogOfAnotherRunIsNotContinued() throws {
    let rounds = try Rounds(1)
    try rounds.read(until: 900)
    let other = try String(contentsOfFile: rounds.path, encoding: .utf8).replacing(/"pid":[0-9]+/, with: "\"pid\":1")
    try other.write(toFile: rounds.path, atomically: true, encoding: .utf8)
    #expect(!rounds.isSameRun)
    rounds.next()
    try rounds.read()
    #expect(rounds.events.count == 901 && rounds.diagnostics.isEmpty)
  }
}
