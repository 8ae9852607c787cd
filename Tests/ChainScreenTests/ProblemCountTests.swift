// The header and the rows agree: each problem that is counted has one row with its badge, at the end of a run and at every moment before.

import ChainAnalysis
import ChainModel

@testable import ChainScreen

@Suite struct ProblemCountTests {
  /// The number of each problem's glyphs in the rows of the tree, in the columns of the glyph and of the outcome.
  private func badges(_ screen: LoggedScreen) -> [ProblemKind: Int] {
    var counts: [ProblemKind: Int] = [:]
    let view = screen.view
    let columns = TreeColumns(width: 200)
    for index in 0..<screen.view.outline.count {
      guard let facts = screen.view.outline[index].node.flatMap(screen.view.store.facts) else { continue }
      var grid = Grid(Size(columns: 200, rows: 1))
      let timeline = TimeAxis(window: view.window, width: columns.bar.count)
      TreeRow(screen: view, columns: columns, timeline: timeline, index: index, facts: facts).draw(
        into: &grid, row: 0)
      let line = Array(grid.text)
      // Further badges stand before the outcome, each followed by a blank.
      var drawn = [line[TreeColumns.glyph]]
      for column in stride(from: columns.outcome.lowerBound, to: columns.outcome.upperBound, by: 2) {
        guard ProblemKind.allCases.contains(where: { screen.view.glyphs.problem($0) == String(line[column]) }) else {
          break
        }
        drawn.append(line[column])
      }
      for kind in ProblemKind.allCases where drawn.contains(Character(screen.view.glyphs.problem(kind))) {
        counts[kind, default: 0] += 1
      }
    }
    return counts
  }

  private func expectAgreement(_ screen: LoggedScreen, _ place: String) {
    var counted: [ProblemKind: Int] = [:]
    for kind in screen.view.problems.kinds { counted[kind] = screen.view.problems.counts[kind.rawValue] }
    // Before anything is found, the states speak for themselves.
    if screen.view.problems.isEmpty, screen.view.store.counts.unhandled > 0 {
      counted[.unhandled] = screen.view.store.counts.unhandled
    }
    expectEqual(badges(screen), counted, "\(place)")
  }

  @Test("each counted problem has one row with its badge", arguments: LoggedScreen.all)
  func atTheEnd(_ path: String) throws {
    guard let screen = try? LoggedScreen(path, 200, 60) else { return }
    expectAgreement(screen, path)
  }

  @Test("the numbers of the header add up to all promises", arguments: LoggedScreen.all)
  func states(_ path: String) throws {
    guard var screen = try? LoggedScreen(path, 80, 24) else { return }
    let numbers = screen.lines[1].prefix { !"∞!↻◆▒⚑•◇".contains($0) }.split(separator: " ").compactMap {
      Int(String($0.filter { $0 != "," }.drop { !$0.isNumber }))
    }
    guard let total = numbers.first else { return }
    expectEqual(numbers.dropFirst().reduce(0, +), total, "\(screen.lines[1])")
  }

  @Test("80 columns have room for how often a problem occurred")
  func occurrences() throws {
    var script = EventScript()
    for id in 1...655 as ClosedRange<UInt64> {
      script.created(id, "async", "next event", line: 3)
      script.add(.released, id) { $0.state = .pending }
    }
    script.at(60_000)
    var screen = TestScreen(script)
    screen.now = 60_000
    #expect(screen.lines[1].contains("∞ 1 hang") && screen.lines[1].contains("655"), "\(screen.lines[1])")
  }

  @Test(
    "so it is at every moment of a run",
    arguments: ["find-the-fault", "cycle", "hangs", "unhandled-branch", "retry-storm"])
  func before(_ name: String) throws {
    var screen = try LoggedScreen.demo(name, 200, 60)
    screen.play("(")
    for step in 1...60 {
      screen.play("]")
      expectAgreement(screen, "\(name) after \(step) events")
    }
  }

  @Test func thePastCountsNoProblemAndNoVictimBeforeItWasKnown() throws {
    var screen = try LoggedScreen.demo("find-the-fault")
    screen.play("(")
    #expect(screen.view.problems.isEmpty)
    var victims = [0]
    for _ in 0..<80 {
      screen.play("]")
      let time = screen.view.store.lastTime
      for finding in screen.view.problems.findings {
        #expect(finding.list.allSatisfy { $0.known <= time && screen.view.store.contains($0.promise) })
        expectEqual(finding.occurrences, finding.list.count)
      }
      victims.append(screen.view.problems.victims)
    }
    #expect(victims.last == 2 && victims == victims.sorted(), "what waits for the root comes one by one")
    #expect(screen.lines[1].contains("∞ 1 hang"))
  }

  @Test func eTheListAndTheHeaderHaveOneOrder() throws {
    var screen = try LoggedScreen.demo("find-the-fault", 140, 45)
    let problems = screen.view.problems
    expectEqual(
      problems.kinds,
      problems.findings.map(\.kind).reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    var visited: [PromiseID?] = []
    for _ in problems.findings {
      screen.play("e")
      visited.append(screen.view.state.selection)
    }
    expectEqual(visited, problems.findings.map(\.promise))
    screen.play("P")
    let targets = PaneCatalog.content(of: .problems, screen.view, width: 70)
    var listed: [PromiseID?] = []
    for line in 0..<targets.count where listed.last != targets.line(line).target {
      listed.append(targets.line(line).target)
    }
    expectEqual(listed, visited)
  }
}
