// A log that is decoded ahead, in chunks and on two threads, gives what one gives that is read line by line: the same events, problems, and
// positions, whatever the size of the chunks.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct LogAheadTests {
  /// Everything that a reader reports.
  private struct Reading: Equatable {
    var log: [String] = []
    var diagnostics: [LogDiagnostic] = []
    var notices: [LogDiagnostic] = []
    var damaged: UInt64 = 0
    var read: Int64 = 0
    var failure = ""
  }

  /// Reads everything, and some positions a second time.
  private func read(_ reader: LogReader, limit: Int) -> Reading {
    var reading = Reading()
    var events: [Event] = []
    do {
      while try reader.read(into: &events, limit: limit) != .ended {}
      if let archive = reader.archive {
        for position in stride(from: 0, to: UInt64(events.count), by: 1_500) {
          var again: [Event] = []
          try archive.read(from: position, into: &again, limit: 3)
          expectEqual(again, Array(events[Int(position)...].prefix(3)), "position \(position)")
        }
      }
    } catch {
      reading.failure = "\(error)"
    }
    // As lines, because the handles of texts differ.
    let encoder = LogEncoder(texts: reader.texts)
    var bytes: [UInt8] = []
    encoder.encode(reader.header, into: &bytes)
    for event in events { encoder.encode(event, into: &bytes) }
    reading.log = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    (reading.diagnostics, reading.notices, reading.damaged) = (reader.diagnostics, reader.notices, reader.damaged)
    reading.read = reader.progress.read
    return reading
  }

  /// A log of events in order, with lines of any form, damaged and blank ones, and gaps among them.
  private func log(seed: UInt64, lines count: Int) -> [UInt8] {
    var dice = Dice(seed: seed &* 7_000_003)
    var lines = RandomLines(seed: seed &* 5_000_011)
    var log = Array((LogRoundTripTests.header + "\n").utf8)
    var sequence: UInt64 = 0
    for _ in 0..<count {
      sequence += dice.roll(40) == 0 ? 3 : 1
      let promise = 1 + dice.roll(sequence)
      var line = Array(
        #"{"seq":\#(sequence),"t":\#(sequence &* 9),"ev":"fulfilled","p":\#(promise),"value":"v\#(promise % 99)"}"#.utf8
      )
      switch dice.roll(30) {
      case 0: line = lines.line()
      case 5...9:
        // A text of its own, and in some lines a mistake after it.
        let text = String(repeating: "–", count: dice.roll(30)) + "\(sequence)"
        let rest = dice.roll(2) == 0 ? "" : #","via":true"#
        line = Array(#"{"seq":\#(sequence),"t":1,"ev":"fulfilled","p":1,"value":"\#(text)"\#(rest)}"#.utf8)
      case 1: line = lines.damaged(line)
      case 2: line = []
      case 3: line = Array(repeating: 0x20, count: dice.roll(4)) + [0x0D]
      case 4:
        line = Array(
          #"{"seq":\#(sequence),"t":1,"ev":"noted","text":"\#(String(repeating: "x", count: dice.roll(900)))"}"#.utf8)
      default: break
      }
      log += line + [0x0A]
    }
    switch dice.roll(3) {
    case 0: log += Array(#"{"seq":\#(sequence + 1),"t":\#(sequence &* 9),"ev":"ended"}"#.utf8) + [0x0A]
    case 1: log += Array(#"{"seq":\#(sequence + 1),"t":\#(sequence &* 9),"ev":"ended"}"#.utf8)
    default: log.removeLast(min(log.count, dice.roll(60)))
    }
    return log
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>, [true, false])
  func chunksOfAnySizeGiveTheSameEvents(seed: UInt64, hasThread: Bool) throws {
    let file = try TemporaryFile()
    let log = log(seed: seed, lines: seed == 12 ? 9_000 : 400)
    file.append(log)
    var dice = Dice(seed: seed)
    let expected = read(try LogReader(path: file.path), limit: 4_096)
    #expect(expected.log.count > 300)
    // The shortest has room for one line; in the longest, there is everything.
    for block in [90, 100, 250, 1_000, 4_099, 65_536, 1 << 21] {
      let reader = try LogReader(path: file.path, block: block, hasThread: hasThread)
      let found = read(reader, limit: 1 + dice.roll(500))
      expectEqual(found, expected, "chunks of \(block) bytes")
    }
  }

  @Test func aFileOfMegabytesIsReadAhead() throws {
    let file = try TemporaryFile()
    var log = LogRoundTripTests.header + "\n"
    let filler = String(repeating: "-", count: 700)
    for sequence in 1...7_000 {
      let text = sequence == 6_000 ? "\u{1}" : filler
      log += "{\"seq\":\(sequence),\"t\":\(sequence),\"ev\":\"noted\",\"text\":\"\(text) \(sequence)\"}\n"
    }
    file.append(log)
    let reader = try LogReader(path: file.path)
    let events = try reader.allEvents()
    expectEqual(events.map(\.sequence), Array(1...7_000))
    #expect(events.enumerated().allSatisfy { $0.element.kind == ($0.offset == 5_999 ? .lost : .noted) })
    expectEqual(reader.diagnostics.map(\.line), [6_001])
    expectEqual(reader.texts[events[6_999].text], filler + " 7000")
  }

  @Test func promisesWithNamesAreNumberedInTheOrderOfTheLog() throws {
    let file = try TemporaryFile()
    var log = LogRoundTripTests.header + "\n"
    // A number, a damaged line, and a blank one are among them, and a name comes again.
    for sequence in 1...20_000 {
      let promise = sequence % 100 == 0 ? "\(1_000_000 + sequence)" : "\"name \(sequence)\""
      log += #"{"seq":\#(sequence),"t":\#(sequence),"ev":"created","p":\#(promise),"from":"name 1"}"# + "\n"
      if sequence % 1_000 == 0 { log += "{\n\n" }
    }
    file.append(log)
    let reader = try LogReader(path: file.path, block: 10_000)
    let events = try reader.allEvents()
    var number: UInt64 = 0
    let expected = (1...20_000).map { sequence -> UInt64 in
      if sequence % 100 == 0 { return UInt64(1_000_000 + sequence) }
      number += 1
      return number
    }
    expectEqual(events.map(\.promise), expected)
    expectEqual(reader.diagnostics.prefix(2).map(\.line), [1_002, 2_004])
  }

  @Test func aGrowingFileIsFollowedBehindItsChunks() throws {
    let file = try TemporaryFile()
    file.append(LogRoundTripTests.header + "\n")
    for sequence in 1...50 { file.append("{\"seq\":\(sequence),\"t\":\(sequence),\"ev\":\"noted\"}\n") }
    file.append("{\"seq\":51,\"t\":51,")
    let reader = try LogReader(path: file.path, block: 300, follow: true)
    var events: [Event] = []
    while try reader.read(into: &events, limit: 7) == .more {}
    try expectEqual(reader.read(into: &events, limit: 7), .idle)
    expectEqual(events.count, 50)
    file.append("\"ev\":\"noted\"}\n{\"seq\":52,\"t\":52,\"ev\":\"ended\"}\n{\"seq\":53,\"t\":53,\"ev\":\"noted\"}\n")
    while try reader.read(into: &events, limit: 7) == .more {}
    expectEqual(events.map(\.sequence), Array(1...52))
    expectEqual(reader.diagnostics, [])
  }

  @Test func theEndOfAFollowedLogMayBeInAChunk() throws {
    let file = try TemporaryFile()
    file.append(LogRoundTripTests.header + "\n")
    for sequence in 1...50 {
      file.append("{\"seq\":\(sequence),\"t\":\(sequence),\"ev\":\"\(sequence == 20 ? "ended" : "noted")\"}\n")
    }
    let reader = try LogReader(path: file.path, block: 300, follow: true)
    try expectEqual(readAll(reader).map(\.sequence), Array(1...20))
  }

  @Test func aReaderMayBeLeftInTheMiddle() throws {
    let file = try TemporaryFile()
    let log = log(seed: 3, lines: 2_000)
    file.append(log)
    for count in [1, 100, 1_000] {
      let reader = try LogReader(path: file.path, block: 1_000)
      var events: [Event] = []
      try expectEqual(reader.read(into: &events, limit: count), .more)
      expectEqual(events.count, count)
    }
  }
}
