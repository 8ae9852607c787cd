// Handlers of rejections, adopted sources that are older than their adopters, and the waiting time of timers.

@Suite struct HandlerTests {
  @Test func everyCarrierOfARejectionNamesItsHandler() {
    check(
      """
      1 created "load", 2 then 1 "merge", 3 catch 2 "keep the list", 1 rejects "offline"
      2 passes 1 "offline", 3 starts, 2 handled by 3, 3 ends, 3 fulfils "old"
      """,
      shows: """
        ✘ ▾ load           #1  async  Main:1  3.00 ms  rejected: offline handled by #3 keep the list
        ✘   merge          #2  then   Main:2  3.00 ms  rejected: offline handled by #3 keep the list
        ✔   keep the list  #3  catch  Main:3  6.00 ms  old
        """)
  }

  @Test func aHandlerOfAnotherBranchIsNotTakenForOneOfThisBranch() {
    check(
      """
      1 created "load", 2 then 1 "show", 3 then 2 "print", 4 then 1 "log", 5 catch 4 "say why", 6 then 5 "go on"
      1 rejects "offline", 2 passes 1 "offline", 3 passes 2 "offline", 4 passes 1 "offline", 5 starts, 4 handled by 5
      5 passes 4 "offline", 6 passes 5 "offline"
      """,
      shows: """
        ✘ ▾ load       #1  async  Main:1  6.00 ms  rejected: offline handled by #5 say why
        ✘   ├ show     #2  then   Main:2  6.00 ms  rejected: offline handled on another branch, by #5 say why
        ✘   │ print    #3  then   Main:3  6.00 ms  rejected: offline handled on another branch, by #5 say why
        ✘   └ log      #4  then   Main:4  6.00 ms  rejected: offline handled by #5 say why
        ✘     say why  #5  catch  Main:5  8.00 ms  rejected: offline handled by #5 say why
        ✘     go on    #6  then   Main:6  8.00 ms  rejected: offline handled by #5 say why
        """)
  }

  @Test func branchesAreToldApartInAnyOrder() {
    let store = Picture(
      """
      1 created, 2 then 1, 3 then 2, 4 then 1, 5 catch 4, 6 then 5, 7 created, 8 catch 7
      1 rejects "a", 2 passes 1 "a", 3 passes 2 "a", 4 passes 1 "a", 4 handled by 5, 5 passes 4 "a", 6 passes 5 "a"
      7 rejects "b", 7 handled by 8
      """
    ).store
    let branches = HandlerBranches()
    for ids in [[1, 2, 3, 4, 5, 6, 7, 8], [6, 7, 3, 1, 2, 8, 5, 4]] as [[PromiseID]] {
      for id in ids {
        let handler = branches.handler(of: id, in: store)
        #expect(handler.map { $0.isElsewhere == [2, 3].contains(id) && $0.promise == (id < 7 ? 5 : 8) } ?? (id == 8))
      }
    }
  }

  /// A log of Swift says once per rejection that it was handled; one of Node, once per branch.
  ///
  /// Both say which handlers ran.
  @Test(arguments: ["", ", 4 handled by 6, 7 handled by 8"]) func eachBranchIsCreditedToItsOwnHandler(handled: String) {
    check(
      """
      1 created "load", 2 then 1 "a", 3 catch 2 "take a", 4 then 1 "b", 5 then 4 "b2", 6 catch 5 "take b", 7 then 5 "c"
      8 catch 7 "take c", 9 then 6 "on", 10 then 1 "end", 11 then 1 "end2"
      1 rejects "off", 2 passes 1 "off", 4 passes 1 "off", 5 passes 4 "off", 7 passes 5 "off", 10 passes 1 "off"
      11 passes 1 "off", 3 starts, 2 handled by 3, 3 ends, 3 fulfils "x", 8 starts, 8 ends, 8 fulfils "y", 6 starts, 6 ends
      6 passes 5 "off", 9 passes 6 "off"\(handled)
      """,
      shows: """
        ✘ ▾ load        #1   async  Main:1   11.0 ms  rejected: off handled by #3 take a
        ✘   ├ a         #2   then   Main:2   11.0 ms  rejected: off handled by #3 take a
        ✔   │ take a    #3   catch  Main:3   19.0 ms  x
        ✘   ├ b         #4   then   Main:4   10.0 ms  rejected: off handled by #6 take b
        ✘   │ b2        #5   then   Main:5   10.0 ms  rejected: off handled by #6 take b
        ✘   │ ├ take b  #6   catch  Main:6   22.0 ms  rejected: off handled by #6 take b
        ✘   │ │ on      #9   then   Main:9   20.0 ms  rejected: off handled by #6 take b
        ✘   │ └ c       #7   then   Main:7   9.00 ms  rejected: off handled by #8 take c
        ✔   │   take c  #8   catch  Main:8   17.0 ms  y
        ✘   ├ end       #10  then   Main:10  7.00 ms  rejected: off handled on another branch, by #3 take a
        ✘   └ end2      #11  then   Main:11  7.00 ms  rejected: off handled on another branch, by #3 take a
        """)
  }

