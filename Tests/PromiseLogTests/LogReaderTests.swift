// Reading of logs that are damaged or unusual, and of files that are not logs.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct LogReaderTests {
  private static let first = LogRoundTripTests.header + "\n"

  /// Reads a log that consists of a header and some lines.
  private func read(_ lines: String) throws -> (events: [Event], complaints: [String]) {
    let reader = LogReader(bytes: Array((Self.first + lines).utf8))
    let events = try readAll(reader)
    return (events, reader.diagnostics.map(\.description))
  }

  @Test(arguments: ["", "\n", "  \n\n"])
  func blankInputIsAnEmptyLog(_ text: String) {
    #expect(throws: LogError.empty) { try readAll(LogReader(bytes: Array(text.utf8))) }
  }

  @Test func onlyAFewBlankLinesMayPrecedeTheHeader() throws {
    func read(_ blank: Int) throws -> [Event] {
      try readAll(LogReader(bytes: Array((String(repeating: "\n", count: blank) + Self.first).utf8)))
    }
    #expect(try read(999).isEmpty)
    #expect(throws: LogError.notALog(found: "1000 blank lines")) { try read(1_001) }
  }

  @Test(arguments: [
    "hello\n", "{}\n", "[1]\n", #"{"schema":"other","version":1}"#, #"{"schema":"promisescope.log"}"#,
    #"{"schema":"promisescope.log","version":1,"unit":"ms"}"#, #"{"schema":"promisescope.log","ver"#,
  ])
  func aFileWithoutAHeaderIsNotALog(_ text: String) {
    let error = #expect(throws: LogError.self) { try readAll(LogReader(bytes: Array(text.utf8))) }
    guard case .notALog = error else {
      Issue.record("found \(String(describing: error))")
      return
    }
  }

  @Test func aBinaryFileIsNotALogAndIsQuotedSafely() {
    let error = #expect(throws: LogError.self) {
      try readAll(LogReader(bytes: [0x7F, 0x45, 0x4C, 0x46, 0x1B, 0xFF, 0x0A]))
    }
    expectEqual(
      error?.description,
      "not a PromiseScope log: expected line 1 to begin {\"schema\":\"promisescope.log\",\"version\":…, "
        + "found \"\\u007fELF\\u001b\u{FFFD}\"")
  }

  @Test func aNewerVersionIsRejected() {
    let log = #"{"schema":"promisescope.log","version":7}"#
    let error = #expect(throws: LogError.newerVersion(found: 7, supported: 1)) {
      try readAll(LogReader(bytes: Array(log.utf8)))
    }
    #expect(error?.description.contains("version 7") == true)
  }

  @Test func aMissingFileIsReportedWithTheSystemsMessage() {
    let error = #expect(throws: LogError.self) { try LogReader(path: "/no/such/file") }
    expectEqual(error?.description, "/no/such/file: No such file or directory")
  }

  @Test func aFolderIsUnreadable() {
    let error = #expect(throws: LogError.self) { try readAll(LogReader(path: "/")) }
    expectEqual(error?.description, "/: Is a directory")
  }

  @Test func aMalformedLineIsReportedAndTheRestIsRead() throws {
    let (events, complaints) = try read(
      """
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"async"}
      {"seq":2,"t":0,"ev":"crea
      {"seq":3,"t":0,"ev":"fulfilled","p":1,"cause":"resolver"}

      """)
    expectEqual(events.map(\.kind), [.created, .lost, .fulfilled])
    expectEqual(events.map(\.count), [0, 1, 0])
    expectEqual(complaints, ["line 3: expected a closing quote, found the end of the line"])
  }

  @Test(arguments: [
    (#"{"seq":1,"t":0,"p":1}"#, "expected an event with a text `ev`"),
    (#"{"t":0,"ev":"ended"}"#, "expected an integer in `seq`"),
    (#"{"seq":1,"ev":"ended"}"#, "expected an integer in `t`"),
    (#"{"seq":-1,"t":0,"ev":"ended"}"#, "expected an integer of at least 0 in `seq`"),
    (#"{"seq":1.5,"t":0,"ev":"ended"}"#, "expected an integer of at least 0 in `seq`"),
    (#"{"seq":99999999999999999999,"t":0,"ev":"ended"}"#, "expected an integer of at least 0 in `seq`"),
    (#"{"seq":1,"t":0,"ev":"paused"}"#, "expected a promise number above 0 in `p`"),
    (#"{"seq":1,"t":0,"ev":"named","p":1,"label":7}"#, "expected a text in `label`"),
    (#"{"seq":1,"t":0,"ev":"registered","p":1,"handles":"both"}"#, "expected an array in `handles`"),
    (#"{"seq":1,"t":0,"ev":"created","p":1,"site":3}"#, "expected an object in `site`"),
    (#"{"seq":1,"t":0,"ev":"ended"} x"#, "expected the end of the line in column 30"),
    (#"{"seq":1 "t":0}"#, "expected ',' or '}' in column 10"),
    (#"{"seq":}"#, "expected a value in column 8"),
    (#"[1]"#, "expected an object in column 1"),
    (#"{"a":[[[[{"#, "expected a string, found the end of the line"),
    (#"{"a":[[[[{"b":1}"#, "expected ',' or ']', found the end of the line"),
    (#"{"a":[1,{"b":2]}"#, "expected ',' or '}' in column 15"),
    (#"{"a":[1,]}"#, "expected a value in column 9"),
    (#"{"a":1,}"#, "expected a string in column 8"),
    (#"{"a":truth}"#, "expected true in column 9"),
    (#"{"a":01}"#, "expected ',' or '}' in column 7"),
    (#"{"seq":1,"t":01}"#, "expected ',' or '}' in column 15"),
    (#"{"a":1.}"#, "expected a digit in column 8"),
    (#"{"a":-}"#, "expected a digit in column 7"),
    (#"{"a":"\q"}"#, "expected an escape that JSON has in column 7"),
    (#"{"a":"\u12g4"}"#, "expected four hexadecimal digits in column 11"),
    ("{\"a\":\"\u{1B}[31m\"}", "expected a control character to be escaped in column 7"),
    (#"{"seq":1,"t":0,"ev":"noted","text":"a","text":"b"}"#, "expected each known member once in column 40"),
    (#"{"seq":1,"t":0,"ev":"progressed","p":1,"fraction":1e300}"#, "expected a number from 0 to 1 in `fraction`"),
    (#"{"seq":1,"t":0,"ev":"progressed","p":1,"fraction":-0.1}"#, "expected a number from 0 to 1 in `fraction`"),
    (#"{"seq":1,"t":9223372036854775808,"ev":"ended"}"#, "expected an integer below 2^63 in `t`"),
    (#"{"seq":1,"t":-9223372036854775808,"ev":"ended"}"#, "expected an integer below 2^63 in `t`"),
    (#"{"seq":1,"t":0.5,"ev":"ended"}"#, "expected an integer in `t`"),
    (#"{"seq":18446744073709551616,"t":0,"ev":"ended"}"#, "expected an integer of at least 0 in `seq`"),
  ])
  func aDiagnosticNamesLocationAndExpectation(_ line: String, _ complaint: String) throws {
    let (events, complaints) = try read(line + "\n")
    expectEqual(events, [])
    expectEqual(complaints, ["line 2: " + complaint])
  }

  @Test func aGapIsReported() throws {
    let (events, complaints) = try read(
      """
      {"seq":1,"t":0,"ev":"noted","text":"a"}
      {"seq":4,"t":0,"ev":"noted","text":"b"}
      {"seq":5,"t":0,"ev":"ended"}

      """)
    expectEqual(events.map(\.kind), [.noted, .lost, .noted, .ended])
    expectEqual(events.map(\.sequence), [1, 3, 4, 5])
    expectEqual(events[1].count, 2)
    expectEqual(events.map(\.isDamage), [false, true, false, false])
    expectEqual(complaints, ["line 3: expected sequence 2, found 4"])
  }

  @Test func aGapThatALossExplainsIsCountedOnce() throws {
    let (events, complaints) = try read(
      """
      {"seq":1,"t":0,"ev":"noted","text":"a"}
      {"seq":3,"t":0,"ev":"lost","count":2}
      {"seq":4,"t":0,"ev":"noted","text":"b"}

      """)
    expectEqual(events.map(\.kind), [.noted, .lost, .noted])
    expectEqual(events.map(\.isDamage), [false, false, false])
    expectEqual(complaints, [])
  }

  @Test func eventsLostToDamageAreCountedWithoutOverflow() throws {
    let log = """
      {"seq":18446744073709551615,"t":0,"ev":"noted","text":"a"}
      {"seq":2,"t":0,"ev":"noted","text":"b"}
      {"seq":18446744073709551615,"t":0,"ev":"noted","text":"c"}
      {"seq":18446744073709551615,"t":0,"ev":"ended"}

      """
    let reader = LogReader(bytes: Array((Self.first + log).utf8))
    let events = try readAll(reader)
    let counts: [UInt64] = [.max - 1, 0, 0, .max - 3, 0, 0]
    expectEqual(events.map(\.count), counts)
    expectEqual(reader.damaged, .max)
    expectEqual(
      reader.diagnostics.map(\.description),
      [
        "line 2: expected sequence 1, found 18446744073709551615",
        "line 3: expected no further sequence, found 2",
        "line 4: expected sequence 3, found 18446744073709551615",
        "line 5: expected no further sequence, found 18446744073709551615",
      ])
  }

  @Test func damageSurvivesReadingAndWriting() throws {
    let log = Self.first + "{\"seq\":3,\"t\":0,\"ev\":\"ended\"}\n"
    let once = try rewrite(LogReader(bytes: Array(log.utf8)))
    expectEqual(
      once,
      Self.first + "{\"seq\":2,\"t\":0,\"ev\":\"lost\",\"count\":2,\"damaged\":true}\n"
        + log.dropFirst(Self.first.count))
    let reader = LogReader(bytes: Array(once.utf8))
    #expect(try rewrite(reader) == once)
    expectEqual(reader.damaged, 2)
    expectEqual(reader.diagnostics, [])
  }

  @Test func decreasingSequencesAreReportedAndNothingIsLost() throws {
    let (events, complaints) = try read(
      """
      {"seq":1,"t":0,"ev":"noted","text":"a"}
      {"seq":1,"t":0,"ev":"noted","text":"b"}

      """)
    expectEqual(events.map(\.kind), [.noted, .noted])
    expectEqual(complaints, ["line 3: expected sequence 2, found 1"])
  }

  @Test func lossesAreDeliveredAcrossReads() throws {
    let reader = LogReader(
      bytes: Array((Self.first + "{\"seq\":3,\"t\":0,\"ev\":\"noted\",\"text\":\"a\"}\n").utf8))
    var events: [Event] = []
    try expectEqual(reader.read(into: &events, limit: 1), .more)
    expectEqual(events.map(\.kind), [.lost])
    try expectEqual(reader.read(into: &events, limit: 1), .more)
    expectEqual(events.map(\.kind), [.lost, .noted])
    try expectEqual(reader.read(into: &events, limit: 1), .ended)
  }

  @Test func aLogWithACutOffLastLineOpens() throws {
    let (events, complaints) = try read(
      "{\"seq\":1,\"t\":0,\"ev\":\"noted\",\"text\":\"a\"}\n{\"seq\":2,\"t\":0,\"ev\":\"no")
    expectEqual(events.count, 1)
    expectEqual(
      complaints,
      [
        "line 3: cut off in mid-line after 23 bytes: expected a closing quote, found the end of the line"
      ])
  }

  @Test func aCompleteLastLineWithoutANewlineIsRead() throws {
    let (events, complaints) = try read(#"{"seq":1,"t":0,"ev":"ended"}"#)
    expectEqual(events.count, 1)
    expectEqual(complaints, [])
  }

  @Test func spacesOrderCarriageReturnsAndByteOrderMarksDoNotMatter() throws {
    let log =
      "\u{FEFF}" + #"{ "version" : 1, "schema" : "promisescope.log" }"# + "\r\n"
      + #" { "kind" : "then" , "p" : 2, "ev" : "created", "t" : 5 , "seq" : 1 } "# + "\r\n"
    let reader = LogReader(bytes: Array(log.utf8))
    let events = try readAll(reader)
    expectEqual(events.first?.promise, 2)
    expectEqual(events.first?.time, 5)
    expectEqual(reader.diagnostics, [])
  }
}
