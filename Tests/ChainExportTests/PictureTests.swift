// Pictures and pages of a log with every kind of row: every state, queued and waiting bodies, inputs, a cycle, more findings than are listed,
// losses, damage, and more levels than are drawn. Golden/problems.svg is how it looks; open it in a browser to review it.
//
// After an intended change, `PROMISESCOPE_UPDATE_GOLDEN=1 swift test --filter PictureTests` updates the pictures.

import PlainText

@testable import ChainExport

@Suite struct PictureTests {
  @Test(arguments: [(Language.english, "problems.svg"), (.chinese, "problems.zh.svg")])
  func drawsEveryKindOfRow(language: Language, name: String) throws {
    var options = ExportOptions()
    options.language = language
    let picture = try exported(.svg, Golden.text("problems.ndjson"), options)
    #expect(try GoldenFile(Golden.file(name)).difference(from: picture) == nil)
  }

  @Test(arguments: [ExportFormat.perfetto, .dot, .otlp])
  func writesEveryFactOfTheSameRun(format: ExportFormat) throws {
    var bytes: [UInt8] = []
    try format.export(source(Golden.text("problems.ndjson"))) { bytes += $0 }
    let text =
      format.name == ExportFormat.perfetto.name
      ? PerfettoText(bytes).lines.joined(separator: "\n") + "\n" : String(decoding: bytes, as: UTF8.self)
    #expect(try GoldenFile(Golden.file("problems.\(format.name)")).difference(from: text) == nil)
  }

  @Test func saysThatPromisesAreNoLongerKept() throws {
    let log = (1...40).map {
      """
      {"seq":\(3 * $0 - 2),"t":\($0),"ev":"created","p":\($0),"kind":"async"}
      {"seq":\(3 * $0 - 1),"t":\($0),"ev":"fulfilled","p":\($0),"cause":"resolver"}
      {"seq":\(3 * $0),"t":\($0),"ev":"released","p":\($0),"state":"fulfilled"}

      """
    }
    var options = ExportOptions()
    options.limit = 16
    let run = "{\"schema\":\"promisescope.log\",\"version\":1}\n" + log.joined()
    let page = try Golden.data(of: exported(.html, run, options))
    let evicted = try #require(page["evicted"] as? Int)
    #expect(evicted >= 24 && page["total"] as? Int == 40 && page["isEnded"] as? Bool == false)
    options.unfinished = { _ in "killed" }
    #expect(try Golden.data(of: exported(.html, run, options))["ending"] as? String == "killed")
    // A row counts what is no longer kept: its kind, the number of promises, depth, flags.
    let rows = try #require(page["rows"] as? [Int])
    #expect(stride(from: 0, to: rows.count, by: 4).contains { rows[$0] == 3 && rows[$0 + 1] == evicted })
    let picture = try exported(.svg, run, options)
    #expect(picture.contains("40 promises, 40 fulfilled, \(evicted) promises no longer kept, killed</title>"))
  }

