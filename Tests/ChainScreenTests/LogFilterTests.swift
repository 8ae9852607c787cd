// The filter of the log: only events whose line contains the text, found in steps, and left with Esc.

import PromiseLog

@testable import ChainScreen

@Suite struct LogFilterTests {
  private func events(_ screen: inout TestScreen) -> [String] {
    guard let frame = screen.view.layout.panes.first(where: { $0.kind == .log })?.frame else { return [] }
    let lines = screen.lines[frame.row + 1..<frame.row + frame.height]
    return lines.map { String($0.prefix(frame.width).drop { $0 == " " || $0 == "▌" }) }.filter { !$0.isEmpty }
  }

  @Test func theLogShowsOnlyEventsThatContainTheTextAndAllOfThemAgainAfterEsc() throws {
    var screen = TestScreen(.listLoader(), columns: 100, rows: 40)
    screen.play("L L")
    screen.play(screen.view.state.focus == .log ? "" : "Tab")
    try #require(screen.view.state.focus == .log)
    let all = events(&screen)
    screen.play("\\ F u l f i l l e d Enter")
    let found = events(&screen)
    #expect(!found.isEmpty && found.count < all.count)
    #expect(found.allSatisfy { $0.contains("fulfilled") }, "\(found)")
    #expect(screen.lines.contains { $0.contains("log   filter: Fulfilled") })
    // The tree keeps all of its rows.
    #expect(screen.view.state.filter.isEmpty)
    screen.play("Esc")
    #expect(events(&screen) == all && screen.view.state.focus == .log)
    screen.play("Esc")
    #expect(screen.view.state.focus == nil)
  }

  @Test func aTextWithoutMatchesSaysSoAndEscWhileTypingRestoresTheFormerFilter() {
    var screen = TestScreen(.listLoader(), columns: 100, rows: 40)
    screen.play("L Tab \\ q q q Enter", shows: "No event matches; Esc shows all.")
    screen.play("\\ q Esc")
    expectEqual(screen.view.state.logFilter, "qqq")
  }

  @Test func aLongLogIsSearchedInStepsAndNewEventsAreSearchedToo() {
    let archive = MemoryArchive(count: 3 * LogMatches.step + 7)
    var matches = LogMatches()
    var rounds = 0
    repeat {
      matches.advance("NINE", in: archive) { _, position in position % 9 == 0 ? "nine" : "other" }
      rounds += 1
    } while matches.isBusy && rounds < 10
    expectEqual(rounds, 4)
    #expect(matches.positions == (0..<UInt64(3 * LogMatches.step + 7)).filter { $0 % 9 == 0 })
    // The same text continues where it was; another one starts again.
    matches.advance("nine", in: MemoryArchive(count: 3 * LogMatches.step + 10)) { _, _ in "nine" }
    expectEqual(matches.positions.suffix(3), [12_295, 12_296, 12_297])
    matches.advance("x", in: MemoryArchive(count: 2)) { _, _ in "x" }
    #expect(matches.positions == [0, 1] && !matches.isBusy)
  }
}

private struct MemoryArchive: EventArchive {
  let count: Int
  var positions: Range<UInt64> { 0..<UInt64(count) }

  func lastMark(where holds: (EventMark) -> Bool) -> EventMark? { nil }

  func read(from position: UInt64, into events: inout [Event], limit: Int) {
    for _ in position..<min(UInt64(count), position + UInt64(limit)) { events.append(Event(.noted)) }
  }
}
