// The diagrams for documents: edges, escapes, limits. `make test-exports` has Graphviz and Mermaid draw them.

@testable import ChainExport

@Suite struct DOTExportTests {
  @Test func escapesWhatGraphvizWouldRead() throws {
    let text = try exported(.dot, labeled(#"a\"b\\N &lt; \u001b"#))
    #expect(text.contains(#"label="○ a\"b\\N &amp;lt; \\u{1B}  #1\l"#))
  }

  /// The two characters that XML forbids although they control no terminal; those beside them are allowed.
  @Test func showsWhatAnSVGMustNotContain() throws {
    let text = try exported(.dot, labeled(#"\uFFFD\uFFFE\uFFFF\uFFEE"#))
    #expect(text.contains("label=\"○ \u{FFFD}\\\\u{FFFE}\\\\u{FFFF}\u{FFEE}  #1\\l"))
  }
}

@Suite struct MermaidExportTests {
  private func diagram(_ kind: MermaidDiagram, _ log: String) throws -> String {
    var options = ExportOptions()
    options.diagram = kind
    return try exported(.mermaid, log, options)
  }

  @Test func aFlowchartHasABoxPerPromise() throws {
    let text = try diagram(.flowchart, twoPromises)
    #expect(text.hasPrefix("flowchart TD\n"))
    #expect(text.contains("p1[\"✔ load  #35;1<br/>async Main#58;3<br/>fulfilled  2.00 ms  20 items\"]:::fulfilled\n"))
    #expect(text.contains("  p1 --> p2\n"))
    #expect(text.contains("log[\"app · 5 events were lost\"]:::log"))
  }

  @Test func aSequenceHasAnArrowPerSettlement() throws {
    let text = try diagram(.sequence, rejection)
    #expect(text.contains("  p1-xp1: unhandled") || text.contains("  p1-xp1: rejected"))
    #expect(text.contains("  p1-xp2: unhandled"))
  }

  @Test func aSequenceOfManyMessagesHasTheEarliestOnes() throws {
    var log = "{\"schema\":\"promisescope.log\",\"version\":1}\n"
    for id in 1...10_000 { log += "{\"seq\":\(id),\"t\":0,\"ev\":\"created\",\"p\":\(id)}\n" }
    for id in 1...10_000 {
      // The last promise settles first.
      log += "{\"seq\":\(10_000 + id),\"t\":\(id),\"ev\":\"fulfilled\",\"p\":\(10_001 - id)}\n"
    }
    let lines = try diagram(.sequence, log).split(separator: "\n")
    let arrows = lines.filter { $0.contains("->>") }.map { $0.prefix { $0 != ":" } }
    #expect(arrows == (0..<490).map { "  p\(10_000 - $0)->>p\(10_000 - $0)" })
  }

  @Test func aGanttChartHasABarPerPromise() throws {
    let text = try diagram(.gantt, twoPromises)
    #expect(text.contains("  title app · 5 events were lost · in µs\n"))
    #expect(text.contains(" :done, p1, 0, 2000\n") && text.contains(" :active, p2, 1000, 4000\n"))
  }

  @Test func aGanttChartHasOneSectionPerChain() throws {
    var log = "{\"schema\":\"promisescope.log\",\"version\":1}\n"
    let from = ["1": "", "2": "", "3": ",\"from\":1", "4": ",\"from\":2", "5": ",\"from\":3"]
    for (seq, id) in from.keys.sorted().enumerated() {
      log += "{\"seq\":\(seq + 1),\"t\":\(seq),\"ev\":\"created\",\"p\":\(id),\"kind\":\"k\"\(from[id] ?? "")}\n"
    }
    let text = try diagram(.gantt, log)
    let order = text.matches(of: /section|:active, (p\d)/).map { $0.1.map(String.init) ?? "|" }
    expectEqual(order, ["|", "p1", "p3", "p5", "|", "p2", "p4"])
  }

  @Test func manySiblingsOfAGraphStandInRows() throws {
    var log = "{\"schema\":\"promisescope.log\",\"version\":1}\n"
    for id in 1...20 {
      log += "{\"seq\":\(id),\"t\":0,\"ev\":\"created\",\"p\":\(id),\"kind\":\"k\"\(id > 1 ? ",\"from\":1" : "")}\n"
    }
    let rows = try exported(.dot, log).matches(of: /p(\d+) -> p(\d+) \[style=invis\]/).map { "\($0.1) \($0.2)" }
    #expect(rows == (10...20).map { "\($0 - 8) \($0)" })
  }

  @Test(arguments: MermaidDiagram.allCases) func staysBelowTheLimitsAndSaysSo(kind: MermaidDiagram) throws {
    var log = "{\"schema\":\"promisescope.log\",\"version\":1}\n"
    for id in 1...2_000 {
      let from = id > 1 ? ",\"from\":\(id - 1)" : ""
      log += "{\"seq\":\(2 * id - 1),\"t\":\(id),\"ev\":\"created\",\"p\":\(id),\"kind\":\"then\"\(from)}\n"
      log += "{\"seq\":\(2 * id),\"t\":\(id),\"ev\":\"fulfilled\",\"p\":\(id),\"cause\":\"resolver\"}\n"
    }
    var options = ExportOptions()
    options.diagram = kind
    var bytes: [UInt8] = []
    let summary = try ExportFormat.mermaid.export(source(log), options: options) { bytes += $0 }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.utf16.count <= 50_000)
    #expect(text.contains("do not fit into a Mermaid diagram"))
    #expect(summary.notice?.contains("50,000 characters or 500 arrows") == true)
  }

  @Test func noCharacterOfATextIsSyntax() {
    expectEqual(MermaidText.escaped("a\"];b --> c:#<%{`"), "a#34;#93;#59;b #45;#45;#62; c#58;#35;#60;#37;#123;#96;")
    expectEqual(MermaidText.escaped("\u{1B}[1m"), "#92;u#123;1B#125;#91;1m")
    expectEqual(MermaidText.escaped("\u{FFFE}\u{FFFF}"), "#92;u#123;FFFE#125;#92;u#123;FFFF#125;")
  }
}

private func labeled(_ label: String) -> String {
  """
  {"schema":"promisescope.log","version":1}
  {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","label":"\(label)"}
  {"seq":2,"t":1,"ev":"ended"}

  """
}
