// Going back in time: stepping, jumping, playing, bookmarks; and the present, which continues meanwhile.

import ChainModel

@Suite struct TimeTravelTests {
  private func ended(_ script: EventScript, columns: Int = 80, rows: Int = 24) -> TestScreen {
    var screen = TestScreen(script, columns: columns, rows: rows)
    screen.now = 5_000
    screen.view.end()
    return screen
  }

  @Test func stepsGoBackAndForthByOneEvent() {
    var screen = ended(.listLoader(failing: true))
    let last = screen.draw()
    screen.play("[", shows: "event 40 of 41", in: 0)
    #expect(screen.lines.contains { $0.contains("keep what we had #6") && !$0.contains("20 items") })
    screen.play("]", shows: "event 41 of 41", in: 0)
    screen.play(")")
    expectEqual(screen.draw(), last)
  }

  @Test func aRunThatBeginsWithALossGoesBackToItsStart() {
    var script = EventScript()
    script.lost(3)
    script.created(1, "async", "job")
    script.lost(2)
    var screen = ended(script)
    #expect(screen.lines.contains { $0.contains("3 events lost here") })
    screen.play("[ [ [", shows: "event 0 of 3", in: 0)
    #expect(!screen.lines.contains { $0.contains("lost here") })
    screen.play("] ] ]", shows: "2 events lost here")
  }

  @Test func theStartShowsNothingAndEveryStepItsEvent() {
    var screen = ended(.listLoader())
    screen.play("(", shows: "The playhead is at the start")
    screen.play("]", shows: "#1 created", in: 23)
    #expect(screen.lines.contains { $0.contains("read cache #1") })
    #expect(!screen.lines.contains { $0.contains("deliver local") })
  }

  @Test func theLiveRunGoesOnWhileOneLooksBack() {
    var script = EventScript()
    for id in 1...5 as ClosedRange<PromiseID> { script.created(id, "async", "job \(id)") }
    var screen = TestScreen(script)
    screen.play("[ [")
    #expect(!screen.lines.contains { $0.contains("job 4") })
    let before = script.events.count
    script.created(6, "async", "job 6")
    screen.view.apply(script.events[before...].map { screen.translate($0, from: script.texts) })
    #expect(!screen.lines.contains { $0.contains("job 6") })
    #expect(screen.lines[0].contains("event 3 of 6"))
    screen.play("Space", shows: "job 6")
    #expect(screen.lines[0].contains("live"))
  }

  @Test func playingFollowsTheClockAtItsSpeed() {
    var screen = ended(.listLoader())
    screen.play("( p", shows: "playing ×1", in: 0)
    #expect(screen.view.isMoving)
    screen.view.advance(by: 3_600_000)
    #expect(screen.lines.contains { $0.contains("read cache #1") && $0.contains("20 items") })
    #expect(!screen.lines.contains { $0.contains("GET /list") })
    screen.play("> > >", shows: "playing ×8", in: 0)
    screen.view.advance(by: 1_000_000)
    #expect(screen.lines.contains { $0.contains("GET /list") })
    screen.view.advance(by: 10_000_000_000)
    #expect(!screen.view.isMoving)
    screen.play("< < < < < <")
    screen.play("( p", shows: "playing ×1/8", in: 0)
  }

  @Test func bookmarksAreReturnedToAndCompared() {
    var screen = ended(.shop(), columns: 140, rows: 60)
    screen.play("( ] ] ] m", shows: "Bookmark at event 3.", in: 59)
    screen.play(") v")
    #expect(screen.draw().text.contains("changes since event 3"))
    #expect(screen.draw().text.contains("4 rejected"), "\(screen.draw().text)")
    screen.play("'", shows: "event 3 of", in: 0)
  }

  @Test func aJumpMovesByTimeAndNeverStandsStill() {
    var screen = ended(.shop())
    var last = ""
    for _ in 0..<60 {
      screen.play("{")
      if screen.lines[0] == last { break }
      last = screen.lines[0]
    }
    #expect(screen.lines[0].contains("event 0 of"))
    screen.play("}")
    #expect(!screen.lines[0].contains("event 0 of"))
  }

