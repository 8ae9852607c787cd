// Rows of tables: names keep the lines of their call sites, durations are shown whole, and on a wide screen numbers stay close to their names.

import ChainModel
import Foundation

@testable import ChainScreen

@Suite struct TableTests {
  @Test("a cell that is too long for its column takes room from what is left of it, the name last")
  func longCells() {
    var row = TableRow([Span("load", .label)])
    row.add("466 ms", .time, 8)
    row.add("500 ms", .time, 8)
    expectEqual(row.spans(name: 8, "…").map(\.text).joined(), "load      466 ms  500 ms")
    #expect(row.spans(name: 8, "…").allSatisfy { $0.role != .time || !$0.text.hasPrefix(" ") }, "blanks have no role")
    row.cells[1].text.text = "12 min 34 s"
    expectEqual(row.spans(name: 8, "…").map(\.text).joined(), "load  466 ms 12 min 34 s")
    row.cells[0].text.text = "12 min 34 s"
    expectEqual(row.spans(name: 8, "…").map(\.text).joined(), " 12 min 34 s 12 min 34 s")
  }

  @Test(
    "a name is cut after its call site, whose line stays",
    arguments: [
      (40, "load report  src/reports.js:118"), (24, "load report  report…:118"), (20, "load repo…  rep…:118"),
      (16, "load …  rep…:118"),
    ])
  func names(_ width: Int, _ expected: String) {
    let name = [Span].name([Span("load report", .label)], at: "src/reports.js:118", within: width, "…")
    let text = name.fitted(to: width, "…").map(\.text).joined()
    expectEqual(text, expected.padding(toLength: width, withPad: " ", startingAt: 0))
  }

  /// A minute of requests; one call site has run for minutes.
  private func screen(_ columns: Int, _ rows: Int, keys: String = "") -> TestScreen {
    var script = EventScript()
    script.file = "src/api.swift"
    script.created(1_000, "async", "a listener with a very long name", line: 1_234)
    for index in 0..<400 {
      script.at(Double(index) * 500)
      script.created(PromiseID(index + 1), "async", index % 2 == 0 ? "order" : "user", line: index % 2 == 0 ? 41 : 22)
      script.at(Double(index) * 500 + 50)
      if index % 10 == 9 {
        script.rejected(PromiseID(index + 1), "down")
        script.add(.unhandled, PromiseID(index + 1))
      } else {
        script.fulfilled(PromiseID(index + 1), "200")
      }
    }
    script.fulfilled(1_000)
    var options = ScreenOptions(name: "shop-api")
    options.opensService = true
    var screen = TestScreen(script, options, columns: columns, rows: rows)
    screen.now = 200_000
    screen.draw()
    screen.play(keys)
    return screen
  }

  @Test("no page of a wide screen has a gap of sixty columns", arguments: ["", "Enter", "C", "c c", "L", "P"])
  func gaps(_ keys: String) {
    var screen = screen(200, 60, keys: keys)
    // The header and the footer have their ends at the edges of the screen.
    for pane in screen.lines.dropFirst(2).dropLast().flatMap({ $0.split(separator: "│") }) {
      let text = pane.drop { $0 == " " }.reversed().drop { $0 == " " }
      #expect(!String(text).contains(String(repeating: " ", count: 60)), "\(pane)")
    }
  }

  @Test(
    "the table of call sites shows the line of each, and durations of minutes whole", arguments: [40, 58, 69, 80, 140])
  func callSites(_ width: Int) {
    let screen = screen(80, 24, keys: "C")
    let content = GroupsPane(screen.view, width: width).content
    let rows = (1..<content.count).map { content.line($0).spans.map(\.text).joined() }
    for line in [":1234", ":41", ":22"] { #expect(rows.contains { $0.contains(line) }, "\(width): \(rows)") }
    #expect(rows.contains { $0.contains("3 min 20 s") }, "\(width): \(rows)")
    #expect(rows.allSatisfy { DisplayWidth.of($0) < width }, "\(width): \(rows)")
    // A click on the heading of a column sorts by it.
    let heading = content.line(0).spans.map(\.text).joined()
    if let failed = heading.firstRange(of: "failed") {
      let end = heading.distance(from: heading.startIndex, to: failed.upperBound)
      expectEqual(GroupsPane(screen.view, width: width).order(at: end), .failed)
    }
  }

  @Test("a narrow table of call sites shows how many promises were freed while pending", arguments: [58, 80])
  func freed(_ width: Int) {
    var script = EventScript()
    script.file = "src/subscriptions.swift"
    script.created(1, "async", "nextEvent", line: 1_234)
    script.add(.released, 1) { $0.state = .pending }
    var screen = TestScreen(script, columns: 80, rows: 24)
    screen.draw()
    let row = GroupsPane(screen.view, width: width).content.line(1).spans.map(\.text).joined()
    #expect(row.contains(":1234") && row.contains("◌ 1"), "\(row)")
  }

  @Test("the slowest promise of a call site comes first while it grows older, and S shows the newest first")
  func slowestFirst() {
    var script = EventScript()
    for index in 0..<200 {
      script.at(Double(index) * 100)
      script.created(PromiseID(index + 1), "async", "order", line: 41)
      script.at(Double(index) * 100 + (index == 7 ? 90 : 20))
      if index < 199 { script.fulfilled(PromiseID(index + 1)) }
    }
    var options = ScreenOptions(name: "shop-api")
    options.opensService = true
    var screen = TestScreen(script, options)
    screen.now = 19_950
    screen.draw()
    screen.play("Enter")
    func first() -> String { screen.lines.first { $0.contains("order #") } ?? "" }
    #expect(first().contains("order #8"), "an open one of 50 ms is not the slowest")
    screen.now = 21_500
    #expect(screen.draw().text.contains("order #8"), "an open promise ages only up to the last event of the log")
    var later = Event(.alive)
    later.time = 21_500_000_000
    screen.view.apply([later])
    screen.now = 23_000
    screen.draw()
    #expect(first().contains("order #200"), "1.60 s later it is")
    screen.play("S", shows: "newest first")
    #expect(first().contains("order #200"))
    screen.play("Down Down S")
    #expect(first().contains("order #200") && screen.draw().text.contains("slowest first"))
  }
}
