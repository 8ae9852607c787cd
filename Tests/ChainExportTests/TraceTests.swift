// The tracks, slices and arrows of the trace formats. `make test-exports` has Perfetto's trace processor read them.

import Foundation
import PromiseTrace
import TestSupport
import Testing

@testable import ChainExport

@Suite struct TraceLanesTests {
  private func lanes(_ slices: [(Int64, Int64)]) -> [Int32] {
    var lanes = TraceLanes()
    return slices.map { lanes.place($0.0, $0.1) }
  }

  @Test func slicesThatOverlapHaveLanesOfTheirOwn() {
    expectEqual(lanes([(0, 10), (5, 7), (6, 20), (7, 8), (10, 11)]), [0, 1, 2, 1, 0])
  }

  @Test func slicesThatStartTogetherHaveLanesOfTheirOwnEvenIfTheyTakeNoTime() {
    expectEqual(lanes([(0, 0), (0, 0), (0, 0), (1, 1), (1, 2), (3, 3)]), [0, 1, 2, 0, 1, 0])
  }

  @Test func noTwoSlicesOfALaneOverlap() {
    var random = SystemRandomNumberGenerator()
    var start: Int64 = 0
    let slices = (0..<2_000).map { _ -> (Int64, Int64) in
      start += Int64.random(in: 0...2, using: &random)
      return (start, start + Int64.random(in: 0...9, using: &random))
    }
    var last: [Int32: (start: Int64, end: Int64)] = [:]
    for (slice, lane) in zip(slices, lanes(slices)) {
      if let before = last[lane] { #expect(before.end <= slice.0 && before.start < slice.0) }
      last[lane] = (slice.0, slice.1)
    }
  }
}

@Suite struct ChromeExportTests {
  private func events(_ log: String, _ options: ExportOptions = ExportOptions()) throws -> [[String: Any]] {
    let object = try JSONSerialization.jsonObject(with: Data(try exported(.chrome, log, options).utf8))
    return (object as? [String: Any])?["traceEvents"] as? [[String: Any]] ?? []
  }

  private func count(_ phase: String, in events: [[String: Any]]) -> Int {
    events.count { $0["ph"] as? String == phase }
  }

  @Test func aPromiseIsAnAsyncEventWithABeginAndAnEnd() throws {
    let events = try events(twoPromises)
    #expect(count("b", in: events) == 2 && count("e", in: events) == 2)
    let ends = events.filter { $0["ph"] as? String == "e" }
    // The second promise has no end in the log, so it ends with the log.
    expectEqual(ends.map { $0["ts"] as? Double }, [2_000, 4_000])
  }

