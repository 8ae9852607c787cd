// The logs of one run as one stream: order, numbers, the rows of processes and threads, and logs that appear while the run is followed.

import Foundation
import Synchronization

@testable import PromiseLog

/// A log that started some milliseconds after nine o'clock.
private func log(_ millisecond: Int, pid: Int, thread: String = "", _ events: String...) -> String {
  let header =
    #"{"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.00\#(millisecond)Z","#
    + #""program":"app","pid":\#(pid),"sourceRoot":"","values":"off","seed":null,"runtime":"node 20"\#(thread),"run":"1"}"#
  let lines = events.enumerated().map { #"{"seq":\#($0 + 1),\#($1)}"# }
  return ([header] + lines).map { $0 + "\n" }.joined()
}

/// Reads what is available and returns each event as a line.
private func read(_ source: MergedLogs) throws -> [String] {
  var events: [Event] = []
  while try source.read(into: &events, limit: 3) == .more {}
  return events.map { event in
    let label = source.texts[event.text].map { " \($0)" } ?? ""
    return "\(event.sequence) \(event.time / 1_000_000)ms \(event.kind) \(event.promise)"
      + (event.peer == 0 ? "" : " of \(event.peer)") + (event.context == 0 ? "" : " in \(event.context)") + label
  }
}

private func expect(_ source: MergedLogs, _ lines: [String], location: SourceLocation = #_sourceLocation) throws {
  let found = try read(source)
  expectEqual(found, lines, sourceLocation: location)
}

/// Reads until as many events have come: an event waits a moment, because another log may have earlier ones.
private func expectSoon(
  _ source: MergedLogs, _ lines: [String], location: SourceLocation = #_sourceLocation,
  _ shorten: (String) -> String = { $0 }
) throws {
  let deadline = ContinuousClock.now + .seconds(30)
  var found: [String] = []
  while found.count < lines.count, .now < deadline {
    found += try read(source).map(shorten)
    usleep(1_000)
  }
  expectEqual(found, lines, sourceLocation: location)
}

private let parent = log(
  0, pid: 7, #""t":0,"ev":"created","p":1,"kind":"async function","label":"main""#,
  #""t":5000000,"ev":"fulfilled","p":1,"cause":"returned""#,
  #""t":6000000,"ev":"ended","reason":"exit""#)
private let child = log(
  2, pid: 8, #""t":1000000,"ev":"created","p":1,"kind":"new Promise""#,
  #""t":1000000,"ev":"created","p":1000002,"ctx":1,"kind":"then","from":1"#,
  #""t":2000000,"ev":"ended","reason":"drained""#)
private let worker = log(1, pid: 7, thread: #","thread":3"#, #""t":0,"ev":"ended","reason":"exit""#)

@Suite struct MergedLogsTests {
  @Test func processesAreOneHistoryInOrderOfTime() throws {
    let files = try [child, parent, worker].map { text in
      let file = try TemporaryFile()
      file.append(text)
      return file
    }
    defer { withExtendedLifetime(files) {} }
    let source = try MergedLogs(paths: files.map(\.path))
    try expect(
      source,
      [
        "1 0ms created 1 main",
        "2 1ms created 2 thread 3: app",
        "3 1ms started 2",
        "4 1ms noted 2 ended",
        "5 1ms finished 2",
        "6 1ms fulfilled 2",
        "7 2ms created 3 process 8: app",
        "8 2ms started 3",
        "9 3ms created 4 in 3",
        "10 3ms created 5 of 4 in 4",
        "11 4ms noted 3 ended, because nothing was left to run",
        "12 4ms finished 3",
        "13 4ms fulfilled 3",
        "14 5ms fulfilled 1",
        "15 6ms ended 0",
      ])
    #expect(source.header.pid == 7 && source.notices.isEmpty && source.diagnostics.isEmpty)
  }

  @Test func memoryAndProcessorTimeAreThoseOfAllProcesses() throws {
    func alive(_ time: Int, _ memory: Int) -> String {
      #""t":\#(time)000000,"ev":"alive","memory":\#(memory),"cpu":\#(memory)0"#
    }
    let files = try [
      log(0, pid: 7, alive(1, 100), alive(9, 110)),
      log(0, pid: 8, alive(5, 40), #""t":6000000,"ev":"ended","reason":"exit""#),
      log(0, pid: 7, thread: #","thread":3"#, alive(3, 100)),
    ].map { text in
      let file = try TemporaryFile()
      file.append(text)
      return file
    }
    defer { withExtendedLifetime(files) {} }
    let source = try MergedLogs(paths: files.map(\.path))
    var events: [Event] = []
    while try source.read(into: &events, limit: 3) == .more {}
    let used = events.filter { $0.memory != nil }.map { "\($0.memory ?? 0) \($0.programTime ?? 0)" }
    expectEqual(used, ["100 1000", "140 1400", "110 1500"])
  }

  @Test func aProcessWithoutAnEndLeavesTheRunOpen() throws {
    let files = try [TemporaryFile(), TemporaryFile()]
    files[0].append(parent)
    files[1].append(child.split(separator: "\n").dropLast().joined(separator: "\n") + "\n")
    defer { withExtendedLifetime(files) {} }
    let source = try MergedLogs(paths: files.map(\.path))
    try expectEqual(read(source).last, "6 5ms fulfilled 1")
    expectEqual(source.notices.count, 1)
    #expect(source.notices[0].message.contains(" has no `ended` event"))
    // If the process is known to be gone, its row has an end.
    let ended = try MergedLogs(paths: files.map(\.path), isGone: { $0.pid == 8 })
    try expectEqual(
      read(ended).suffix(5),
      ["6 3ms noted 2 ended", "7 3ms finished 2", "8 3ms fulfilled 2", "9 5ms fulfilled 1", "10 6ms ended 0"])
    #expect(ended.notices[0].message.hasSuffix("its program was killed"))
  }

  /// A run of a log whose IDs are texts, a log that begins in the middle, as one with a size limit does, and another one with the same texts.
  private static let mixed = [
    log(
      0, pid: 7, #""t":0,"ev":"created","p":"a","kind":"pending""#,
      #""t":5000000,"ev":"created","p":"b","kind":"then","from":"a""#, #""t":9000000,"ev":"ended""#),
    log(
      1, pid: 8, #""t":0,"ev":"lost","count":40"#,
      #""t":1000000,"ev":"created","p":5000001,"ctx":4999999,"kind":"then","from":4999998"#,
      #""t":8000000,"ev":"ended""#),
    log(
      2, pid: 9, #""t":1000000,"ev":"created","p":"a","kind":"pending""#, #""t":6000000,"ev":"ended""#),
  ]

  @Test func numbersAreDenseAndTheSameInEveryReading() throws {
    let files = try Self.mixed.map { text in
      let file = try TemporaryFile()
      file.append(text)
      return file
    }
    let whole = try read(MergedLogs(paths: files.map(\.path)))
    expectEqual(
      whole.filter { $0.contains("created") },
      [
        "1 0ms created 1 a", "2 1ms created 2 process 8: app", "5 2ms created 3 of 4 in 2",
        "6 2ms created 5 process 9: app", "8 3ms created 6 in 5 a", "9 5ms created 7 of 1 b",
      ])
    // The order in which the files are given does not matter, nor who reads them at the same time.
    let readings = [[1, 2, 0], [2, 1, 0]].map { order in order.map { files[$0].path } }
    let others = Mutex<[[String]]>([])
    DispatchQueue.concurrentPerform(iterations: readings.count) { index in
      guard let source = try? MergedLogs(paths: readings[index]), let lines = try? read(source) else { return }
      others.withLock { $0.append(lines) }
    }
    expectEqual(others.withLock { $0 }, [whole, whole])
    // Nor does it whether the logs grow meanwhile.
    let growing = try [TemporaryFile(), TemporaryFile(), TemporaryFile()]
    defer { withExtendedLifetime((files, growing)) {} }
    var rest = Self.mixed.map { $0.split(separator: "\n").map { "\($0)\n" }[...] }
    for index in rest.indices { growing[index].append(rest[index].removeFirst() + rest[index].removeFirst()) }
    let source = try MergedLogs(paths: []) { growing.map(\.path) }
    var found: [String] = []
    let deadline = ContinuousClock.now + .seconds(30)
    while found.count < whole.count, .now < deadline {
      found += try read(source)
      for index in rest.indices { growing[index].append(rest[index].popFirst() ?? "") }
      usleep(1_000)
    }
    expectEqual(found, whole)
  }

  @Test func promisesThatSettledLeaveTheTables() throws {
    func log(_ id: (Int) -> String) -> String {
      let settled = (2...20).flatMap {
        [
          #""t":0,"ev":"created","p":\#(id($0)),"kind":"pending""#,
          #""t":0,"ev":"fulfilled","p":\#(id($0)),"cause":"resolver""#,
        ]
      }
      let events = [#""t":0,"ev":"created","p":\#(id(1)),"kind":"pending""#] + settled
      return events.enumerated().map { #"{"seq":\#($0 + 1),\#($1)}"# + "\n" }.joined()
    }
    let header = #"{"schema":"promisescope.log","version":1}"# + "\n"
    let names = PromiseNames(limit: 4)
    let reader = LogReader(
      LogInput(bytes: Array((header + log { "\"\($0)\"" }).utf8)), follows: false, texts: TextTable(), names: names)
    let events = try reader.allEvents()
    #expect(events.last?.promise == 20 && (1...8).contains(names.count))
    // One that is pending keeps its number.
    expectEqual(names.number("1"), 1)

    let files = try [TemporaryFile(), TemporaryFile()]
    defer { withExtendedLifetime(files) {} }
    files[0].append(parent)
    files[1].append("\(child.split(separator: "\n")[0])\n" + log { "\($0)" })
    let source = try MergedLogs(paths: files.map(\.path))
    source.numbers = PromiseNumbers(limit: 4)
    try expectEqual(read(source).filter { $0.contains("created") }.count, 22)
    #expect((2...9).contains(source.numbers.known.count))
  }

  @Test func aLogThatAppearsLaterIsAdded() throws {
    let files = try [TemporaryFile(), TemporaryFile()]
    nonisolated(unsafe) var paths = [files[0].path]
    let lines = parent.split(separator: "\n").map { "\($0)\n" }
    let source = try MergedLogs(paths: []) { paths }
    try expect(source, [])
    files[0].append(lines[0] + lines[1])
    try expectSoon(source, ["1 0ms created 1 main"])
    files[1].append(child)
    paths.append(files[1].path)
    files[0].append(lines[2])
    try expectSoon(source, (2...9).map { "\($0)" }) { String($0.prefix { $0 != " " }) }
    files[0].append(lines[3])
    try expectSoon(source, ["10 6ms ended 0"])
    var events: [Event] = []
    try expectEqual(source.read(into: &events, limit: 1), .ended)
  }
}
