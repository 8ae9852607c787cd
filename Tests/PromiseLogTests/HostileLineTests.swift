// Hostile lines: each is decoded or rejected in one pass, in memory bounded by its length.

@Suite struct HostileLineTests {
  private static let start = #"{"seq":1,"t":0,"ev":"noted","text":"a""#

  /// Decodes one line, and encodes it again.
  private func read(_ line: String) throws -> (events: [Event], reader: LogReader, written: String) {
    let reader = LogReader(bytes: Array((LogRoundTripTests.header + "\n" + line + "\n").utf8))
    let events = try readAll(reader)
    var bytes: [UInt8] = []
    let encoder = LogEncoder(texts: reader.texts)
    for event in events { encoder.encode(event, into: &bytes) }
    return (events, reader, String(decoding: bytes.dropLast(), as: UTF8.self))
  }

  @Test func textsAreIDsOfPromises() throws {
    let events = try read(
      #"{"seq":1,"t":0,"ev":"created","p":"a-1","kind":"async"}"# + "\n"
        + #"{"seq":2,"t":0,"ev":"created","p":"b\u002d2","kind":"then","from":"a-1","ctx":"c","label":"x"}"# + "\n"
        + #"{"seq":3,"t":0,"ev":"fulfilled","p":"b-2","cause":"returned","via":"a-1"}"# + "\n"
        + #"{"seq":4,"t":0,"ev":"fulfilled","p":"","cause":"returned"}"#)
    expectEqual(events.events.map(\.promise), [1, 2, 2])
    #expect(events.events.map(\.peer) == [0, 1, 1] && events.events[1].context == 3)
    expectEqual(
      events.events.map { events.reader.texts[$0.text] }, ["a-1", "x", nil],
      "an ID is the label of a promise without one")
    #expect(events.reader.diagnostics.contains { $0.message.contains("a text that is not empty") })
  }

  @Test func unknownMembersByTheThousandBecomeOneText() throws {
    let line = Self.start + (0..<20_000).map { ",\"x\($0)\":1" }.joined() + "}"
    let (events, reader, written) = try read(line)
    expectEqual(events.count, 1)
    // The note's text, and the members.
    expectEqual(reader.texts.count, 2)
    expectEqual(written, line)
  }

  @Test func unknownMembersBetweenKnownOnesKeepTheirOrder() throws {
    let (_, reader, written) = try read(
      #"{"a":1, "seq":1,"b":[{}],"t":0,"c":"x","ev":"noted","label":"no","text":"a", "d":null}"#)
    expectEqual(reader.diagnostics, [])
    expectEqual(written, Self.start + #","a":1,"b":[{}],"c":"x","label":"no","d":null}"#)
  }

  @Test func ofATextOfMegabytesTheBeginningIsRead() throws {
    let text = String(repeating: "0123456789abcdeé", count: 120_000)
    let (events, reader, _) = try read(#"{"seq":1,"t":0,"ev":"noted","text":""# + text + "\"}")
    let kept = try #require(reader.texts[events[0].text])
    #expect(kept.utf8.count <= 4_096 && kept.hasSuffix("…") && text.hasPrefix(kept.dropLast()))
  }

  @Test func everyEscapedCharacterOfALongTextIsPreserved() throws {
    let text = String(repeating: #"\u001b\n\"\\\u009b\u2028"#, count: 400)
    let line = #"{"seq":1,"t":0,"ev":"noted","text":""# + text + "\"}"
    try expectEqual(read(line).written, line)
  }

  @Test(arguments: [1, 63, 64, 65, 1_023])
  func nestingUpToTheLimitIsPreserved(_ depth: Int) throws {
    let line =
      Self.start + ",\"x\":" + String(repeating: "[{\"k\":", count: depth / 2) + (depth % 2 == 1 ? "[" : "")
      + "0" + (depth % 2 == 1 ? "]" : "") + String(repeating: "}]", count: depth / 2) + "}"
    try expectEqual(read(line).written, line)
  }

  @Test(arguments: ["[", "{\"a\":", "[[],"])
  func unboundedNestingIsRejectedWithoutRecursion(_ piece: String) throws {
    let (events, reader, _) = try read(Self.start + ",\"x\":" + String(repeating: piece, count: 600_000))
    expectEqual(events, [])
    expectEqual(reader.diagnostics.count, 1)
    #expect(reader.diagnostics[0].message.contains("nesting"))
  }

  @Test func numbersOfAnyLengthAreAccepted() throws {
    let digits = String(repeating: "9", count: 1_800_000)
    let carried = Self.start + ",\"x\":-\(digits).\(digits)e+\(digits)}"
    try expectEqual(read(carried).written, carried)
    let (events, reader, _) = try read(#"{"seq":\#(digits),"t":0,"ev":"noted"}"#)
    expectEqual(events, [])
    expectEqual(reader.diagnostics.map(\.message), ["expected an integer of at least 0 in `seq`"])
  }

  @Test(arguments: [
    ("0", 0), ("1", 1), ("0.5", 0.5), ("1e-3", 0.001), ("0.30000000000000004", 0.30000000000000004), ("5E-1", 0.5),
    ("0.1234567890123", 0.1234567890123), ("1e-400", 0), ("-0.0", 0), ("0e5", 0), ("1.0", 1),
  ])
  func fractionsHaveTheValueOfTheirDigits(_ digits: String, _ fraction: Double) throws {
    let (events, _, _) = try read(#"{"seq":1,"t":0,"ev":"progressed","p":1,"fraction":\#(digits)}"#)
    expectEqual(events.map(\.fraction), [fraction])
  }

  @Test(arguments: [0, 1, 7, 8, 9, 12_345_678, 123_456_789, 9_999_999_999_999_999, 99_999_999_999_999_999, UInt64.max])
  func integersOfEveryLengthAreExact(_ number: UInt64) throws {
    let (events, _, written) = try read(#"{"seq":1,"t":0,"ev":"lost","count":\#(number)}"#)
    expectEqual(events.map(\.count), [number])
    expectEqual(written, #"{"seq":1,"t":0,"ev":"lost","count":\#(number)}"#)
  }

  @Test func escapedNamesAndWordsAreEquivalent() throws {
    let (events, reader, _) = try read(
      #"{"\u0073eq":1,"t":0,"\u0065v":"fulf\u0069lled","p":1,"c\u0061use":"\u0072esolver"}"#)
    expectEqual(reader.diagnostics, [])
    expectEqual(events.map(\.kind), [.fulfilled])
    expectEqual(events[0].cause, .resolver)
  }

  @Test func aSiteInsideAnUnknownMemberIsIgnored() throws {
    let line =
      #"{"seq":1,"t":0,"ev":"created","p":1,"kind":"then","site":{"file":"A","line":1},"x":{"a":1,"site":{}}}"#
    try expectEqual(read(line).written, line)
  }

  @Test func anUnknownSideIsIgnoredAndPreserved() throws {
    let line = #"{"seq":1,"t":0,"ev":"registered","p":1,"by":2,"handles":["rejected","cancelled",{"a":1}],"x":1}"#
    let (events, reader, written) = try read(line)
    #expect(reader.diagnostics == [] && events.map(\.handles) == [.rejected])
    expectEqual(written, line)
    // The member comes first among those that are preserved, whatever its name looks like.
    let moved = #"{"seq":1,"t":0,"ev":"registered","x":1,"\u0068andles":["none"],"p":1}"#
    try expectEqual(read(moved).written, #"{"seq":1,"t":0,"ev":"registered","p":1,"handles":["none"],"x":1}"#)
  }

  @Test func terminalControlsInPreservedMembersAreEscaped() throws {
    let dangerous = "\u{7F}\u{9B}31m\u{2028}\u{202E}"
    let escaped = #"\u007f\u009b31m\u2028\u202e"#
    let lines = [
      Self.start + ",\"x\":\"\(dangerous)\",\t\"\(dangerous)\":\r[1]}",
      "{\"seq\":1,\"t\":0,\"ev\":\"\(dangerous)\"}",
    ]
    try expectEqual(read(lines[0]).written, Self.start + ",\"x\":\"\(escaped)\",\"\(escaped)\": [1]}")
    try expectEqual(read(lines[1]).written, "{\"seq\":1,\"t\":0,\"ev\":\"\(escaped)\"}")
    let reader = LogReader(bytes: Array((LogRoundTripTests.header.dropLast() + ",\"x\":\"\(dangerous)\"}\n").utf8))
    #expect(try rewrite(reader) == LogRoundTripTests.header.dropLast() + ",\"x\":\"\(escaped)\"}\n")
  }
}
