// Differential tests of the one-pass decoder against a slow and simple one: both accept the same lines, and give equal events.
//
// `isIntended` lists the intended differences.

import Foundation

@Suite struct LogDifferentialTests {
  /// Reads a log of a header and one line.
  private func read(_ line: [UInt8]) throws -> (event: Event?, texts: TextTable, problem: String) {
    let reader = LogReader(bytes: Array((LogRoundTripTests.header + "\n").utf8) + line + [0x0A])
    // A gap in the sequence adds a `lost` event before this one.
    let event = try readAll(reader).last
    return (event, reader.texts, event == nil ? reader.diagnostics.first?.message ?? "" : "")
  }

  /// Whether a difference between the decoders is intended.
  private func isIntended(_ line: [UInt8], accepted: Bool, _ problem: String) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    if accepted {
      // JSON's grammar allows unpaired surrogates, and numbers larger than any `Double`.
      let hasSurrogate = text.range(of: #"\\u[dD][89a-fA-F]"#, options: .regularExpression) != nil
      let hasHugeNumber = text.range(of: #"[eE]\+?[0-9]{3}|[0-9]{17}"#, options: .regularExpression) != nil
      // The ID of a promise may be a text.
      let hasTextID = text.range(of: #""(p|ctx|by|from|source|via)"\s*:\s*""#, options: .regularExpression) != nil
      return hasSurrogate || hasHugeNumber || hasTextID
    }
    // A known member may occur only once, and an integer must be written as one (not as `-0` or `1.0`).
    return problem.contains("each known member once") || text.contains("-0")
  }

  private func check(_ line: [UInt8]) throws {
    let (event, texts, problem) = try read(line)
    let plain = Result { try PlainDecoder.event(line) }
    let text = String(decoding: line, as: UTF8.self)
    switch (event, plain) {
    case (let event?, .success(let plain)):
      expectEqual(PlainEvent(event, texts).normal, plain.normal, "\(text)")
      try checkNothingIsLost(line, event, texts)
    case (nil, .success):
      if !isIntended(line, accepted: false, problem) { Issue.record("refused (\(problem)): \(text)") }
    case (.some, .failure(let error)):
      if !isIntended(line, accepted: true, problem) { Issue.record("accepted, but \(error): \(text)") }
    case (nil, .failure): break
    }
  }

  /// Checks that the encoded event has the members of its line.
  private func checkNothingIsLost(_ line: [UInt8], _ event: Event, _ texts: TextTable) throws {
    var written: [UInt8] = []
    LogEncoder(texts: texts).encode(event, into: &written)
    #expect(!written.dropLast().contains { $0 < 0x20 || $0 == 0x7F })
    let (before, after) = try (PlainDecoder.members(line), PlainDecoder.members(written))
    expectEqual(normal(before, event), normal(after, event), "\(String(decoding: line, as: UTF8.self))")
    // Encoding it again gives the same line.
    let (again, table, problem) = try read(Array(written.dropLast()))
    var twice: [UInt8] = []
    if let again { LogEncoder(texts: table).encode(again, into: &twice) }
    expectEqual(twice, written, "\(problem)")
  }

  /// The members without those whose value is equivalent to an absent member.
  private func normal(_ members: [String: Any], _ event: Event) -> NSDictionary {
    var members = members
    func drop(_ name: String, if isEmpty: (Any) -> Bool) {
      if let value = members[name], value is NSNull || isEmpty(value) { members[name] = nil }
    }
    func isZero(_ value: Any) -> Bool { (value as? NSNumber)?.doubleValue == 0 }
    if event.kind == .unknown { return members as NSDictionary }
    // Foundation keeps a number of many digits as a decimal one, which no event does.
    if let fraction = members["fraction"] as? NSNumber { members["fraction"] = Double("\(fraction)") }
    for name in ["p", "ctx"] { drop(name, if: isZero) }
    switch event.kind {
    case .created: drop("from", if: isZero)
    case .registered:
      drop("by", if: isZero)
      if let sides = members["handles"] as? [String] { members["handles"] = Set(sides).sorted() }
      drop("handles") { ($0 as? [String])?.isEmpty == true }
    case .awaiting, .adopted: drop("source", if: isZero)
    case .cancelRequested, .handled: drop("by", if: isZero)
    case .fulfilled: drop("via", if: isZero)
    case .rejected:
      drop("via", if: isZero)
      drop("cancelled", if: isZero)
    case .lost:
      drop("count", if: isZero)
      drop("damaged", if: isZero)
    default: break
    }
    return members as NSDictionary
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func randomLines(_ seed: UInt64) throws {
    var lines = RandomLines(seed: seed &* 1_000_003)
    for _ in 0..<100 { try check(lines.line()) }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func damagedLines(_ seed: UInt64) throws {
    var lines = RandomLines(seed: seed &* 2_000_003)
    for _ in 0..<100 {
      let line = lines.line()
      try check(lines.damaged(line))
    }
  }

  @Test func scenarioLogsAndTheirDamagedLines() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../ScenariosTests/Golden")
      .standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let logs = files.filter { $0.pathExtension == "ndjson" }.sorted { $0.path < $1.path }
    #expect(logs.count > 10)
    var lines = RandomLines(seed: 7)
    for file in logs {
      let log = try Data(contentsOf: file)
      let reader = LogReader(bytes: Array(log))
      #expect(try rewrite(reader).utf8.elementsEqual(log), "\(file.lastPathComponent)")
      expectEqual(reader.diagnostics, [], "\(file.lastPathComponent)")
      // The program of one scenario is killed.
      #expect(reader.notices.isEmpty == (file.lastPathComponent != "stuck.ndjson"), "\(file.lastPathComponent)")
      for (index, line) in log.split(separator: 0x0A).enumerated() where index > 0 && index % 5 == 0 {
        try check(Array(line))
        try check(lines.damaged(Array(line)))
      }
    }
  }
}
