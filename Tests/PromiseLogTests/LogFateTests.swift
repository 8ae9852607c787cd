// What a follower learns about its file: unchanged, rewritten, moved, deleted, or replaced by the file of another run.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct LogFateTests {
  private static func log(_ started: Int) -> String {
    let header = #"{"schema":"promisescope.log","version":1,"unit":"ns","program":"app","pid":7,"#
    return header + #""started":"2026-01-0\#(started)T00:00:00.000Z"}"# + "\n"
      + #"{"seq":1,"t":\#(started),"ev":"noted","text":"a"}"# + "\n"
  }

  private func follow(_ path: String) throws -> LogReader {
    let reader = try LogReader(path: path, follow: true)
    var events: [Event] = []
    try expectEqual(reader.read(into: &events, limit: 100), .idle)
    expectEqual(reader.fate, .unchanged)
    return reader
  }

  @Test func aFileThatGrowsIsUnchanged() throws {
    let file = try TemporaryFile()
    file.append(Self.log(1))
    let reader = try follow(file.path)
    file.append(#"{"seq":2,"t":1,"ev":"noted","text":"b"}"# + "\n")
    expectEqual(reader.fate, .unchanged)
  }

  @Test func anotherRunInTheSameFileIsFoundAtAnyLength() throws {
    for more in ["", String(repeating: " ", count: 300) + "\n"] {
      let file = try TemporaryFile()
      file.append(Self.log(1))
      let reader = try follow(file.path)
      file.empty()
      expectEqual(reader.fate, .emptied)
      file.append(Self.log(2) + more)
      expectEqual(reader.fate, .emptied)
      var events: [Event] = []
      try expectEqual(reader.read(into: &events, limit: 100), .ended)
      #expect(events.isEmpty && reader.isRewritten && reader.problemCount == 0)
    }
  }

  @Test func aMovedFileIsToldFromADeletedOneAndARotatedFromAReplacedOne() throws {
    let (file, other) = (try TemporaryFile(), try TemporaryFile())
    file.append(Self.log(1))
    other.append(Self.log(2))
    let moved = file.path + ".1"
    defer { unlink(moved) }
    let reader = try follow(file.path)
    rename(file.path, moved)
    expectEqual(reader.fate, .moved)
    link(other.path, file.path)
    expectEqual(reader.fate, .rotated)
    unlink(moved)
    expectEqual(reader.fate, .replaced)
    unlink(file.path)
    expectEqual(reader.fate, .deleted)
  }
}
