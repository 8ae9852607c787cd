// The logs of one run as one stream: order, numbers, the rows of processes and threads, and logs that appear while the run is followed.

import Foundation
import PromiseLog
import PromiseTrace
import TestSupport
import Testing

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
        "2 1ms created 1000000 thread 3: app",
        "3 1ms started 1000000",
        "4 1ms noted 1000000 ended",
        "5 1ms finished 1000000",
        "6 1ms fulfilled 1000000",
        "7 2ms created 2000000 process 8: app",
        "8 2ms started 2000000",
        "9 3ms created 2000001 in 2000000",
        "10 3ms created 1002000002 of 2000001 in 2000001",
        "11 4ms noted 2000000 ended, because nothing was left to run",
        "12 4ms finished 2000000",
        "13 4ms fulfilled 2000000",
        "14 5ms fulfilled 1",
        "15 6ms ended 0",
      ])
    #expect(source.header.pid == 7 && source.notices.isEmpty && source.diagnostics.isEmpty)
    expectEqual([1, 1_000_000, 2_000_001, 1_002_000_002].map(MergedPromise.process), [0, 1, 2, 2])
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
