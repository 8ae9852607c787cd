// The recording of a screen: its lines, its pace, and its last frame. `make test-exports` has a terminal emulator play it.

import Canvas
import ChainCast
import ChainExport
import ChainModel
import ChainScreen
import Foundation
import PlainText
import PromiseLog
import PromiseTrace
import TestSupport
import Testing

@Suite struct CastTests {
  @Test func startsWithAHeaderAndAClearScreen() throws {
    let lines = try record(run).lines
    expectEqual(
      lines[0], #"{"version": 2, "width": 60, "height": 12, "title": "app", "env": {"TERM": "xterm-256color"}}"#)
    expectEqual(lines[1], #"[0.000, "o", "\u001b[?25l\u001b[2J"]"#)
    #expect(lines.last?.hasSuffix(#""\u001b[12;1H\u001b[?25h"]"#) == true)
  }

  @Test func theLastFrameIsTheScreenAfterTheRun() throws {
    var options = self.options
    options.keys = try ScreenScript("e w")
    let cast = try record(run, options)
    let reader = LogReader(bytes: Array(run.utf8))
    var view = Screen(ScreenOptions(), texts: reader.texts)
    try view.read(reader) { false }
    let grid = try ScreenScript("e w").play(on: &view, size: options.size)
    expectEqual(cast.screen, grid.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  @Test func theSameLogGivesTheSameBytes() throws {
    try expectEqual(record(run).lines, record(run).lines)
  }

  @Test func timeNeverDecreasesAndUnchangedFramesAreLeftOut() throws {
    let cast = try record(run)
    expectEqual(cast.times, cast.times.sorted())
    #expect(cast.frames.dropLast().allSatisfy { !$0.isEmpty })
    #expect(zip(cast.frames, cast.frames.dropFirst()).allSatisfy { $0 != $1 })
  }

  /// The run takes 100 seconds, of which something happens in the first and in the last.
  @Test func aPauseIsShortenedToTheIdleLimit() throws {
    var options = self.options
    (options.speed, options.idleLimit) = (1, 1)
    let log = run.replacing("\"t\":900000000", with: "\"t\":100000000000")
    #expect(try record(log, options).length < 6)
    options.idleLimit = 200
    #expect(try record(log, options).length > 100)
  }

  @Test(arguments: [(nil, 5.0...9.0), (0.1, 9.0...13.0), (10, 0.0...4.0)] as [(Double?, ClosedRange<Double>)])
  func theSpeedScalesTheRun(speed: Double?, seconds: ClosedRange<Double>) throws {
    var options = self.options
    (options.speed, options.idleLimit) = (speed, 60)
    #expect(try seconds.contains(record(run, options).length))
  }

  @Test func aLongRunTakesAMinute() throws {
    var options = self.options
    options.idleLimit = 600
    let log = run.replacing("\"t\":900000000", with: "\"t\":600000000000")
    #expect(try (60...64).contains(record(log, options).length))
  }

  /// The run creates 10,000 promises in each of three seconds.
  @Test func aLargeRunHasFewerFrames() throws {
    var options = self.options
    options.speed = 1
    let events = (1...30_000).map { #"{"seq":\#($0),"t":\#($0 * 100_000),"ev":"created","p":\#($0),"kind":"async"}"# }
    let header = #"{"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z"}"#
    let times = try record(([header] + events).joined(separator: "\n") + "\n", options).times
    let pauses = zip(times, times.dropFirst()).filter { $0.0 > 0 && $0.1 < 2.9 }.map { (at: $0.0, length: $0.1 - $0.0) }
    #expect(pauses.filter { $0.at < 1.85 }.allSatisfy { abs($0.length - 0.1) < 0.01 })
    #expect(pauses.filter { $0.at > 2.15 }.allSatisfy { abs($0.length - 0.2) < 0.01 })
    #expect(pauses.filter { $0.at < 1.85 }.count > 10 && pauses.filter { $0.at > 2.15 }.count > 1)
  }

  @Test func eachKeyStaysForASecondAndNoneFollowsTheLast() throws {
    func length(_ keys: String) throws -> Double {
      var options = self.options
      options.keys = try ScreenScript(keys)
      return try record(run, options).length
    }
    let without = try length("")
    #expect(try abs(length("e w") - without - 2) < 0.01)
    // The screen is closed by q.
    #expect(try abs(length("q e w") - without - 1) < 0.01)
  }

  @Test func onlyTheRowsThatChangedAreWritten() throws {
    let frames = try record(run).frames
    func rows(_ frame: String) -> Int { frame.components(separatedBy: "\u{1B}[2K").count - 1 }
    expectEqual(rows(frames[1]), 12)
    #expect(frames.dropFirst(2).dropLast().contains { (1..<12).contains(rows($0)) })
  }

  @Test func theThemeAndTheGlyphsAreThoseOfTheOptions() throws {
    var (options, export) = (self.options, ExportOptions())
    options.theme = .light
    #expect(try record(run, options).frames != record(run).frames)
    export.isASCII = true
    let log = run.replacing("加载", with: "load")
    #expect(try record(log, options, export).screen.allSatisfy { $0.unicodeScalars.allSatisfy(\.isASCII) })
  }

  @Test func theScreenSaysWhatIsMissing() throws {
    let log = run.replacing("\n{\"seq\":4", with: "\nnot an event\n{\"seq\":4")
    #expect(try record(log).screen.contains { $0.contains("1 bad line") })
    let many = (1...40).map {
      """
      {"seq":\(3 * $0 - 2),"t":\($0),"ev":"created","p":\($0),"kind":"async"}
      {"seq":\(3 * $0 - 1),"t":\($0),"ev":"fulfilled","p":\($0),"cause":"resolver"}
      {"seq":\(3 * $0),"t":\($0),"ev":"released","p":\($0),"state":"fulfilled"}

      """
    }
    var export = ExportOptions()
    (export.limit, export.cast) = (16, options)
    let source = LogReader(bytes: Array(("{\"schema\":\"promisescope.log\",\"version\":1}\n" + many.joined()).utf8))
    #expect(try ExportFormat.cast.export(source, options: export) { _ in }.evicted >= 24)
  }

  @Test func aLongTitleIsCut() throws {
    let log = run.replacing("\"program\":\"app\"", with: "\"program\":\"\(String(repeating: "x", count: 300))\"")
    let header = try JSONSerialization.jsonObject(with: Data(record(log).lines[0].utf8)) as? [String: Any]
    let title = try #require(header?["title"] as? String)
    #expect(title.count == 200 && title.hasSuffix("…"))
  }

  @Test func hostileTextReachesNoTerminal() throws {
    let log = run.replacing("\"label\":\"load\"", with: #""label":"\u001b]0;x\u0007\u001b[2J\u202e""#)
    let cast = try record(log)
    let sequence = #/\x{1B}\[(\?25[lh]|2J|2K|[0-9;]*[Hm])/#
    for frame in cast.frames {
      let rest = frame.replacing(sequence, with: "")
      #expect(!rest.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0.value == 0x202E }, "\(rest)")
    }
    #expect(cast.screen.contains { $0.contains(#"\u{1B}]0;x"#) })
  }

  @Test func theScreenSpeaksTheLanguageOfTheExport() throws {
    var export = ExportOptions()
    export.language = .chinese
    #expect(try record(run, options, export).screen.contains { $0.contains("已 结 束") || $0.contains("已结束") })
  }

  private var options: CastOptions {
    var options = CastOptions()
    options.size = Size(columns: 60, rows: 12)
    return options
  }

  private func record(
    _ log: String, _ options: CastOptions? = nil, _ export: ExportOptions = ExportOptions()
  ) throws -> Cast {
    var (bytes, export) = ([UInt8](), export)
    export.cast = options ?? self.options
    try ExportFormat.cast.export(LogReader(bytes: Array(log.utf8)), options: export) { bytes += $0 }
    return try Cast(String(decoding: bytes, as: UTF8.self))
  }

  private let run = """
    {"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","program":"app","pid":1,\
    "sourceRoot":"","values":"preview","seed":null}
    {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","label":"load","site":{"file":"App/Main.swift","line":3}}
    {"seq":2,"t":1000000,"ev":"created","p":2,"kind":"then","label":"加载","from":1}
    {"seq":3,"t":500000000,"ev":"fulfilled","p":1,"value":"20 items","cause":"resolver"}
    {"seq":4,"t":600000000,"ev":"released","p":2,"state":"pending"}
    {"seq":5,"t":900000000,"ev":"ended"}

    """
}

/// A recording, played on a terminal that knows only the sequences that it may contain.
private struct Cast {
  let lines: [String]
  private(set) var times: [Double] = []
  private(set) var frames: [String] = []
  private(set) var screen: [String] = []
  var length: Double { times.last ?? 0 }

  init(_ text: String) throws {
    lines = text.split(separator: "\n").map(String.init)
    let header = try #require(JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    screen = Array(repeating: "", count: try #require(header["height"] as? Int))
    for line in lines.dropFirst() {
      let event = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
      times.append(try #require(event[0] as? Double))
      #expect(event[1] as? String == "o")
      frames.append(try #require(event[2] as? String))
      write(frames[frames.count - 1])
    }
    // The text of a grid has no blanks at the ends of its lines; a colored row has.
    for row in screen.indices {
      while screen[row].last == " " { screen[row].removeLast() }
    }
  }

  private var current = 0

  private mutating func write(_ frame: String) {
    var rest = frame[...]
    while let escape = rest.firstIndex(of: "\u{1B}") {
      add(rest[..<escape])
      let end = rest[escape...].firstIndex { $0.isLetter } ?? rest.index(before: rest.endIndex)
      let sequence = rest[rest.index(escape, offsetBy: 2)...end]
      if sequence.hasSuffix("H"), let row = Int(sequence.prefix { $0 != ";" }) { current = row - 1 }
      if sequence == "2K" { screen[current] = "" }
      rest = rest[rest.index(after: end)...]
    }
    add(rest)
  }

  private mutating func add(_ text: Substring) {
    guard !text.isEmpty else { return }
    screen[current] += text
  }
}
