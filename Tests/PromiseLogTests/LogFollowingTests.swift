// Reading of logs that are still being written, in files and in pipes.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct LogFollowingTests {
  @Test func aGrowingFileIsFollowedToItsEnd() throws {
    let file = try TemporaryFile()
    let reader = try LogReader(path: file.path, follow: true)
    var events: [Event] = []
    try expectEqual(reader.read(into: &events, limit: 100), .idle)
    file.append(LogRoundTripTests.header + "\n" + "{\"seq\":1,\"t\":0,\"ev\":\"noted\",\"te")
    try expectEqual(reader.read(into: &events, limit: 100), .idle)
    expectEqual(reader.header.program, "app")
    expectEqual(events, [])
    file.append("xt\":\"a\"}\n")
    try expectEqual(reader.read(into: &events, limit: 100), .idle)
    expectEqual(events.count, 1)
    file.append("{\"seq\":2,\"t\":1,\"ev\":\"ended\"}\n")
    try expectEqual(reader.read(into: &events, limit: 100), .ended)
    expectEqual(events.count, 2)
    expectEqual(reader.diagnostics, [])
  }

  @Test func aTruncatedFileIsNotTheSameLog() throws {
    let file = try TemporaryFile()
    file.append(LogRoundTripTests.header + "\n")
    let reader = try LogReader(path: file.path, follow: true)
    var events: [Event] = []
    try expectEqual(reader.read(into: &events, limit: 100), .idle)
    file.empty()
    try expectEqual(reader.read(into: &events, limit: 100), .ended)
    expectEqual(reader.diagnostics.count, 1)
  }

  @Test func aLogThatStartsAgainWithTheSameHeaderIsContinued() throws {
    let file = try TemporaryFile()
    let note = #"{"seq":1,"t":0,"ev":"noted","text":"\#(String(repeating: "a", count: 99))"}"#
    file.append(LogRoundTripTests.header + "\n" + note + "\n")
    let reader = try LogReader(path: file.path, follow: true)
    var events: [Event] = []
    try expectEqual(reader.read(into: &events, limit: 100), .idle)
    file.empty()
    file.append(LogRoundTripTests.header + "\n" + #"{"seq":3,"t":4,"ev":"lost","count":3}"#)
    try expectEqual(reader.read(into: &events, limit: 100), .idle)
    file.append("\n" + #"{"seq":4,"t":5,"ev":"noted","text":"b"}"# + "\n")
    try expectEqual(reader.read(into: &events, limit: 100), .idle)
    #expect(events.map(\.kind) == [.noted, .lost, .noted] && events[1].count == 2)
    #expect(reader.diagnostics == [] && reader.archive?.positions == 2..<3)
  }

  @Test func aFollowedPipeNeverBlocks() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let reader = LogReader(descriptor: ends[0], follow: true)
    var events: [Event] = []
    try expectEqual(reader.read(into: &events, limit: 100), .idle)
    let text = Array((LogRoundTripTests.header + "\n" + "{\"seq\":1,\"t\":0,\"ev\":\"noted\",\"text\":\"a\"}\n").utf8)
    expectEqual(write(ends[1], text, text.count), text.count)
    try expectEqual(reader.read(into: &events, limit: 100), .idle)
    expectEqual(events.count, 1)
    close(ends[1])
    try expectEqual(reader.read(into: &events, limit: 100), .ended)
  }
}
