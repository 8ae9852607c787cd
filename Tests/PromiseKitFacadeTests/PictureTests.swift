// What the log says of each operator: kinds, edges, causes, who handled. The picture is the assertion.

import PromiseKitFacade
import Testing

@Suite("pictures")
struct PictureTests {
  @Test("firstly, then, map, done, catch: a value all the way")
  func chain() {
    #expect(
      picture { _ in
        firstly {
          Promise.value(1)
        }.then {
          Guarantee.value("\($0)")
        }.map {
          $0 + "!"
        }.done { _ in
        }.catch { _ in
        }
      } == """
        created #1 firstly
        started #1 on inline in #1
        created #2 value in #1
        fulfilled #2 1 by resolver in #1
        adopted #1 of #2 in #1
        fulfilled #1 via #2 1 by adopted in #1
        created #3 then from #1
        registered #1 by #3 [fulfilled]
        created #4 map from #3
        registered #3 by #4 [fulfilled]
        created #5 done from #4
        registered #4 by #5 [fulfilled]
        created #6 catch from #5
        registered #5 by #6 [rejected]
        started #3 on main in #3
        created #7 value in #3
        fulfilled #7 "1" by resolver in #3
        adopted #3 of #7 in #3
        fulfilled #3 via #7 "1" by adopted in #3
        started #4 on main in #4
        fulfilled #4 "1!" by returned in #4
        started #5 on main in #5
        fulfilled #5 by returned in #5
        fulfilled #6 via #5 by passthrough in #5
        """)
  }

  @Test("compactMap of nil: the rejection passes on to the catch that handles it")
  func compactMap() {
    #expect(
      picture { _ in
        Promise.value("x").compactMap { Int($0) }.get { _ in }.done { _ in }.catch { _ in }.finally {}
      } == """
        created #1 value
        fulfilled #1 "x" by resolver
        created #2 compactMap from #1
        registered #1 by #2 [fulfilled]
        created #3 get from #2
        registered #2 by #3 [fulfilled]
        created #4 done from #3
        registered #3 by #4 [fulfilled]
        created #5 catch from #4
        registered #4 by #5 [rejected]
        created #6 finally from #5
        registered #5 by #6 [fulfilled rejected]
        started #2 on main in #2
        rejected #2 Could not `compactMap<Int>`: x by threw in #2
        rejected #3 via #2 Could not `compactMap<Int>`: x by passthrough in #2
        rejected #4 via #3 Could not `compactMap<Int>`: x by passthrough in #2
        started #5 on main in #5
        handled #4 in #5
        fulfilled #5 by returned in #5
        started #6 on main in #6
        fulfilled #6 by returned in #6
        """)
  }

  @Test("catch and a cancellation: not called, and not handled")
  func cancellation() {
    #expect(
      picture { _ in
        Promise<Int>(error: PMKError.cancelled).catch { _ in }
      } == """
        created #1 error
        rejected #1 The asynchronous sequence was cancelled by resolver cancelled
        created #2 catch from #1
        registered #1 by #2 [rejected]
        rejected #2 via #1 The asynchronous sequence was cancelled by passthrough cancelled
        """)
  }

  @Test("recover: handled, and locked in to what comes instead")
  func recover() {
    #expect(
      picture { _ in
        Promise<Int>(error: Oops.one).recover { _ in after(seconds: 1).map { 2 } }.done { _ in }
      } == """
        created #1 error
        rejected #1 one by resolver
        created #2 recover from #1
        registered #1 by #2 [rejected]
        created #3 done from #2
        registered #2 by #3 [fulfilled]
        started #2 on main in #2
        handled #1 in #2
        created #4 after in #2
        created #5 map from #4 in #2
        registered #4 by #5 [fulfilled] in #2
        adopted #2 of #5 in #2
        fulfilled #4 by resolver at 1.0s
        started #5 on main at 1.0s in #5
        fulfilled #5 2 by returned at 1.0s in #5
        fulfilled #2 via #5 2 by adopted at 1.0s in #5
        started #3 on main at 1.0s in #3
        fulfilled #3 by returned at 1.0s in #3
        """)
  }

  @Test("ensure, ensureThen: the outcome goes on")
  func ensure() {
    #expect(
      picture { _ in
        Promise<Int>(error: Oops.one).ensure {}.ensureThen { after(seconds: 1) }.cauterize()
      } == """
        created #1 error
        rejected #1 one by resolver
        created #2 ensure from #1
        registered #1 by #2 [fulfilled rejected]
        created #3 ensureThen from #2
        registered #2 by #3 [fulfilled rejected]
        created #4 cauterize from #3
        registered #3 by #4 [rejected]
        started #2 on main in #2
        rejected #2 via #1 one by passthrough in #2
        started #3 on main in #3
        created #5 after in #3
        created #6 ensureThen from #5 in #3
        registered #5 by #6 [] in #3
        adopted #3 of #6 in #3
        fulfilled #5 by resolver at 1.0s
        rejected #6 via #2 one by passthrough at 1.0s
        rejected #3 via #6 one by adopted at 1.0s
        started #4 on main at 1.0s in #4
        handled #3 at 1.0s in #4
        fulfilled #4 by returned at 1.0s in #4
        """)
  }

  @Test("when: the values, once all are there; the error, at once")
  func when_() {
    #expect(
      picture { _ in
        let two = after(seconds: 1).map { 2 }
        _ = when(fulfilled: Promise.value("a"), two)
        _ = when(fulfilled: [Promise.value(1), Promise(error: Oops.one)])
      } == """
        created #1 after
        created #2 map from #1
        registered #1 by #2 [fulfilled]
        created #3 value
        fulfilled #3 "a" by resolver
        created #4 when
        registered #3 by #4 [fulfilled rejected]
        registered #2 by #4 [fulfilled rejected]
        created #5 value
        fulfilled #5 1 by resolver
        created #6 error
        rejected #6 one by resolver
        created #7 when
        registered #5 by #7 [fulfilled rejected]
        registered #6 by #7 [fulfilled rejected]
        handled #6
        rejected #7 via #6 one by combinator
        unhandled #7
        fulfilled #1 by resolver at 1.0s
        started #2 on main at 1.0s in #2
        fulfilled #2 2 by returned at 1.0s in #2
        fulfilled #4 via #2 ("a", 2) by combinator at 1.0s in #2
        """)
  }

  @Test("when(fulfilled:concurrently:): made one after the other")
  func concurrently() {
    #expect(
      picture { _ in
        var seconds = [2.0, 1.0].makeIterator()
        let promises = AnyIterator { seconds.next().map { after(seconds: $0) } }
        _ = when(fulfilled: promises, concurrently: 1)
      } == """
        created #1 when
        created #2 after
        registered #2 by #1 [fulfilled rejected]
        fulfilled #2 by resolver at 2.0s
        created #3 after at 2.0s
        registered #3 by #1 [fulfilled rejected] at 2.0s
        fulfilled #3 by resolver at 3.0s
        fulfilled #1 2 items by combinator at 3.0s
        """)
  }

  @Test("race: the first, and of none an error")
  func race_() {
    #expect(
      picture { _ in
        _ = race(after(seconds: 2), after(seconds: 1))
        race([Promise<Int>]()).cauterize()
        race(fulfilled: [Promise<Int>(error: Oops.one)]).cauterize()
      } == """
        created #1 after
        created #2 after
        created #3 race
        registered #1 by #3 [fulfilled rejected]
        registered #2 by #3 [fulfilled rejected]
        created #4 race
        rejected #4 Bad input was provided to a PromiseKit function by combinator
        created #5 cauterize from #4
        registered #4 by #5 [rejected]
        created #6 error
        rejected #6 one by resolver
        created #7 race
        registered #6 by #7 [fulfilled rejected]
        handled #6
        rejected #7 All thenables passed to race(fulfilled:) were rejected by combinator
        created #8 cauterize from #7
        registered #7 by #8 [rejected]
        started #5 on main in #5
        handled #4 in #5
        fulfilled #5 by returned in #5
        started #8 on main in #8
        handled #7 in #8
        fulfilled #8 by returned in #8
        fulfilled #2 by resolver at 1.0s
        fulfilled #3 via #2 by combinator at 1.0s
        fulfilled #1 by resolver at 2.0s
        """)
  }

  @Test("a resolver's body runs at once; what comes second is refused")
  func resolver() {
    #expect(
      picture { _ in
        let promise = Promise<Int> { seal in
          seal.fulfill(1)
          seal.reject(Oops.one)
        }
        promise.done(on: nil) { _ in }.cauterize()
      } == """
        created #1 Promise
        started #1 on inline in #1
        fulfilled #1 1 by resolver in #1
        ignored #1 reject in #1
        created #2 done from #1
        registered #1 by #2 [fulfilled]
        started #2 on inline in #2
        fulfilled #2 by returned in #2
        created #3 cauterize from #2
        registered #2 by #3 [rejected]
        fulfilled #3 via #2 by passthrough
        """)
  }
}