  @Test func noMarkupIsLeftInTheDataOfAPage() {
    let json = ExportBytes(isInPage: true)
    json.value("<a href=\"x\">&amp;\\\u{7F}\n</a>")
    expectEqual(
      String(decoding: json.all, as: UTF8.self), #""\u003ca href=\"x\"\u003e\u0026amp;\\\u007f\n\u003c/a\u003e""#)
  }

  @Test func breaksASentenceAtSpacesAndWideCharacters() {
    expectEqual(TextLines.lines("aaa bbb ccc", width: 7, limit: 3), ["aaa bbb", "ccc"])
    expectEqual(TextLines.lines("aaa bbb ccc", width: 6, limit: 3), ["aaa", "bbb", "ccc"])
    expectEqual(TextLines.lines("aaa bbb ccc", width: 3, limit: 2), ["aaa", "bb…"])
    expectEqual(TextLines.lines("aaaaaaa", width: 3, limit: 9), ["aaa", "aaa", "a"])
    expectEqual(TextLines.lines("加载列表", width: 5, limit: 9), ["加载", "列表"])
    // A number stays with its unit.
    expectEqual(TextLines.lines("took 20 ms", width: 8, limit: 9), ["took", "20 ms"])
  }

  @Test func ticksAreRoundNumbersAndTheFirstHasTheUnit() {
    func ticks(_ end: Int64, length: Double = 400) -> [String] {
      TimeScale(start: 0, end: end, length: length).ticks(atLeast: 72).map { "\($0.label) @\(Int($0.position))" }
    }
    expectEqual(ticks(3_400_000_000), ["0 s @0", "1 @117", "2 @235", "3 @352"])
    expectEqual(ticks(10_000_000_000), ["0 s @0", "2 @80", "4 @160", "6 @240", "8 @320", "10 @400"])
    expectEqual(ticks(1_127_000_000), ["0 s @0", "0.5 @177", "1.0 @354"])
    expectEqual(ticks(4_000_000), ["0 ms @0", "1 @100", "2 @200", "3 @300", "4 @400"])
    expectEqual(ticks(250), ["0 ns @0", "50 @80", "100 @160", "150 @240", "200 @320", "250 @400"])
    expectEqual(ticks(1_200_000_000_000), ["0 min @0", "5 @100", "10 @200", "15 @300", "20 @400"])
    expectEqual(ticks(200_000_000), ["0 ms @0", "50 @100", "100 @200", "150 @300", "200 @400"])
    expectEqual(ticks(1_000_000_000, length: 1_500).suffix(2), ["0.95 @1425", "1.00 @1500"])
    let scale = TimeScale(start: 0, end: 100, length: 50)
    expectEqual([-10, 0, 50, 100, 110].map(scale.position), [0, 0, 25, 50, 50])
  }

  @Test func aPageHasTheFactsOfEachPromise() throws {
    var options = ExportOptions()
    options.language = .chinese
    let run = try Golden.data(of: exported(.html, Golden.text("problems.ndjson"), options))
    #expect(run["language"] as? String == "zh" && run["end"] as? Int == 1_136_000_000)
    let promises = try #require(run["promises"] as? [[String: Any]])
    func number(_ id: Int, _ key: String) -> Int? { promises[id - 1][key] as? Int }
    // Edges are indexes of promises.
    #expect(number(2, "from") == 0 && number(3, "via") == 1 && number(10, "adopts") == 10 && number(11, "inside") == 9)
    #expect(number(2, "handledBy") == 2 && number(2, "origin") == 1 && promises[5]["inputs"] as? [Int] == [3, 4])
    #expect(promises[1]["handled"] as? Bool == true && promises[14]["handled"] == nil && number(15, "ignored") == 1)
    #expect(promises[7]["paused"] as? Bool == true && promises[7]["progress"] as? String == "45 % page 4")
    let first = promises[0]
    #expect((first["t"] as? [Any])?.map { $0 as? Int } == [0, 1_000_000, 201_000_000, 501_000_000, 501_000_000, nil])
    #expect((first["p"] as? [Int])?.suffix(2) == [201_000_000, 501_000_000])
    #expect(first["h"] as? String == "io 1" && first["q"] as? String == "io" && first["c"] as? String == "returned")
    #expect(
      (run["losses"] as? [[Any]])?.map { [$0[1] as? Int, ($0[2] as? Bool) == true ? 1 : 0] } == [[7, 0], [3, 1]])
    // A loss has a position among the moments, which the playhead can be before and after.
    let (moments, losses) = (try #require(run["moments"] as? [Int]), run["losses"] as? [[Any]])
    expectEqual(losses?.compactMap { $0[0] as? Int }.map { moments[$0] }, [808_000_000, 1_008_000_000])
    let flags = stride(from: 0, to: try #require(run["rows"] as? [Int]).count, by: 4).map {
      (run["rows"] as? [Int])?[$0 + 3]
    }
    // Continues a chain, is a cycle, is damage.
    #expect(flags.count { $0 == 1 } == 2 && flags.count { $0 == 2 } == 1 && flags.count { $0 == 4 } == 1)
    let finding = try #require((run["findings"] as? [[String: Any]])?.first)
    #expect(finding["rule"] as? String == "cycle" && finding["severity"] as? String == "error")
    #expect(finding["promises"] as? [Int] == [12] && finding["time"] as? Int == 733_000_000)
    let (english, chinese) = (finding["en"] as? [String], finding["zh"] as? [String])
    #expect(english?[0].hasPrefix("\"moon\" (#13) was resolved") == true && english?[1].hasPrefix("Break the") == true)
    #expect(chinese?.allSatisfy { $0.unicodeScalars.contains { $0.value >= 0x4E00 } } == true)
    // A sentence of an answer refers to its promise by index.
    let why = try #require((run["why"] as? [String: [[Any]]])?["2"])
    #expect(why.contains { $0[0] as? Int == 1 } && why.allSatisfy { ($0[0] as? Int ?? -2) >= -1 })
  }
}

/// The files beside these tests.
private enum Golden {
  static func file(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
  }

  static func text(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

  /// The data in a page.
  static func data(of page: String) throws -> [String: Any] {
    let start = try #require(page.range(of: #"<script type="application/json" id="run">"#)?.upperBound)
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)?.lowerBound)
    let json = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
    return try #require(json as? [String: Any])
  }
}