  @Test func problemsOfTheFutureAreNotShown() {
    var screen = ended(.shop(), columns: 140)
    #expect(screen.lines[1].contains("unhandled"))
    screen.play("( ] ] ]")
    #expect(!screen.lines[1].contains("unhandled"))
  }

  @Test func theTimelineZoomsAroundTheSelection() {
    var screen = ended(.shop(), columns: 140)
    let whole = screen.lines[2]
    screen.play("z z")
    #expect(screen.lines[2] != whole)
    screen.play("T")
    expectEqual(screen.lines[2], whole)
    screen.play("z H K Z Z Z")
    expectEqual(screen.lines[2], whole)
  }

  @Test func aScreenCanOpenAtTheStart() {
    var options = ScreenOptions(name: "shop")
    options.startsAtStart = true
    let script = EventScript.shop()
    var view = Screen(options, texts: script.texts)
    view.apply(script.events)
    view.end()
    let picture = view.frame(Size(columns: 80, rows: 24), now: 0).text
    #expect(picture.contains("event 0 of"))
    _ = view.update(.character("p"), now: 0)
    view.advance(by: 6_000_000_000)
    #expect(view.frame(Size(columns: 80, rows: 24), now: 0).text.contains("lock stock #4"))
  }

  /// A large run is left and returned to in steps, and a key meanwhile goes elsewhere.
  @Test func aLargeRunIsCrossedInSteps() {
    let texts = TextTable()
    var view = Screen(ScreenOptions(name: "crowd"), texts: texts)
    let (size, count) = (Size(columns: 80, rows: 24), 300_000 as UInt64)
    view.apply(
      (1...count).map { number in
        var event = Event(number <= 1_000 ? .created : .progressed, 1 + number % 1_000)
        (event.sequence, event.time) = (number, Int64(number))
        return event
      })
    view.end()
    func header() -> String {
      view.wholeFrame(size, now: 0).text.split(separator: "\n").first.map(String.init) ?? ""
    }
    _ = header()
    for (key, end) in [("(", "event 0 of"), (")", "")] {
      let before = view.store.lastTime
      _ = view.update(.character(Character(key)), now: 0)
      let isOnItsWay = view.isMoving
      #expect(isOnItsWay && view.store.lastTime != before && view.store.lastTime % Int64(count) != 0)
      #expect(header().contains(end) && !view.isMoving)
      expectEqual(view.store.lastTime, end.isEmpty ? Int64(count) : 0)
    }
    _ = view.update(.character("("), now: 0)
    _ = view.update(.character(")"), now: 0)
    _ = header()
    expectEqual(view.store.lastTime, Int64(count))
  }

  /// A pause of a large run copies its store in steps, and what happens meanwhile is shown afterward.
  @Test(arguments: [false, true])
  func aPausedLargeRunMissesNothing(endsMeanwhile: Bool) {
    let texts = TextTable()
    var view = Screen(ScreenOptions(name: "crowd"), texts: texts)
    let (size, count) = (Size(columns: 80, rows: 24), 120_000 as PromiseID)
    func events(_ kind: EventKind, _ promises: ClosedRange<PromiseID>, after start: UInt64) -> [Event] {
      promises.map { promise in
        var event = Event(kind, promise)
        event.sequence = start + promise
        event.time = Int64(event.sequence)
        return event
      }
    }
    view.apply(events(.created, 1...count, after: 0))
    _ = view.frame(size, now: 200_000)
    _ = view.update(.character(" "), now: 200_000)
    view.apply(events(.fulfilled, 1...1_000, after: count))
    let isMoving = view.isMoving
    #expect(isMoving)
    if endsMeanwhile { view.end() }
    var frames = 0
    while view.isMoving, frames < 100 {
      _ = view.frame(size, now: 200_000)
      frames += 1
    }
    #expect(endsMeanwhile || frames > 2)
    expectEqual(view.store.counts.fulfilled, 0)
    _ = view.update(.character(")"), now: 200_000)
    _ = view.frame(size, now: 200_000)
    expectEqual(view.store.counts.fulfilled, 1_000)
    expectEqual(view.store.counts.pending, Int(count) - 1_000)
  }
}
