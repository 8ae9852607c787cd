// What a reader makes of logs that are damaged, strange, or no logs.

import PromiseTrace
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct LogReaderTests {
  private static let first = LogRoundTripTests.header + "\n"

  /// Reads a log of some lines after the header, and says what came of it.
  private func read(_ lines: String) throws -> (events: [Event], complaints: [String]) {
    let reader = LogReader(bytes: Array((Self.first + lines).utf8))
    let events = try readAll(reader)
    return (events, reader.diagnostics.map(\.description))
  }

  @Test(arguments: ["", "\n", "  \n\n"])
  func nothingIsEmpty(_ text: String) {
    #expect(throws: LogError.empty) { try readAll(LogReader(bytes: Array(text.utf8))) }
  }

  @Test(arguments: [
    "hello\n", "{}\n", "[1]\n", #"{"schema":"other","version":1}"#, #"{"schema":"promisescope.log"}"#,
    #"{"schema":"promisescope.log","version":1,"unit":"ms"}"#, #"{"schema":"promisescope.log","ver"#,
  ])
  func whatDoesNotBeginWithAHeaderIsNoLog(_ text: String) {
    let error = #expect(throws: LogError.self) { try readAll(LogReader(bytes: Array(text.utf8))) }
    guard case .notALog = error else {
      Issue.record("found \(String(describing: error))")
      return
    }
  }

  @Test func binaryIsNoLogAndIsQuotedHarmlessly() {
    let error = #expect(throws: LogError.self) {
      try readAll(LogReader(bytes: [0x7F, 0x45, 0x4C, 0x46, 0x1B, 0xFF, 0x0A]))
    }
    #expect(
      error?.description
        == "not a PromiseScope log: expected line 1 to begin {\"schema\":\"promisescope.log\",\"version\":…, "
        + "found \"\\u007fELF\\u001b\u{FFFD}\"")
  }

  @Test func aNewerVersionIsRefused() {
    let log = #"{"schema":"promisescope.log","version":7}"#
    let error = #expect(throws: LogError.newerVersion(found: 7, supported: 1)) {
      try readAll(LogReader(bytes: Array(log.utf8)))
    }
    #expect(error?.description.contains("version 7") == true)
  }

  @Test func aFileThatIsNotThereIsUnreadableInTheSystemsWords() {
    let error = #expect(throws: LogError.self) { try LogReader(path: "/no/such/file") }
    #expect(error?.description == "/no/such/file: No such file or directory")
  }

  @Test func aFolderIsUnreadable() {
    let error = #expect(throws: LogError.self) { try readAll(LogReader(path: "/")) }
    #expect(error?.description == "/: Is a directory")
  }

  @Test func aMalformedLineIsReportedByItsNumberAndTheRestIsRead() throws {
    let (events, complaints) = try read(
      """
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"async"}
      {"seq":2,"t":0,"ev":"crea
      {"seq":3,"t":0,"ev":"fulfilled","p":1,"cause":"resolver"}

      """)
    #expect(events.map(\.kind) == [.created, .lost, .fulfilled])
    #expect(events.map(\.count) == [0, 1, 0])
    #expect(complaints == ["line 3: expected a closing quote, found the end of the line"])
  }

  @Test(arguments: [
    (#"{"seq":1,"t":0,"p":1}"#, "expected an event with a text `ev`"),
    (#"{"t":0,"ev":"ended"}"#, "expected an integer in `seq`"),
    (#"{"seq":1,"ev":"ended"}"#, "expected an integer in `t`"),
    (#"{"seq":-1,"t":0,"ev":"ended"}"#, "expected an integer of at least 0 in `seq`"),
    (#"{"seq":1.5,"t":0,"ev":"ended"}"#, "expected an integer of at least 0 in `seq`"),
    (#"{"seq":99999999999999999999,"t":0,"ev":"ended"}"#, "expected an integer of at least 0 in `seq`"),
    (#"{"seq":1,"t":0,"ev":"paused"}"#, "expected a promise's number in `p`"),
    (#"{"seq":1,"t":0,"ev":"named","p":1,"label":7}"#, "expected a text in `label`"),
    (
      #"{"seq":1,"t":0,"ev":"registered","p":1,"handles":["both"]}"#,
      "expected \"fulfilled\" or \"rejected\" in `handles`"
    ),
    (#"{"seq":1,"t":0,"ev":"created","p":1,"site":3}"#, "expected an object in `site`"),
    (#"{"seq":1,"t":0,"ev":"ended"} x"#, "expected the end of the line in column 30"),
    (#"{"seq":1 "t":0}"#, "expected ',' or '}' in column 10"),
    (#"{"seq":}"#, "expected a value in column 8"),
    (#"[1]"#, "expected an object in column 1"),
    (#"{"a":[[[[{"#, "expected a closing bracket, found the end of the line"),
  ])
  func aComplaintNamesPlaceAndExpectation(_ line: String, _ complaint: String) throws {
    let (events, complaints) = try read(line + "\n")
    #expect(events == [])
    #expect(complaints == ["line 2: " + complaint])
  }

  @Test func aGapIsReported() throws {
    let (events, complaints) = try read(
      """
      {"seq":1,"t":0,"ev":"noted","text":"a"}
      {"seq":4,"t":0,"ev":"noted","text":"b"}
      {"seq":5,"t":0,"ev":"ended"}

      """)
    #expect(events.map(\.kind) == [.noted, .lost, .noted, .ended])
    #expect(events.map(\.sequence) == [1, 3, 4, 5])
    #expect(events[1].count == 2)
    #expect(complaints == ["line 3: expected sequence 2, found 4"])
  }

  @Test func aGapThatALossExplainsIsNoFurtherLoss() throws {
    let (events, complaints) = try read(
      """
      {"seq":1,"t":0,"ev":"noted","text":"a"}
      {"seq":3,"t":0,"ev":"lost","count":2}
      {"seq":4,"t":0,"ev":"noted","text":"b"}

      """)
    #expect(events.map(\.kind) == [.noted, .lost, .noted])
    #expect(complaints == [])
  }

  @Test func numbersThatGoBackAreReportedAndNothingIsLost() throws {
    let (events, complaints) = try read(
      """
      {"seq":1,"t":0,"ev":"noted","text":"a"}
      {"seq":1,"t":0,"ev":"noted","text":"b"}

      """)
    #expect(events.map(\.kind) == [.noted, .noted])
    #expect(complaints == ["line 3: expected sequence 2, found 1"])
  }

  @Test func whatIsMissingIsDeliveredAcrossReads() throws {
    let reader = LogReader(
      bytes: Array((Self.first + "{\"seq\":3,\"t\":0,\"ev\":\"noted\",\"text\":\"a\"}\n").utf8))
    var events: [Event] = []
    #expect(try reader.read(into: &events, limit: 1) == .more)
    #expect(events.map(\.kind) == [.lost])
    #expect(try reader.read(into: &events, limit: 1) == .more)
    #expect(events.map(\.kind) == [.lost, .noted])
    #expect(try reader.read(into: &events, limit: 1) == .ended)
  }

  @Test func aLogCutOffInMidLineOpens() throws {
    let (events, complaints) = try read(
      "{\"seq\":1,\"t\":0,\"ev\":\"noted\",\"text\":\"a\"}\n{\"seq\":2,\"t\":0,\"ev\":\"no")
    #expect(events.count == 1)
    #expect(
      complaints == [
        "line 3: cut off in mid-line after 23 bytes: expected a closing quote, found the end of the line"
      ])
  }

  @Test func aWholeLastLineWithoutItsNewlineCounts() throws {
    let (events, complaints) = try read(#"{"seq":1,"t":0,"ev":"ended"}"#)
    #expect(events.count == 1)
    #expect(complaints == [])
  }

  @Test func spacesOrderCarriageReturnsAndByteOrderMarksDoNotMatter() throws {
    let log =
      "\u{FEFF}" + #"{ "version" : 1, "schema" : "promisescope.log" }"# + "\r\n"
      + #" { "kind" : "then" , "p" : 2, "ev" : "created", "t" : 5 , "seq" : 1 } "# + "\r\n"
    let reader = LogReader(bytes: Array(log.utf8))
    let events = try readAll(reader)
    #expect(events.first?.promise == 2)
    #expect(events.first?.time == 5)
    #expect(reader.diagnostics == [])
  }

  @Test func aMillionComplaintsAreCountedNotKept() throws {
    let (_, complaints) = try read(String(repeating: "x\n", count: 1_000))
    #expect(complaints.count == 101)
    #expect(complaints.last == "900 more problems are not listed")
  }

  @Test func loneSurrogatesAndStrangeEscapesAreReplaced() throws {
    let reader = LogReader(
      bytes: Array((Self.first + #"{"seq":1,"t":0,"ev":"noted","text":"\ud800 \udc00 \ud83d\ude00 \q \u12"}"#).utf8))
    let events = try readAll(reader)
    #expect(reader.texts[events[0].text] == "\u{FFFD} \u{FFFD} 😀 \u{FFFD} \u{FFFD}12")
  }

  @Test func aGrowingFileIsFollowedToItsEnd() throws {
    let file = try TemporaryFile()
    let reader = try LogReader(path: file.path, follow: true)
    var events: [Event] = []
    #expect(try reader.read(into: &events, limit: 100) == .idle)
    file.append(Self.first + "{\"seq\":1,\"t\":0,\"ev\":\"noted\",\"te")
    #expect(try reader.read(into: &events, limit: 100) == .idle)
    #expect(reader.header.program == "app")
    #expect(events == [])
    file.append("xt\":\"a\"}\n")
    #expect(try reader.read(into: &events, limit: 100) == .idle)
    #expect(events.count == 1)
    file.append("{\"seq\":2,\"t\":1,\"ev\":\"ended\"}\n")
    #expect(try reader.read(into: &events, limit: 100) == .ended)
    #expect(events.count == 2)
    #expect(reader.diagnostics == [])
  }

  @Test func aFileThatBecomesShorterIsNotMistakenForTheSameLog() throws {
    let file = try TemporaryFile()
    file.append(Self.first)
    let reader = try LogReader(path: file.path, follow: true)
    var events: [Event] = []
    #expect(try reader.read(into: &events, limit: 100) == .idle)
    file.empty()
    #expect(try reader.read(into: &events, limit: 100) == .ended)
    #expect(reader.diagnostics.count == 1)
  }

  @Test func aFollowedPipeNeverWaits() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let reader = LogReader(descriptor: ends[0], follow: true)
    var events: [Event] = []
    #expect(try reader.read(into: &events, limit: 100) == .idle)
    let text = Array((Self.first + "{\"seq\":1,\"t\":0,\"ev\":\"noted\",\"text\":\"a\"}\n").utf8)
    #expect(write(ends[1], text, text.count) == text.count)
    #expect(try reader.read(into: &events, limit: 100) == .idle)
    #expect(events.count == 1)
    close(ends[1])
    #expect(try reader.read(into: &events, limit: 100) == .ended)
  }

  @Test func aLineBeyondAllMeasureIsSkippedInBoundedMemory() throws {
    let file = try TemporaryFile()
    file.append(Self.first + "{\"seq\":1,\"t\":0,\"ev\":\"noted\",\"text\":\"")
    let piece = String(repeating: "a", count: 1 << 20)
    for _ in 0..<17 { file.append(piece) }
    file.append("\"}\n{\"seq\":2,\"t\":0,\"ev\":\"ended\"}\n")
    let reader = try LogReader(path: file.path)
    #expect(try readAll(reader).map(\.kind) == [.lost, .ended])
    #expect(
      reader.diagnostics.map(\.description) == [
        "line 2: expected a line of at most 16777216 bytes; it was left out"
      ])
  }
}
