// The text tree's cells: aligned in any script, truncated to their limit, and safe for any log.

import PlainText
import PromiseLog

private func tree(
  _ lines: String, isSound: Bool = true, edit: (inout Event) -> Void = { _ in },
  change: (inout TextTree) -> Void = { _ in }
) throws -> [String] {
  let header = #"{"schema":"promisescope.log","version":1,"unit":"ns"}"#
  let reader = LogReader(bytes: Array("\(header)\n\(lines)\n".utf8))
  var store = ChainStore(texts: reader.texts)
  let events = try reader.allEvents()
  for var event in events {
    edit(&event)
    store.apply(event)
  }
  #expect(reader.diagnostics.isEmpty || !isSound, "\(reader.diagnostics)")
  var outline = Outline()
  outline.update(from: store)
  var tree = TextTree()
  change(&tree)
  return tree.render(outline, of: store, title: "\u{1B}[31mred").split(separator: "\n").map(String.init)
}

@Suite struct TextTreeTests {
  @Test func cellsAlignInAnyScript() throws {
    let lines = try tree(
      #"""
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","label":"\uD81C\uDC00","site":{"file":"a/漢字.swift","line":7}}
      {"seq":2,"t":0,"ev":"created","p":2,"kind":"then","label":"☃\uFE0F","site":{"file":"b.c","line":70}}
      {"seq":3,"t":0,"ev":"created","p":3,"kind":"all"}
      {"seq":4,"t":1000,"ev":"fulfilled","p":1,"value":"👩\u200D💻"}
      """#)
    expectEqual(
      lines,
      [
        #"\u{1B}[31mred  3 promises  2 pending  1 fulfilled"#,
        "✔ · \u{17000}   #1  async  漢字:7  1.00 µs  👩💻",
        "○ · ☃    #2  then   b.c:70  1.00 µs  pending",
        "○ · all  #3                 1.00 µs  pending",
      ])
    expectEqual(DisplayWidth.of("✔ · \u{17000}   #1  async  漢字:7  "), DisplayWidth.of("○ · all  #3                 "))
  }

  @Test func extremeNumbersInALogDoNotTrap() throws {
    let least = -Int64.max
    for (first, last) in [(least, Int64.max), (.max, least), (least, 0), (0, .max), (.max, .max), (least, least)] {
      for now in [nil, Int64.min, .max, 0] {
        let lines = try tree(
          """
          {"seq":1,"t":\(first),"ev":"created","p":18446744073709551615,"kind":"async"}
          {"seq":2,"t":\(first),"ev":"progressed","p":18446744073709551615,"fraction":1}
          {"seq":3,"t":\(last),"ev":"created","p":2,"kind":"async"}
          {"seq":4,"t":\(last),"ev":"started","p":2}
          {"seq":5,"t":\(first),"ev":"finished","p":2}
          {"seq":6,"t":\(last),"ev":"fulfilled","p":2}
          """,
          isSound: false,
          // `LogReader` rejects such a fraction; another source may not.
          edit: { if $0.kind == .progressed { $0.fraction = 1e300 } },
          change: { $0.now = now })
        #expect(lines.count == 3 && !lines[1].contains("%"))
      }
    }
  }

  @Test func controlCharactersInEveryTextAreEscaped() throws {
    let lines = try tree(
      #"""
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"a\u001B","label":"b\u001B","queue":"\u001B","site":{"file":"c\u001B","line":7}}
      {"seq":2,"t":0,"ev":"progressed","p":1,"stage":"d\u009B"}
      {"seq":3,"t":0,"ev":"created","p":2,"kind":"e\u202E"}
      {"seq":4,"t":0,"ev":"rejected","p":2,"type":"f\u2028"}
      {"seq":5,"t":0,"ev":"created","p":3,"kind":"g\u0000"}
      {"seq":6,"t":0,"ev":"rejected","p":3,"error":"h\n"}
      """#)
    expectEqual(
      Array(lines.dropFirst()),
      [
        #"○ · b\u{1B}    #1  a\u{1B}  c\u{1B}:7  0 ms  pending d\u{9B}"#,
        #"✘ · e\u{202E}  #2                      0 ms  rejected: f\u{2028}"#,
        #"✘ · g\u{0}     #3                      0 ms  rejected: h\n"#,
      ])
  }

  @Test func longNamesAreTruncatedToTheirColumns() throws {
    let name = String(repeating: "漢", count: 40)
    let lines = try tree(#"{"seq":1,"t":0,"ev":"created","p":1,"kind":"then","label":"\#(name)"}"#)
    let cut = "○ · " + String(repeating: "漢", count: 29) + "…"
    #expect(lines[1].hasPrefix(cut + "  #1"))
  }

  @Test func onlyAPendingPromiseIsDrawnAsPaused() throws {
    let pausing = #"""
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"pausable"}
      {"seq":2,"t":10,"ev":"paused","p":1}
      """#
    #expect(try tree(pausing).last?.hasSuffix("paused") == true)
    let settling = pausing + "\n" + #"{"seq":3,"t":20,"ev":"fulfilled","p":1,"value":"7"}"#
    #expect(try tree(settling).last?.contains("paused") == false)
  }
}
