// Reading of logs with bytes that are no text, and with more of everything than a reader keeps.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct LogReaderLimitTests {
  private static let first = LogRoundTripTests.header + "\n"

  @Test func aMillionDiagnosticsAreCountedButNotStored() throws {
    let reader = LogReader(bytes: Array((Self.first + String(repeating: "x\n", count: 1_000)).utf8))
    _ = try readAll(reader)
    expectEqual(reader.diagnostics.count, 101)
    expectEqual(reader.diagnostics.last?.description, "900 more problems are not listed")
    expectEqual(reader.problemCount, 1_000)
  }

  /// A label of 15 MB took 14 s at each key.
  @Test func aTextIsCutWhereNoViewShowsMore() throws {
    let long = String(repeating: "é", count: 5_000)
    let lines = [
      #"{"seq":1,"t":0,"ev":"created","p":"\#(long)1","kind":"async"}"#,
      #"{"seq":2,"t":0,"ev":"created","p":"\#(long)2","kind":"\#(long)"}"#,
      #"{"seq":3,"t":0,"ev":"named","p":"\#(long)1","label":"\#(long)\n","own":"\#(long)"}"#,
      #"{"seq":4,"t":0,"ev":"new","text":"\#(long)"}"#,
    ]
    let reader = LogReader(bytes: Array((Self.first + lines.joined(separator: "\n") + "\n").utf8))
    let events = try readAll(reader)
    func text(_ id: TextID) -> String { reader.texts[id] ?? "" }
    expectEqual(events.map(\.promise), [1, 2, 1, 0])
    expectEqual(text(events[0].text), long.prefix(119) + "…")
    for cut in [events[1].operation, events[2].text] { expectEqual(text(cut), long.prefix(2_046) + "…") }
    // What an export writes again is whole.
    #expect(text(events[2].extra).contains(long) && text(events[3].text).contains(long))
  }

  @Test func anUnpairedSurrogateIsReplaced() throws {
    let reader = LogReader(
      bytes: Array((Self.first + #"{"seq":1,"t":0,"ev":"noted","text":"\ud800 \udc00 \ud83d\ude00 \ud83d"}"#).utf8))
    let events = try readAll(reader)
    expectEqual(reader.texts[events[0].text], "\u{FFFD} \u{FFFD} 😀 \u{FFFD}")
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xE2, 0x82],
      [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
    ] as [[UInt8]])
  func invalidUTF8IsReported(_ bytes: [UInt8]) throws {
    let start = Array((Self.first + #"{"seq":1,"t":0,"ev":"noted","text":"é漢🏁"#).utf8)
    let reader = LogReader(bytes: start + bytes + Array("\"}\n".utf8))
    try expectEqual(readAll(reader), [])
    expectEqual(reader.diagnostics.map(\.description), ["line 2: expected UTF-8 in column 46"])
  }

  @Test func anOverlongLineIsSkippedInBoundedMemory() throws {
    let file = try TemporaryFile()
    file.append(Self.first + "{\"seq\":1,\"t\":0,\"ev\":\"noted\",\"text\":\"")
    let piece = String(repeating: "a", count: 1 << 20)
    for _ in 0..<17 { file.append(piece) }
    file.append("\"}\n{\"seq\":2,\"t\":0,\"ev\":\"ended\"}\n")
    let reader = try LogReader(path: file.path)
    try expectEqual(readAll(reader).map(\.kind), [.lost, .ended])
    expectEqual(
      reader.diagnostics.map(\.description),
      [
        "line 2: expected a line of at most 16777216 bytes; it was left out"
      ])
  }

  /// The same for every input, whose buffers end at different bytes of the line.
  @Test(arguments: [(-1, true), (0, true), (1, false), (100_000, false)])
  func theLongestLineHasSixteenMebibytes(more: Int, isRead: Bool) throws {
    let frame = #"{"seq":1,"t":0,"ev":"noted","text":""}"#
    let text = String(repeating: "a", count: 1 << 24 + more - frame.utf8.count)
    let file = try TemporaryFile()
    let log = Self.first + frame.replacing("\"\"", with: "\"\(text)\"") + "\n{\"seq\":2,\"t\":0,\"ev\":\"ended\"}\n"
    file.append(log)
    let descriptor = open(file.path, O_RDONLY)
    defer { close(descriptor) }
    let readers = [
      try LogReader(path: file.path), try LogReader(path: file.path, block: 1 << 20),
      LogReader(descriptor: descriptor), LogReader(bytes: Array(log.utf8)),
    ]
    for (index, reader) in readers.enumerated() {
      try expectEqual(readAll(reader).map(\.kind), [isRead ? .noted : .lost, .ended], "reader \(index)")
      #expect(reader.problemCount == (isRead ? 0 : 1), "reader \(index)")
    }
  }

  @Test("a reader's cache of handles is discarded when texts are forgotten")
  func remembered() throws {
    var log = "{\"schema\":\"promisescope.log\",\"version\":1}\n"
    for number in 1...2_000 {
      let note = number % 40 == 0 ? "seldom" : "note \(number)"
      log += "{\"seq\":\(number),\"t\":0,\"ev\":\"noted\",\"text\":\"\(note)\"}\n"
    }
    let reader = LogReader(bytes: Array(log.utf8), texts: TextTable(youth: 10))
    var events: [Event] = []
    while try reader.read(into: &events, limit: 10) == .more {
      #expect(events.allSatisfy { reader.texts[$0.text] != nil })
      events.removeAll(keepingCapacity: true)
      reader.texts.forget()
      #expect(reader.texts.count < 60)
    }
  }
}
