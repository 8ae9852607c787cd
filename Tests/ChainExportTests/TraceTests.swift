// The tracks, slices and arrows of the trace formats. `make test-exports` has Perfetto's trace processor read them.

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

@Suite struct PerfettoExportTests {
  private func events(_ log: String, with word: String) throws -> [String] {
    var bytes: [UInt8] = []
    try ExportFormat.perfetto.export(source(log)) { bytes += $0 }
    return PerfettoText(bytes).lines.filter { $0.contains(word) }
  }

  private func changed(_ log: String, _ change: (Substring) -> Bool) -> String {
    log.split(separator: "\n").filter(change).joined(separator: "\n") + "\n"
  }

  @Test func lossesAndCutsAreInstants() throws {
    let log = try events(twoPromises, with: " log log ").dropFirst()
    expectEqual(
      Array(log),
      ["3000000 instant log log events lost count=5 damaged=0", "4000000 instant log log 5 events were lost"])
    let cut = changed(twoPromises) { !$0.contains("ended") }
    #expect(try !events(cut, with: "the log has no end").isEmpty)
  }

  @Test func anArrowLeadsFromASettlementToTheBodyThatReacts() throws {
    // The body of #1 took from 10 to 20 ns, that of #2 from 30 to 40 ns.
    expectEqual(
      try events(reaction, with: " queue "),
      ["10 begin work queue async promise=1 out=1", "30 begin main queue then promise=2 in=1"])
    // A clock may give all of it one time.
    let atOnce = reaction.replacing("\"t\":10", with: "\"t\":20").replacing("\"t\":30", with: "\"t\":20")
    expectEqual(
      try events(atOnce, with: " queue "),
      ["20 begin work queue async promise=1 out=1", "20 begin main queue then promise=2 in=1"])
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
    expectEqual(try events(adopting, with: "out="), ["10 begin work queue async promise=1 out=1"])
  }

  @Test func anArrowFromOutsideOfBodiesStartsAtTheSettlement() throws {
    let log = changed(reaction) { !$0.contains(#"ed","p":1,"queue"#) || $0.contains("created") }
    expectEqual(try events(log, with: "out="), ["20 begin settlements settlement async promise=1 out=1"])
  }

  @Test func aBodyWhoseEndIsMissingEndsWithTheLog() throws {
    let log = changed(reaction) { !$0.contains("finished") }
    expectEqual(try events(log, with: " cut=1").count, 4)
    expectEqual(try events(log, with: "end work"), ["50 end work"])
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
