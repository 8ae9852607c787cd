// Each rule with a program that breaks it, and with near misses that are silent. The programs run in virtual time.

import Foundation
import PromiseCore
import PromiseScope

struct Offline: Error, CustomStringConvertible {
  var description: String { "offline" }
}

@Suite struct RuleTests {
  // MARK: unhandled-rejection

  @Test func aHandledRejectionACancellationAndARejectionThatIsHandledLateAreNone() {
    #expect(found { Promise<Int>(Offline()).then(on: $0) { $0 }.catch(on: $0) { _ in } }.isEmpty)
    #expect(
      found { executor in
        let promise = Promise<Int>.pending()
        promise.cancel()
      }.isEmpty)
    let late = found { executor in
      let promise = Promise<Int>(Offline())
      executor.schedule(after: 1) { promise.catch(on: executor) { _ in } }
    }
    #expect(late.isEmpty)
  }

  @Test("at the end of a foreign log, a rejection without a handler is unhandled; across a gap, it is not")
  func foreign() throws {
    let rejection = """
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"fetch"}
      {"seq":2,"t":10,"ev":"rejected","p":1,"error":"offline","cause":"resolver","cancelled":false}
      """
    let end = #"{"seq":3,"t":20,"ev":"ended"}"#
    try expectEqual(
      found(log: "\(rejection)\n\(end)"),
      [
        "error unhandled-rejection: fetch #1 was rejected with offline, and no handler took the rejection"
      ])
    #expect(try found(log: rejection).isEmpty)
    let gap = #"{"seq":3,"t":15,"ev":"lost","count":4}"#
    #expect(try found(log: "\(rejection)\n\(gap)\n\(end.replacing(":3", with: ":4"))").isEmpty)
  }

  @Test("an unhandled rejection is found where it originated, also if a foreign log leaves out `via`")
  func foreignPassthrough() throws {
    let log = """
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"fetch"}
      {"seq":2,"t":0,"ev":"created","p":2,"kind":"then","from":1}
      {"seq":3,"t":0,"ev":"registered","p":1,"by":2,"handles":["fulfilled"]}
      {"seq":4,"t":10,"ev":"rejected","p":1,"error":"offline","cause":"resolver","cancelled":false}
      {"seq":5,"t":20,"ev":"rejected","p":2,"error":"offline","cause":"passthrough","cancelled":false}
      {"seq":6,"t":30,"ev":"ended"}
      """
    let lines = try found(log: log)
    #expect(lines.count == 1 && lines[0].hasPrefix("error unhandled-rejection: fetch #1 was rejected with offline"))
  }

  @Test("a branch that another runtime reports is unhandled, although a handler on another branch took the rejection")
  func foreignBranch() throws {
    let log = """
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"reject"}
      {"seq":2,"t":0,"ev":"rejected","p":1,"error":"offline","cause":"resolver","cancelled":false}
      {"seq":3,"t":1,"ev":"created","p":2,"kind":"then","from":1}
      {"seq":4,"t":1,"ev":"created","p":3,"kind":"catch","from":1}
      {"seq":5,"t":2,"ev":"rejected","p":2,"error":"offline","cause":"passthrough","via":1,"cancelled":false}
      {"seq":6,"t":3,"ev":"started","p":3}
      {"seq":7,"t":3,"ev":"handled","p":1,"by":3}
      {"seq":8,"t":4,"ev":"finished","p":3,"outcome":"void"}
      {"seq":9,"t":4,"ev":"fulfilled","p":3,"cause":"returned"}
      {"seq":10,"t":5,"ev":"unhandled","p":2}
      {"seq":11,"t":5,"ev":"ended","reason":"exit"}
      """
    try expectEqual(
      found(log: log, runtime: "node 20.0.0"),
      [
        "error unhandled-rejection: reject #1 was rejected with offline, and no handler down to then #2 took the rejection"
      ])
    #expect(try found(log: log).isEmpty)
  }

  // MARK: never-settled, stuck

  @Test func aDroppedResolverIsOneFindingAtTheLeafAndItsVictimsAreCounted() {
    let lines = found { executor in
      let stock = Promise<Int>(on: executor) { _, _ in }.named("lock stock")
      let reserve = stock.then(on: executor) { $0 }.named("reserve")
      all([reserve, Promise(1)]).then(on: executor) { _ in }.catch(on: executor) { _ in }
    }
    expectEqual(
      lines,
      [
        #"error never-settled: "lock stock" (#1) can never settle: its resolver was dropped, and it was freed while pending; 4 promises hang because of it"#
      ])
  }

  @Test("a promise that is merely pending at the end is a note, and nothing hangs because of it")
  func pending() {
    var kept: [Any] = []
    let lines = found { executor in
      let (answer, resolver) = Promise<Int>.withResolvers()
      kept.append(resolver)
      answer.named("answer").then(on: executor) { $0 }.then(on: executor) { _ in }
    }
    expectEqual(
      lines,
      [
        #"note never-settled: "answer" (#1) was still pending when the program ended: its resolver has not been called"#
      ])
  }

  @Test func aPromiseThatWaitsForTwoHangingPromisesFromOneCallSiteIsCountedOnce() {
    let lines = found { executor in
      let locks = (1...3).map { _ in Promise<Int>(on: executor) { _, _ in } }
      all(locks).then(on: executor) { _ in }
    }
    expectEqual(
      lines,
      [
        "error never-settled: async #1 can never settle: its resolver was dropped, and it was freed while pending; "
          + "3 times at this call site; 2 promises hang because of them"
      ], "\(lines)")
  }

  @Test func aLazyPromiseThatNothingAskedForIsNoneKeptOrFreed() {
    nonisolated(unsafe) var kept: [Any] = []
    #expect(found { _ in kept.append(Promise<Int>.lazy { 1 }) }.isEmpty)
    #expect(found { _ in _ = Promise<Int>.lazy { 1 } }.isEmpty)
  }

  @Test func theLosersOfARaceCanceledPromisesAndPromisesThatSettleAreNone() {
    var kept: [Any] = []
    #expect(
      found { executor in
        let (slow, resolver) = Promise<Int>.withResolvers()
        kept.append(resolver)
        race(slow, Promise(1)).then(on: executor) { _ in }
      }.isEmpty)
    #expect(
      found { executor in
        let (answer, resolver) = Promise<Int>.withResolvers()
        kept.append(resolver)
        answer.then(on: executor) { _ in }.cancel()
      }.isEmpty)
  }

  @Test func inALogThatGoesOnAPromiseIsStuckAfterFiveSecondsAndNoLongerWhenItSettles() throws {
    let start = """
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"pending","label":"answer"}
      {"seq":2,"t":0,"ev":"created","p":2,"kind":"then","from":1}
      {"seq":3,"t":0,"ev":"registered","p":1,"by":2,"handles":["fulfilled"]}
      """
    func tick(_ seconds: Int) -> String { #"{"seq":4,"t":\#(seconds)000000000,"ev":"noted","text":"tick"}"# }
    #expect(try found(log: "\(start)\n\(tick(4))").isEmpty)
    for seconds in [5, 6] {
      try expectEqual(
        found(log: "\(start)\n\(tick(seconds))"),
        [
          #"warning stuck: "answer" (#1) has been pending for \#(seconds).00 s: its resolver has not been called; 1 promise hangs because of it"#
        ])
    }
    let settled = #"{"seq":5,"t":7000000000,"ev":"fulfilled","p":1,"cause":"resolver"}"#
    let rest = #"{"seq":6,"t":7000000000,"ev":"fulfilled","p":2,"cause":"returned"}"#
    #expect(try found(log: "\(start)\n\(tick(6))\n\(settled)\n\(rest)").isEmpty)
  }

  @Test func whatWaitsForAPromiseThatHasJustSettledGoesOnHoweverOldItIs() throws {
    let start = """
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"pending"}
      {"seq":2,"t":0,"ev":"created","p":2,"kind":"then","from":1}
      {"seq":3,"t":0,"ev":"registered","p":1,"by":2,"handles":["fulfilled"]}
      {"seq":4,"t":0,"ev":"created","p":3,"kind":"all"}
      {"seq":5,"t":0,"ev":"registered","p":1,"by":3}
      {"seq":6,"t":7000000000,"ev":"fulfilled","p":1,"cause":"resolver"}
      """
    #expect(try found(log: start).isEmpty)
    let tick = #"{"seq":7,"t":13000000000,"ev":"noted","text":"tick"}"#
    #expect(try found(log: "\(start)\n\(tick)").count == 2)
  }

  // MARK: missing-return

  @Test func aChainThatIsReturnedIsKeptOrIsTheLastStepIsNone() {
    nonisolated(unsafe) var kept: [Any] = []
    let lines = found { executor in
      Promise(1).then(on: executor) { _ in Promise(on: executor) { 2 }.delay(on: executor, 1) }
        .then(on: executor) { _ in
          Promise(on: executor) { 2 }.delay(on: executor, 1).catch(on: executor) { _ in }
          return
        }
        .then(on: executor) { _ in
          kept.append(Promise(on: executor) { 2 }.delay(on: executor, 1))
          return
        }
        .then(on: executor) { _ in
          Promise(on: executor) { 2 }.delay(on: executor, 1).then(on: executor) { _ in }
          return
        }
    }
    let found = lines.filter { $0.contains("missing-return") }
    expectEqual(found.map { $0.hasPrefix("note ") && $0.hasSuffix("; perhaps it should not") }, [true])
  }

  // MARK: swallowed-error

  @Test func aCatchThatEndsAChainTakesTheErrorOnPurpose() throws {
    let log = """
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"load"}
      {"seq":2,"t":0,"ev":"created","p":2,"kind":"KIND","from":1}
      {"seq":3,"t":0,"ev":"registered","p":1,"by":2,"handles":["rejected"]}
      {"seq":4,"t":1,"ev":"rejected","p":1,"error":"offline","cause":"resolver","cancelled":false}
      {"seq":5,"t":2,"ev":"started","p":2,"ctx":2,"queue":"main","thread":"1"}
      {"seq":6,"t":2,"ev":"handled","p":1,"ctx":2,"by":2}
      {"seq":7,"t":3,"ev":"finished","p":2,"queue":"main","thread":"1","outcome":"void"}
      {"seq":8,"t":3,"ev":"fulfilled","p":2,"cause":"returned"}
      {"seq":9,"t":4,"ev":"ended"}
      """
    #expect(try found(log: log.replacing("KIND", with: "catch")).isEmpty)
    try expectEqual(found(log: log.replacing("KIND", with: "recover")).count, 1)
  }

  // MARK: Settings

  @Test func settingsChangeSeveritiesTurnRulesOffAndExceptCallSites() {
    func run(_ change: (inout AnalysisSettings) -> Void) -> [String] {
      var settings = AnalysisSettings()
      change(&settings)
      return found(settings) { executor in Promise<Int>(Offline()).named("load") }
    }
    expectEqual(run { _ in }.count, 1)
    #expect(run { $0.severities[.unhandledRejection] = .some(.note) }.first?.hasPrefix("note") == true)
    #expect(run { $0.severities[.unhandledRejection] = .some(nil) }.isEmpty)
    var exception = FindingException()
    exception.file = "RuleTests.swift"
    #expect(run { $0.exceptions = [exception] }.isEmpty)
    exception.rule = .stuck
    expectEqual(run { $0.exceptions = [exception] }.count, 1)
    exception = FindingException()
    exception.label = "load"
    #expect(run { $0.exceptions = [exception] }.isEmpty)
  }
}
