// What the screen says about the recorded runs of scenarios with a fault.

import ChainModel
import Foundation
import PromiseLog

@Suite struct GoldenRunTests {
  /// The screen of a scenario's log after some keys.
  private func lines(
    _ name: String, _ keys: String = "e", columns: Int = 140, rows: Int = 45, language: Language = .english,
    ascii: Bool = false
  ) throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let reader = try LogReader(path: folder.appendingPathComponent("ScenariosTests/Golden/\(name).ndjson").path)
    let events = try reader.allEvents()
    var options = ScreenOptions(name: name, isASCII: ascii)
    options.language = language
    var view = Screen(options, texts: reader.texts)
    view.apply(events)
    view.end()
    let size = Size(columns: columns, rows: rows)
    let now = events.last?.time ?? 0
    _ = view.frame(size, now: now)
    for key in keys.split(separator: " ").compactMap({ Key(named: String($0)) }) {
      _ = view.update(key, now: now)
      _ = view.frame(size, now: now)
    }
    return view.frame(size, now: now).text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The row of a promise in the tree.
  private func row(_ name: String, in lines: [String]) -> String {
    lines.dropFirst(2).first { $0.contains(name) } ?? ""
  }

  /// The text of the pane on the left below the tree, its lines joined.
  private func pane(_ lines: [String]) -> String {
    let start = lines.firstIndex { $0.hasPrefix("── ") } ?? lines.count
    return lines[start...].dropLast().map { line in
      line.split(separator: "│", maxSplits: 1, omittingEmptySubsequences: false)[0].split(separator: " ").joined(
        separator: " ")
    }.joined(separator: " ")
  }

  // MARK: Cycles

  @Test(arguments: [80, 140, 200]) func aCycleIsNamed(columns: Int) throws {
    let lines = try lines("cycle", columns: columns)
    let settings = row("settings #2", in: lines)
    #expect(settings.contains("cycle: #8 → #1 → #7 → #2") || columns == 80 && settings.contains("cycle: #8 → #1"))
    #expect(settings.contains(columns == 80 ? "✘" : "rejected") && settings.contains("↻"), "the promise was rejected")
    #expect(lines[1].contains("↻ 1 cycle") && !lines[1].contains("hang"))
    let pane = pane(lines)
    #expect(
      pane.contains(
        "probably #2 waited for \"find settings\" (#8), #8 for \"profile\" (#1), #1 for \"translate\" (#7), #7 for #2"),
      "\(pane)")
    #expect(pane.contains("settings #2 → find settings #8 → profile #1 → translate #7 → ↻ #2"), "\(pane)")
    #expect(!pane.contains("its resolver settled it"))
  }

  @Test func aCycleIsNamedInChineseAndInASCII() throws {
    let chinese = try lines("cycle", language: .chinese)
    #expect(row("settings #2", in: chinese).contains("循环：#8 → #1 → #7 → #2"))
    #expect(pane(chinese).contains("采用了一个 Promise"))
    let ascii = try lines("cycle", ascii: true)
    #expect(row("settings #2", in: ascii).contains("@") && row("settings #2", in: ascii).contains("#8 -> #1"))
  }

  @Test func aPromiseResolvedWithItselfIsNotTheResolversDoing() throws {
    let pane = pane(try lines("self-resolution"))
    #expect(pane.contains("the library rejected it, because it was resolved with itself"), "\(pane)")
    #expect(!pane.contains("handler's own promise"), "no handler is involved")
  }

  // MARK: The header

  @Test func aProblemIsCountedOnce() throws {
    let header = try lines("unhandled-rejection")[1]
    #expect(header.contains("✘ 3 rejected") && header.contains("! 1 unhandled rejection"))
    expectEqual(header.split(separator: "!").count, 2, "\(header)")
  }

  @Test(arguments: [false, true]) func aHangAndALeakDiffer(_ isASCII: Bool) throws {
    let header = try lines("hangs", "", ascii: isASCII)[1]
    #expect(header.contains(isASCII ? "% 2 freed" : "◌ 2 freed"), "\(header)")
    #expect(header.contains(isASCII ? "H 1 hang (1 waits)" : "∞ 1 hang (1 waits)"), "\(header)")
  }

  @Test func theHelpListsEachGlyphOfAStateOnce() throws {
    let help = try lines("hangs", "F1 ?", rows: 90)
    for entry in ["!  unhandled", "◌  freed", "∞  hang", "↻  cycle"] {
      expectEqual(help.count { $0.contains(entry) }, 1, "\(entry)")
    }
    #expect(!help.contains { $0.contains("◌  hang") })
  }

  // MARK: Rows and answers

  @Test func anUnhandledRejectionLeadsToItsOrigin() throws {
    let lines = try lines("unhandled-rejection", columns: 80, rows: 24)
    let marked = lines.first { $0.hasPrefix("▌") } ?? ""
    #expect(marked.contains("#1") && marked.contains("unhandled at #3"), "\(marked)")
    #expect(pane(lines).contains("No handler took it: it is unhandled"), "\(lines.joined(separator: "\n"))")
    #expect(lines[23].contains("P List") && lines[23].contains("Problem 1 of 1."))
  }

  @Test func aProblemDoesNotHideTheState() throws {
    let row = row("download #1", in: try lines("settled-twice", "", columns: 80, rows: 24))
    #expect(row.contains("◆") && row.contains("✘ timedOut"), "\(row)")
  }

  @Test func aBodyThatQueuedSaysHowManyWereAheadOfIt() throws {
    let lines = try lines("queue-contention")
    #expect(row("query row 30 #33", in: lines).contains("queued 1.74 s behind 29 others"))
    let pane = pane(lines)
    #expect(pane.contains("1.74 s (97 %) #33 query row 30 queued behind 29 others"), "\(pane)")
  }

  @Test func thePathIsMarkedWithoutColor() throws {
    let lines = try lines("unhandled-rejection", "e w", columns: 80, rows: 24)
    let marked = lines.filter { $0.contains(" » ") || $0.contains("▾»") || $0.dropFirst(3).hasPrefix("»") }
    expectEqual(marked.count, 3, "\(lines.joined(separator: "\n"))")
  }

  @Test func noLineBreaksWithinANumber() throws {
    for columns in 116...180 {
      let lines = try lines("unhandled-rejection", columns: columns, language: .chinese)
      for (line, next) in zip(lines, lines.dropFirst()) {
        let (end, start) = (left(line), left(next))
        #expect(!(end.last?.isNumber == true && start.first?.isNumber == true), "\(columns): \(end) / \(start)")
      }
    }
  }

  private func left(_ line: String) -> String {
    let text = line.split(separator: "│", maxSplits: 1, omittingEmptySubsequences: false)[0]
    return text.split(separator: " ").joined(separator: " ")
  }
}
