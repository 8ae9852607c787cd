// The table of texts: handles, forgetting, and holds.

@Suite struct TextTableTests {
  @Test("equal texts have equal handles; no text is not the empty text")
  func interning() {
    let texts = TextTable()
    let first = texts.intern("a")
    #expect(texts.intern("a") == first && texts[first] == "a")
    #expect(texts.intern("b") != first)
    let empty = texts.intern("")
    #expect(empty != .none && texts[empty] == "" && texts[.none] == nil)
    #expect(texts[TextID(rawValue: 999)] == nil)
  }

  @Test func textsThatOnlyLookTheSameKeepTheirOwnBytes() {
    let texts = TextTable()
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let handles = [texts.intern(composed), texts.intern(decomposed)]
    expectEqual(handles.map { texts[$0].map { Array($0.utf8) } }, [Array(composed.utf8), Array(decomposed.utf8)])
  }

  @Test func anyThreadMayCallIt() {
    let texts = TextTable()
    let handles = Mutex<[[TextID]]>([])
    together(4) { _ in
      let own = (0..<2000).map { texts.intern("text \($0)") }
      handles.withLock { $0.append(own) }
    }
    expectEqual(Set(handles.withLock { $0 }).count, 1)
  }

  @Test func forgettingKeepsTheTextsThatWereInternedRecently() {
    let texts = TextTable(youth: 100)
    let old = texts.intern("old")
    let used = texts.intern("used")
    for round in 0..<4 {
      expectEqual(texts[used], "used")
      for number in 0..<110 { _ = texts.intern("\(round) \(number)") }
      expectEqual(texts.intern("used"), used)
      texts.forget()
    }
    #expect(texts[old] == nil)
    expectEqual(texts[used], "used")
    #expect(texts.count < 330)
    let again = texts.intern("old")
    #expect(again != old && texts[again] == "old")
  }

  @Test func aTableThatGrowsAndForgetsManyTimesFindsExactlyTheTextsThatItHas() {
    let texts = TextTable(youth: 1_000)
    var handles: [Int: TextID] = [:]
    for round in 0..<20 {
      // Each round repeats the second half of the previous one.
      for number in round * 1_500..<round * 1_500 + 3_000 {
        let id = texts.intern("text \(number)")
        if let former = handles[number], texts[former] != nil { expectEqual(id, former) }
        handles[number] = id
      }
      texts.forget()
      for number in round * 1_500 + 1_500..<round * 1_500 + 3_000 {
        expectEqual(handles[number].flatMap { texts[$0] }, "text \(number)")
      }
    }
    #expect(texts[handles[0] ?? .none] == nil)
    #expect(texts.count < 10_000)
    expectEqual(Set(handles.values).count, handles.count)
  }

  @Test func aHoldKeepsTheTextsThatWereInternedSinceItWasMade() {
    let texts = TextTable(youth: 100)
    func pass() {
      for _ in 0..<4 {
        let start = texts.count
        for number in 0...100 + start { _ = texts.intern("\(start) \(number)") }
        texts.forget()
      }
    }
    let old: TextID
    do {
      let hold = texts.hold()
      do {
        let same = texts.hold()
        old = texts.intern("old")
        pass()
        expectEqual(texts[old], "old")
        withExtendedLifetime(same) {}
      }
      pass()
      expectEqual(texts[old], "old", "two holds were made in the same round, and one is left")
      withExtendedLifetime(hold) {}
    }
    pass()
    #expect(texts[old] == nil)
  }

  @Test func aClosedHoldKeepsTheTextsThatWereThereWhenItWasMadeAndNoneThatCameLater() {
    let texts = TextTable(youth: 600)
    func pass(_ name: String) {
      for round in 0..<4 {
        for number in 0...600 + texts.count { _ = texts.intern("\(name) \(round) \(number)") }
        texts.forget()
      }
    }
    let early = texts.intern("early")
    pass("before")
    let open = texts.hold()
    let kept = texts.intern("kept")
    let closed = texts.closedHold(since: open.round)
    do {
      pass("during")
      let later = texts.intern("later")
      pass("after")
      #expect(texts[kept] == "kept" && texts[later] == "later" && texts[early] == nil)
      withExtendedLifetime(open) {}
    }
    do {
      let later = texts.intern("later still")
      let again = texts.hold(since: closed.round)
      withExtendedLifetime(again) {}
      expectEqual(texts[later], "later still")
    }
    withExtendedLifetime(closed) {}
  }

  @Test func aClosedHoldFreesWhatCameAfterIt() {
    let texts = TextTable(youth: 3_000)
    let kept = texts.intern("kept")
    let hold = texts.closedHold(since: 0)
    var later: [TextID] = []
    for round in 0..<20 {
      for number in 0..<4_000 { later.append(texts.intern("\(round) \(number)")) }
      texts.forget()
    }
    expectEqual(texts[kept], "kept")
    #expect(texts.count < 20_000)
    #expect(texts.bytes < 20_000 * 40 && texts.bytesAdded > 80_000 * 30)
    #expect(later.suffix(4_000).allSatisfy { texts[$0] != nil })
    withExtendedLifetime(hold) {}
  }

  @Test func textsOfMegabytesAreStoredWholeAndForgottenAccordingToTheirSize() {
    let texts = TextTable(youth: 1_000)
    let short = texts.intern("short")
    let long = (0..<5).map { String(repeating: "\($0)", count: 9 << 20) }
    let handles = long.map { texts.intern($0) }
    expectEqual(Set(handles + [short]).count, 6)
    #expect(zip(handles, long).allSatisfy { texts[$0] == $1 } && texts[short] == "short")
    #expect(texts.intern(long[4]) == handles[4] && texts.intern("short") == short)
    for round in 0..<20 {
      _ = texts.intern("\(round)" + String(repeating: " ", count: 1 << 20))
      texts.forget()
      #expect(texts.count < 10)
    }
    #expect(handles.allSatisfy { texts[$0] == nil })
  }

  @Test func symbolsAreNumberedOnce() {
    let number = Symbols.number(of: "a symbol of this test")
    #expect(number != 0 && Symbols.number(of: "a symbol of this test") == number)
    expectEqual(Symbols.name(of: number), "a symbol of this test")
    #expect(Symbols.name(of: 0) == nil && Symbols.name(of: .max) == nil)
  }
}
