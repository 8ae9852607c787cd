// Random access to a log's events.

@Suite struct LogArchiveTests {
  /// Writes a log with a gap, an unreadable line, and an event after its end; a reader delivers 10,002 events.
  private static func log(_ file: TemporaryFile) {
    var lines = LogRoundTripTests.header + "\n"
    for sequence in 1...10_000 where sequence != 4_097 {
      if sequence == 8_190 {
        lines += "{\"seq\":8190,\"t\":8190,\"ev\":\"no\n"
      } else {
        lines += "{\"seq\":\(sequence),\"t\":\(sequence * 2),\"ev\":\"noted\",\"text\":\"note \(sequence % 7)\"}\n"
      }
    }
    lines +=
      "{\"seq\":10001,\"t\":20002,\"ev\":\"ended\"}\n{\"seq\":10002,\"t\":20004,\"ev\":\"noted\",\"text\":\"after\"}"
    file.append(lines)
  }

  @Test func anyPositionCanBeReadAgain() throws {
    let file = try TemporaryFile()
    Self.log(file)
    let reader = try LogReader(path: file.path)
    let all = try readAll(reader)
    let archive = try #require(reader.archive)
    expectEqual(archive.positions, 0..<UInt64(all.count))
    for position in [0, 1, 4_095, 4_096, 4_097, 4_098, 8_188, 8_189, 8_190, 8_192, 9_999, all.count - 1] {
      var events: [Event] = []
      try archive.read(from: UInt64(position), into: &events, limit: 300)
      expectEqual(events, Array(all[position...].prefix(300)), "from \(position)")
      try archive.read(from: UInt64(position + events.count), into: &events, limit: 7)
      expectEqual(events, Array(all[position...].prefix(min(307, events.count))), "on from \(position)")
    }
    var none: [Event] = []
    try archive.read(from: UInt64(all.count), into: &none, limit: 5)
    expectEqual(none, [])
  }

  @Test func positionsAreFoundByTimeAndSequence() throws {
    let file = try TemporaryFile()
    Self.log(file)
    let reader = try LogReader(path: file.path)
    let all = try readAll(reader)
    let archive = try #require(reader.archive)
    for sequence in [1, 2, 4_095, 4_096, 4_098, 8_192, 8_193, 10_000] as [UInt64] {
      let index = all.firstIndex { $0.sequence >= sequence }
      try expectEqual(archive.position(ofSequence: sequence), index.map(UInt64.init))
      let moment = all.firstIndex { $0.time >= Int64(sequence * 2) }
      try expectEqual(archive.position(ofTime: Int64(sequence * 2)), moment.map(UInt64.init))
    }
    try expectEqual(archive.position(ofTime: .max), UInt64(all.count))
  }

  @Test func aGrowingLogsArchiveGrowsWithItsReader() throws {
    let file = try TemporaryFile()
    file.append(
      LogRoundTripTests.header + "\n{\"seq\":1,\"t\":0,\"ev\":\"noted\",\"text\":\"a\"}\n{\"seq\":2,\"t\":0,\"ev\":\"no"
    )
    let reader = try LogReader(path: file.path, follow: true)
    var events: [Event] = []
    try expectEqual(reader.read(into: &events, limit: 9), .idle)
    let archive = try #require(reader.archive)
    expectEqual(archive.positions, 0..<1)
    file.append("ted\",\"text\":\"b\"}\n")
    try expectEqual(reader.read(into: &events, limit: 9), .idle)
    var again: [Event] = []
    try archive.read(from: 0, into: &again, limit: 1)
    try archive.read(from: 1, into: &again, limit: 9)
    expectEqual(again, events)
    expectEqual(again.count, 2)
  }

  @Test func logsInMemoryHaveNoArchive() {
    #expect(LogReader(bytes: []).archive == nil)
  }
}
