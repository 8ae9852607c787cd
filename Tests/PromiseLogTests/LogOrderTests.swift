// An impossible order of events is reported once, with its line; a log without an end is only a notice.

@Suite struct LogOrderTests {
  /// Reads the lines of a log, each given without `seq`; returns its diagnostics and notices.
  private func read(_ lines: String...) throws -> (problems: [String], notices: [String]) {
    var log = LogRoundTripTests.header + "\n"
    for (index, line) in lines.enumerated() { log += "{\"seq\":\(index + 1),\(line)}\n" }
    let reader = LogReader(bytes: Array(log.utf8))
    try expectEqual(readAll(reader).count, lines.count)
    return (reader.diagnostics.map(\.description), reader.notices.map(\.description))
  }

  @Test func decreasingTimeIsReportedOnce() throws {
    let (problems, notices) = try read(
      #""t":5,"ev":"noted","text":"a""#, #""t":3,"ev":"noted","text":"b""#, #""t":3,"ev":"noted","text":"c""#,
      #""t":4,"ev":"ended""#)
    expectEqual(problems, ["line 3: expected a time of at least 5, found 3"])
    expectEqual(notices, [])
  }

  @Test func timeBeforeTheLogsStartIsReported() throws {
    try expectEqual(read(#""t":-7,"ev":"ended""#).problems, ["line 2: expected a time of at least 0, found -7"])
  }

  @Test func aSecondCreationIsReported() throws {
    let created = #""t":0,"ev":"created","kind":"async","p":"#
    let (problems, _) = try read(created + "1", created + "2", created + "1", #""t":0,"ev":"ended""#)
    expectEqual(problems, ["line 4: expected promise 1 to be created once, found a second `created`"])
  }

  @Test func aSecondSettlementIsReported() throws {
    let (problems, _) = try read(
      #""t":0,"ev":"fulfilled","p":9,"cause":"resolver""#, #""t":0,"ev":"fulfilled","p":8,"cause":"resolver""#,
      #""t":0,"ev":"rejected","p":9,"cause":"threw","cancelled":false"#, #""t":0,"ev":"ended""#)
    expectEqual(problems, ["line 4: expected promise 9 to settle once, found a second `rejected`"])
  }

  @Test func ignoredSettlementsAreNotSecondOnes() throws {
    let (problems, _) = try read(
      #""t":0,"ev":"created","p":9,"kind":"pending""#, #""t":0,"ev":"fulfilled","p":9,"cause":"resolver""#,
      #""t":0,"ev":"ignored","p":9,"attempt":"reject""#, #""t":0,"ev":"released","p":9,"state":"fulfilled""#,
      #""t":0,"ev":"ended""#)
    expectEqual(problems, [])
  }

  @Test func eventsAfterTheEndAreReportedOnce() throws {
    let (problems, notices) = try read(
      #""t":0,"ev":"ended""#, #""t":1,"ev":"noted","text":"a""#, #""t":2,"ev":"noted","text":"b""#)
    expectEqual(problems, ["line 3: expected `ended` to be the last event, found `noted` after it"])
    expectEqual(notices, [])
  }

  @Test func aMissingEndIsOnlyANotice() throws {
    let (problems, notices) = try read(#""t":0,"ev":"noted","text":"a""#)
    expectEqual(problems, [])
    expectEqual(
      notices, ["the log has no `ended` event: the program was killed or is still running"])
  }

  @Test func oneEventMayHaveSeveralFaults() throws {
    let (problems, _) = try read(
      #""t":4,"ev":"fulfilled","p":1,"cause":"resolver""#, #""t":5,"ev":"ended""#,
      #""t":4,"ev":"fulfilled","p":1,"cause":"resolver""#)
    expectEqual(problems.count, 3)
    #expect(problems.allSatisfy { $0.hasPrefix("line 4: ") })
  }

  @Test func eventsOfALaterVersionNeedNoSequence() throws {
    let log =
      LogRoundTripTests.header + "\n" + #"{"seq":1,"t":9,"ev":"noted","text":"a"}"# + "\n" + #"{"ev":"teleported"}"#
      + "\n" + #"{"seq":7,"t":10,"ev":"ended"}"# + "\n"
    let reader = LogReader(bytes: Array(log.utf8))
    try expectEqual(readAll(reader).count, 3)
    expectEqual(reader.diagnostics, [])
  }

  @Test func aSecondSettlementIsFoundAmongAHundredThousandPromises() throws {
    var log = LogRoundTripTests.header + "\n"
    var sequence = 0
    func settle(_ promise: UInt64) {
      sequence += 1
      log += "{\"seq\":\(sequence),\"t\":0,\"ev\":\"fulfilled\",\"p\":\(promise),\"cause\":\"resolver\"}\n"
    }
    // Consecutive numbers, numbers far apart, and the largest ones.
    for promise in 1...100_000 as ClosedRange<UInt64> { settle(promise) }
    for index in 0..<1_000 as Range<UInt64> { settle(.max - index * 1_000_003) }
    for promise in [77, 100_000, .max, .max - 999 * 1_000_003] as [UInt64] { settle(promise) }
    let reader = LogReader(bytes: Array(log.utf8))
    _ = try readAll(reader)
    expectEqual(reader.diagnostics.map(\.line), [101_002, 101_003, 101_004, 101_005])
  }
}
