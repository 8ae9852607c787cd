// The promises of a run by call site: each in the state that it ended in, nothing counted twice, and bounded memory.

@Suite struct GroupsTests {
  /// The groups of a history, from its events one by one.
  private func groups(_ script: String) -> [CallSiteGroup] {
    let history = WrittenHistory(script)
    var store = ChainStore(texts: history.texts)
    var groups = Groups()
    for event in history.events {
      store.apply(event)
      groups.apply(event, in: store)
    }
    return groups.all
  }

  @Test func aCancellationIsNoRejectionAndNeitherIsWhatWasFreedWhilePending() {
    let all = groups(
      """
      1 wrap, 2 wrap, 3 wrap, 4 wrap, 5 wrap
      1 fulfills "v", 2 rejects "e", 3 cancels, 4 freed
      """)
    expectEqual(all.map(\.fulfilled), [1, 0, 0, 0, 0])
    expectEqual(all.map(\.rejected), [0, 1, 0, 0, 0])
    expectEqual(all.map(\.canceled), [0, 0, 1, 0, 0])
    expectEqual(all.map(\.leaked), [0, 0, 0, 1, 0])
    expectEqual(all.map(\.pending), [0, 0, 0, 0, 1])
  }

  @Test func aHistoryThatIsAddedAtOnceHasTheGroupsOfItsEvents() {
    let script = """
      1 wrap, 2 then from 1, 3 wrap, 4 wrap
      1 fulfills "v", 2 cancels via 1, 3 rejects "e", 3 unhandled, 4 freed
      """
    var added = Groups()
    added.add(newest: 4, of: WrittenHistory(script).store)
    expectEqual(added.all, groups(script))
    expectEqual(added.all.map(\.unhandled), [0, 0, 1, 0])
  }

  @Test(
    "a call site is called by what its promises' labels have in common",
    arguments: [
      (["order 1", "order 2", "order 3"], "order"), (["GET /users/17", "GET /users/18"], "GET /users/…"),
      (["query users", "query orders", "query items"], "query …"), (["load 1", "store 1"], nil), (["page 7"], "page 7"),
      (["page 7", "page 7"], "page 7"), (["order 1", "order 2", "order of Ada", "order 3"], "order …"), ([], nil),
    ] as [([String], String?)])
  func labels(_ labels: [String], _ common: String?) {
    let texts = TextTable()
    var store = ChainStore(texts: texts)
    var groups = Groups()
    let site = Site(file: texts.intern("Loader.swift"), line: 41)
    for id in 1...max(1, labels.count) {
      for kind in [EventKind.created, .named] where kind == .created || id <= labels.count {
        var event = Event(kind, PromiseID(id))
        (event.operation, event.site) = (texts.intern("async"), site)
        if kind == .named { event.text = texts.intern(labels[id - 1]) }
        store.apply(event)
        groups.apply(event, in: store)
      }
    }
    expectEqual(groups.all.map(\.label), [common])
  }

  @Test("call sites beyond the limit share one group; nothing is lost")
  func overflow() {
    let texts = TextTable()
    var store = ChainStore(texts: texts)
    var groups = Groups(limit: 10, slowest: 5)
    let name = texts.intern("do")
    for id in 1...1_000 as ClosedRange<PromiseID> {
      for kind in [EventKind.created, .fulfilled] {
        var event = Event(kind, id)
        event.time = kind == .created ? 0 : Int64(id)
        (event.operation, event.cause) = (name, .resolver)
        event.site = Site(file: name, line: UInt32(id))
        store.apply(event)
        groups.apply(event, in: store)
      }
    }
    #expect(groups.all.count == 10 && groups.others.count == 990)
    #expect(groups.others.fulfilled == 990 && groups.others.pending == 0)
    expectEqual(groups.slowest.byTotal.map(\.promise), [1_000, 999, 998, 997, 996])
    expectEqual(groups.slowest.byOwn.map(\.durations.own), [1_000, 999, 998, 997, 996])
  }

  @Test func aSecondSettlementIsNotCountedASettlementThatWasLostIsWithoutATime() {
    let texts = TextTable()
    var store = ChainStore(texts: texts)
    var groups = Groups()
    for (index, event) in [
      Event(.created, 1), Event(.fulfilled, 1), Event(.rejected, 1), Event(.created, 2), Event(.released, 2),
      Event(.created, 3), Event(.released, 3),
    ].enumerated() {
      var event = event
      (event.time, event.cause) = (Int64(index), .resolver)
      if event.kind == .released { event.state = event.promise == 2 ? .fulfilled : .pending }
      store.apply(event)
      groups.apply(event, in: store)
    }
    // A second settlement at the same moment, with the other outcome.
    for kind in [EventKind.created, .fulfilled, .rejected] {
      var event = Event(kind, 4)
      (event.time, event.cause) = (9, .resolver)
      store.apply(event)
      groups.apply(event, in: store)
    }
    let group = groups.all.first
    #expect(group?.count == 4 && group?.fulfilled == 3 && group?.rejected == 0 && group?.leaked == 1)
    expectEqual(group?.total.count, 2)
  }
}
