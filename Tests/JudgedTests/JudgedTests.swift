// Records each situation of JudgedProgram in a process of its own, and compares the findings with the marks in its source. Owns the
// comparison: a fault has exactly its findings on their lines, a clean program has at most notes.

import ChainAnalysis
import ChainModel
import Foundation
import PromiseLog
import PromiseTrace
import TestSupport
import Testing

@Suite struct JudgedTests {
  /// Some take seconds, which they spend waiting, so several run at once.
  @Test(
    "faults have their findings on their lines and no others, and clean programs have at most notes",
    .timeLimit(.minutes(5)))
  func judge() async throws {
    let situations = try Situation.all()
    #expect(situations.count > 120)
    var judged: [(Situation, [String])] = []
    try await withThrowingTaskGroup(of: (Situation, [String]).self) { group in
      for (index, situation) in situations.enumerated() {
        if index >= 6, let next = try await group.next() { judged.append(next) }
        group.addTask { (situation, try await situation.findings()) }
      }
      for try await next in group { judged.append(next) }
    }
    for (situation, findings) in judged where findings != situation.expected {
      // Something else may have kept the machine busy: once more, alone.
      let again = try await situation.findings()
      expectEqual(again, situation.expected, "\(situation.name) in \(situation.file)")
    }
  }
}

/// A program with the findings that it must have.
private struct Situation: Sendable {
  var file: String
  var name: String
  var expected: [String]

  private var isClean: Bool { name.hasPrefix("c_") }

  /// The situations of all files; a function's marks are its own and those of the functions that it calls.
  static func all() throws -> [Situation] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../JudgedProgram")
    var situations: [Situation] = []
    var functions: [String: (file: String, lines: [(number: Int, text: Substring)])] = [:]
    for file in ["Scope", "Scope+Clean", "Scope+Awaits", "Scope+Locks", "Kit", "Bolts"] {
      let vocabulary = file.prefix { $0 != "+" }
      var current = ""
      let text = try String(contentsOf: folder.appending(path: "\(file).swift"), encoding: .utf8)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if let found = line.firstMatch(of: /^  static func (\w+)/) { current = "\(vocabulary).\(found.1)" }
        functions[current, default: (file, [])].lines.append((index + 1, line))
      }
    }
    func marks(of function: String, _ seen: inout Set<String>) -> [String] {
      guard seen.insert(function).inserted else { return [] }
      let vocabulary = function.prefix { $0 != "." }
      return (functions[function]?.lines ?? []).flatMap { number, text in
        let own = text.firstMatch(of: /\/\/! ([a-z0-9-]+)/).map { ["\($0.1):\(number)"] } ?? []
        return own + text.matches(of: /\b(\w+)\(/).flatMap { marks(of: "\(vocabulary).\($0.1)", &seen) }
      }
    }
    for (function, source) in functions {
      guard let found = function.firstMatch(of: /\.([fc]_\w+)/) else { continue }
      var seen: Set<String> = []
      situations.append(
        Situation(file: source.file, name: String(found.1), expected: marks(of: function, &seen).sorted()))
    }
    return situations.sorted { ($0.file, $0.name) < ($1.file, $1.name) }
  }

  /// Runs the program; the findings as `rule:line`, sorted, without the notes of a clean program.
  func findings() async throws -> [String] {
    let log = FileManager.default.temporaryDirectory.appending(path: "judged-\(UUID().uuidString).ndjson")
    defer { try? FileManager.default.removeItem(at: log) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["timeout", "-s", "KILL", "30", judgedProgram, file, name]
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PROMISESCOPE") }
      .merging(["PROMISESCOPE": log.path]) { $1 }
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    let start = ContinuousClock.now
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    let reader = try LogReader(path: log.path)
    var history = AnalyzedStore(texts: reader.texts)
    var events: [Event] = []
    var more = true
    while more {
      more = try reader.read(into: &events, limit: 4_096) == .more
      for event in events { history.apply(event) }
      events.removeAll(keepingCapacity: true)
    }
    // What a program that was killed waited for, it waited for until then.
    let age = Int64((ContinuousClock.now - start) / .nanoseconds(1))
    return history.findings(now: history.store.isEnded ? nil : age).filter { !isClean || $0.severity != .note }
      .map { "\($0.rule.rawValue):\($0.site?.line ?? 0)" }.sorted()
  }
}

/// The path of the program, which is built into the same folder as the test bundle.
private let judgedProgram: String = {
  #if os(Linux)
    let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  #else
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath ?? ""
  #endif
  return URL(filePath: bundle).deletingLastPathComponent().appending(path: "JudgedProgram").path
}()