  /// The first handler is that of a body that awaited the promise, or has returned a promise.
  @Test func aBranchBesideAnAwaitHasItsOwnHandler() {
    let store = Picture(
      """
      1 created, 2 then 1, 3 catch 2, 4 created, 4 starts, 4 awaits 1, 5 then 1, 6 catch 5, 7 created
      1 rejects "off", 2 passes 1 "off", 5 passes 1 "off", 4 continues, 1 handled by 4, 4 ends, 4 fulfils "x"
      3 starts, 2 handled by 3, 3 adopts 7, 3 ends, 6 starts, 5 handled by 6, 6 ends, 6 fulfils "y"
      """
    ).store
    let branches = HandlerBranches()
    expectEqual([1, 2, 5].map { branches.handler(of: $0, in: store)?.promise }, [4, 3, 6])
    let adopting = Picture(
      """
      1 created, 2 then 1, 3 catch 2, 4 then 1, 5 created
      1 rejects "off", 2 passes 1 "off", 4 passes 1 "off", 3 starts, 2 handled by 3, 3 adopts 5, 3 ends
      """)
    let handler = HandlerBranches().handler(of: 4, in: adopting.store)
    #expect(handler?.promise == 3 && handler?.isElsewhere == true)
  }

  @Test(arguments: ["", ", 3 handled by 4"]) func aFinallyIsNotCreditedWithARejectionThatItPassesOn(handled: String) {
    let store = Picture(
      """
      1 created, 2 then 1, 3 finally 2, 4 catch 3, 5 catch 1
      1 rejects "off", 2 passes 1 "off", 3 starts, 3 ends, 5 starts, 1 handled by 5, 5 ends, 5 fulfils "x"
      3 passes 2 "off", 4 starts\(handled), 4 ends, 4 fulfils "y"
      """
    ).store
    let branches = HandlerBranches()
    expectEqual([3, 2, 1].map { branches.handler(of: $0, in: store)?.promise }, [4, 4, 5])
  }

  @Test func aHandlerThatTheLogDoesNotNameIsFoundByContext() {
    var picture = Picture("1 created, 2 catch 1, 1 rejects \"e\"")
    var handled = Event(.handled, 1)
    handled.context = 2
    picture.store.apply(handled)
    expectEqual(HandlerBranches().handler(of: 1, in: picture.store)?.promise, 2)
    // A body that merely ran at the time is not a handler.
    var other = Picture("1 created, 2 created, 1 rejects \"e\"")
    other.store.apply(handled)
    #expect(HandlerBranches().handler(of: 1, in: other.store) == nil)
  }

  @Test func aCombinatorsOwnRejectionIsNotHandledByItself() {
    var picture = Picture("1 created, 2 all, 2 takes 1, 1 rejects \"e\", 1 handled by 2")
    var rejected = Event(.rejected, 2)
    rejected.cause = .combinator
    rejected.peer = 1
    picture.store.apply(rejected)
    expectEqual(HandlerBranches().handler(of: 1, in: picture.store)?.promise, 2)
    #expect(!picture.store.isHandled(2))
    expectEqual(picture.store.rejection(of: 2).origin, 1)
  }

  @Test func anOlderSourceKeepsItsPositionWhenAdopted() {
    check(
      """
      1 created "fetch", 2 then 1 "early", 3 created "late", 4 then 1 "later"
      3 adopts 4
      """,
      shows: """
        ○ ▾ fetch    #1  async  Main:1  4.00 ms  pending
        ○   ├ early  #2  then   Main:2  3.00 ms  pending
        ○   └ later  #4  then   Main:4  1.00 ms  pending
        ◍ ▾ late     #3  async  Main:3  2.00 ms  waits on #4
            └ ↪ #4 later
        """)
  }

  /// A promise may have a million of them; the details show a few.
  @Test func onlyTheFirstInputsAndHandlersAreListed() {
    var script = "1 created, 2 all"
    for id in 3...40 { script += ", \(id) created, 2 takes \(id), \(id + 100) all, \(id + 100) takes 1" }
    let picture = Picture(script)
    for limit in [0, 1, 2, 37, 38, 39, 64] {
      expectEqual(picture.store.inputs(of: 2, limit: limit), Array((3...40).prefix(limit)))
      expectEqual(picture.store.handlers(of: 1, limit: limit).map(\.by), Array((103...140).prefix(limit)))
    }
    let derived = Picture("1 created, 2 then 1, 3 all, 3 takes 1, 4 then 1, 5 all, 5 takes 1")
    for limit in 0...5 {
      expectEqual(derived.store.handlers(of: 1, limit: limit).map(\.by), Array([2, 4, 3, 5].prefix(limit)))
      var dependents: Set<PromiseID> = []
      derived.store.forEachDependent(of: 1, limit: limit) { id, _, _ in dependents.insert(id).inserted }
      expectEqual(dependents.count, min(limit, 4))
    }
  }

  @Test func aTimersWaitingEndsWhenItsSourceSettles() throws {
    let picture = Picture("1 created, 2 delay 1, @100 1 fulfils \"v\", @600 2 fulfils \"v\"")
    let (store, facts) = (picture.store, try #require(picture.store.facts(2)))
    #expect(store.isTimer(facts) && store.readyTime(facts) == 100_000_000)
    expectEqual(store.durations(facts, now: 0).waiting, 98_000_000)
    expectEqual(store.durations(facts, now: 0).total, 598_000_000)
  }
}