  @Test func noTextEndsInABackslashAsSuch() throws {
    let log = #"""
      {"schema":"promisescope.log","version":1}
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","label":"C:\\temp\\"}
      {"seq":2,"t":1,"ev":"fulfilled","p":1,"value":"\\","cause":"resolver"}
      {"seq":3,"t":2,"ev":"ended"}

      """#
    let text = try exported(.chrome, log)
    #expect(text.contains(#""C:\\temp\u005c""#) && !text.contains(#"\\""#))
    let begin = try #require(events(log).first { $0["ph"] as? String == "b" })
    #expect(begin["name"] as? String == #"C:\temp\"#)
    #expect((begin["args"] as? [String: Any])?["value"] as? String == #"\"#)
  }

  @Test func lossesAndCutsAreInstants() throws {
    let names = try events(twoPromises).filter { $0["ph"] as? String == "i" }.compactMap { $0["name"] as? String }
    expectEqual(names, ["events lost", "5 events were lost"])
    let cut = twoPromises.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
    #expect(try events(cut).contains { $0["name"] as? String == "the log has no end" })
  }

  @Test func rejectionsAndFindingsAreInstants() throws {
    let events = try events(rejection)
    expectEqual(count("n", in: events), 2)
    #expect(events.contains { $0["cat"] as? String == "finding" && $0["name"] as? String == "unhandled-rejection" })
  }

  @Test func anArrowLeadsFromASettlementToTheBodyThatReacts() throws {
    let events = try events(reaction)
    let start = try #require(events.first { $0["ph"] as? String == "s" })
    let end = try #require(events.first { $0["ph"] as? String == "f" })
    #expect(start["id"] as? Int == end["id"] as? Int && end["bp"] as? String == "e")
    // The body of #1 took from 10 to 20 ns, that of #2 from 30 to 40 ns.
    #expect(start["ts"] as? Double == 0.019 && end["ts"] as? Double == 0.03)
    let slices = events.filter { $0["ph"] as? String == "X" }
    expectEqual(slices.map { $0["cat"] as? String }, ["queue", "thread", "queue", "thread"])
    #expect(slices[0]["tid"] as? Int == start["tid"] as? Int && slices[2]["tid"] as? Int == end["tid"] as? Int)
  }

  @Test func anArrowStartsInTheBodyWhoseOutcomeWasAdopted() throws {
    let adopting = """
      {"schema":"promisescope.log","version":1,"program":"app"}
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","queue":"work"}
      {"seq":2,"t":0,"ev":"created","p":2,"kind":"pending"}
      {"seq":3,"t":0,"ev":"adopted","p":2,"source":1}
      {"seq":4,"t":0,"ev":"created","p":3,"kind":"then","from":2,"queue":"main"}
      {"seq":5,"t":10,"ev":"started","p":1,"queue":"work","thread":"7"}
      {"seq":6,"t":20,"ev":"finished","p":1,"queue":"work","thread":"7","outcome":"value"}
      {"seq":7,"t":20,"ev":"fulfilled","p":1,"cause":"returned"}
      {"seq":8,"t":20,"ev":"fulfilled","p":2,"cause":"adopted","via":1}
      {"seq":9,"t":30,"ev":"started","p":3,"queue":"main","thread":"1"}
      {"seq":10,"t":40,"ev":"finished","p":3,"queue":"main","thread":"1","outcome":"value"}

      """
    let events = try events(adopting)
    let start = try #require(events.first { $0["ph"] as? String == "s" })
    let body = try #require(events.first { $0["ph"] as? String == "X" })
    #expect(start["tid"] as? Int == body["tid"] as? Int && start["ts"] as? Double == 0.019)
  }

  @Test func anArrowFromOutsideOfBodiesStartsAtTheSettlement() throws {
    let lines = reaction.split(separator: "\n").filter { !$0.contains(#"ed","p":1,"queue"#) || $0.contains("created") }
    let events = try events(lines.joined(separator: "\n") + "\n")
    let start = try #require(events.first { $0["ph"] as? String == "s" })
    let slice = try #require(events.first { $0["ph"] as? String == "X" && $0["tid"] as? Int == start["tid"] as? Int })
    #expect(slice["ts"] as? Double == 0.02 && start["ts"] as? Double == 0.02)
  }

  @Test func aBodyWhoseEndIsMissingEndsWithTheLog() throws {
    let lines = reaction.split(separator: "\n").filter { !$0.contains("finished") }.joined(separator: "\n") + "\n"
    let slices = try events(lines).filter { $0["ph"] as? String == "X" }
    #expect(slices.allSatisfy { ($0["args"] as? [String: Any])?["cut"] as? Bool == true })
    #expect(slices[0]["dur"] as? Double == 0.04)
  }
}

@Suite struct PerfettoExportTests {
  /// The packets, each with the numbers of its fields.
  private func packets(_ log: String) throws -> [[UInt64]] {
    var bytes: [UInt8] = []
    try ExportFormat.perfetto.export(source(log)) { bytes += $0 }
    var reader = bytes[...]
    var packets: [[UInt64]] = []
    while !reader.isEmpty {
      expectEqual(varint(&reader), 1 << 3 | 2)
      let length = Int(varint(&reader))
      var packet = reader.prefix(length)
      reader = reader.dropFirst(length)
      var fields: [UInt64] = []
      while !packet.isEmpty {
        let key = varint(&packet)
        fields.append(key >> 3)
        let number = varint(&packet)
        if key & 7 == 2 { packet = packet.dropFirst(Int(number)) }
      }
      packets.append(fields)
    }
    return packets
  }

  private func varint(_ bytes: inout ArraySlice<UInt8>) -> UInt64 {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while let byte = bytes.popFirst() {
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return number
  }

  @Test func isAListOfPacketsWithTracksAndEvents() throws {
    let packets = try packets(twoPromises)
    expectEqual(packets.first, [10, 12, 13])
    expectEqual(packets.count { $0 == [10, 60] }, 7 + 2)
    // A begin and an end per promise; the log's start, a loss and what it means.
    expectEqual(packets.count { $0 == [8, 10, 11, 13] }, 4 + 3)
  }
}

/// A promise with a body and one that reacts to it.
let reaction = """
  {"schema":"promisescope.log","version":1,"program":"app"}
  {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","queue":"work"}
  {"seq":2,"t":0,"ev":"created","p":2,"kind":"then","from":1,"queue":"main"}
  {"seq":3,"t":0,"ev":"registered","p":1,"by":2,"handles":["fulfilled"]}
  {"seq":4,"t":10,"ev":"started","p":1,"queue":"work","thread":"7"}
  {"seq":5,"t":20,"ev":"finished","p":1,"queue":"work","thread":"7","outcome":"value"}
  {"seq":6,"t":20,"ev":"fulfilled","p":1,"value":"7","cause":"returned"}
  {"seq":7,"t":30,"ev":"started","p":2,"queue":"main","thread":"1"}
  {"seq":8,"t":40,"ev":"finished","p":2,"queue":"main","thread":"1","outcome":"value"}
  {"seq":9,"t":40,"ev":"fulfilled","p":2,"value":"8","cause":"returned"}
  {"seq":10,"t":50,"ev":"ended"}

  """
