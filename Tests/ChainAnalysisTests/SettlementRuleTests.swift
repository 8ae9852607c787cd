// The rules about settlements that cannot happen: settled-twice, self-resolution, and cycle.

import Foundation
import PromiseCore
import PromiseScope

@Suite struct SettlementRuleTests {
  @Test func aSettlementAfterACancellationIsNotASecondOne() {
    #expect(
      found { _ in
        let (answer, resolver) = Promise<Int>.withResolvers()
        answer.cancel()
        resolver.fulfill(1)
      }.isEmpty)
  }

  @Test func aPromiseThatTheProgramHoldsWithoutItsResolverCanNeverSettleUntilSomethingElseSettlesIt() {
    let kept = List<Promise<Int>>()
    let sentence = "error never-settled: withResolvers #1 can never settle: its last resolver was released"
    for ending in [0, 1] {
      let lines = found { executor in
        let promise = Promise<Int>.withResolvers().promise
        promise.then(on: executor) { _ in }
        kept.add(promise)
        if ending == 1 { promise.fulfill(1) }
      }
      expectEqual(lines, ending == 1 ? [] : [sentence + "; 1 promise hangs because of it"])
    }
  }

  @Test(
    "a promise resolved with itself, and with one that waits for it, are found once, without an unhandled rejection")
  func cycles() {
    let own = found { _ in
      let (promise, resolver) = Promise<Int>.withResolvers()
      resolver.resolve(promise)
    }
    expectEqual(own, ["error self-resolution: withResolvers #1 was resolved with itself, so it could never settle"])
    let two = found { executor in
      let (promise, resolver) = Promise<Int>.withResolvers()
      resolver.resolve(promise.then(on: executor) { $0 })
    }
    #expect(
      two == [
        "error cycle: withResolvers #1 was resolved with a promise that waits for it, so neither could settle: #1 waited for then #2, #2 for #1"
      ])
  }

  @Test(arguments: ["threw", "resolver"])
  func callersThatOnlyPassTheErrorOfACycleOnAreNone(cause: String) throws {
    let error = #""error":"promises wait for each other","type":"PromiseResolutionError","cancelled":false"#
    func lines(note: String) throws -> [String] {
      try nodeHistory(
        """
        "ev":"created","p":1,"kind":"withResolvers","site":{"file":"App/Main.swift","line":1}
        "ev":"created","p":2,"kind":"then","from":1,"site":{"file":"App/Main.swift","line":2}
        "ev":"registered","p":1,"by":2,"handles":["fulfilled"]
        "ev":"rejected","p":1,\(error),"cause":"resolver"
        "ev":"created","p":3,"kind":"async","site":{"file":"App/Main.swift","line":3}
        \(note)
        "ev":"rejected","p":3,\(error),"cause":"\(cause)"
        "ev":"unhandled","p":3
        """, runtime: ""
      ).found.map { String($0.prefix { $0 != " " } + " " + $0.split(separator: " ")[1]) }
    }
    try expectEqual(lines(note: ""), ["error cycle:"])
    // A body that may not wait for what waits for it throws the error itself.
    let text = LibraryNote.waitRefused(source: "#1").text
    let refused = #""ev":"noted","p":3,"text":"\#(text)""#
    if cause == "threw" { try expectEqual(lines(note: refused), ["error cycle:", "error cycle:"]) }
  }

  @Test("a second attempt says what the promise was then, not what it became")
  func secondAttempt() {
    for (rest, words) in [
      ("1 ignored, 2 fulfills \"v\", 1 fulfills via 2 adopted", "waited for the promise"),
      ("1 ignored", "waited for the promise that it had been resolved with"),
      ("2 fulfills \"v\", 1 fulfills via 2 adopted, 1 ignored", "had already been fulfilled"),
      ("1 ignored, 1 cancels", "waited for the promise that it had been resolved with"),
      ("1 cancels, 1 ignored", ""),
    ] {
      let history = WrittenHistory("1 withResolvers, 2 withResolvers, 1 observed, 1 adopts 2, \(rest)")
      let lines = found(history.events, history.texts).filter { $0.contains("settled-twice") }
      expectEqual(lines.count, words.isEmpty ? 0 : 1)
      #expect(lines.allSatisfy { $0.contains(words) }, "\(lines)")
    }
  }

  @Test("a second attempt is found where the log has its call")
  func siteOfTheSecondAttempt() throws {
    func site(_ rest: String) throws -> [String] {
      try nodeHistory(
        """
        "ev":"created","p":1,"kind":"Promise","site":{"file":"Tape.swift","line":26,"function":"text"}
        "ev":"fulfilled","p":1,"cause":"resolver"
        "ev":"ignored","p":1,"attempt":"reject"\(rest)
        """, runtime: ""
      ).findings().map { "\($0.rule.rawValue) \($0.site?.line ?? 0) \($0.related.map(\.site.line))" }
    }
    try expectEqual(site(#","site":{"file":"Tape.swift","line":32,"function":"text"}"#), ["settled-twice 32 [26]"])
    try expectEqual(site(""), ["settled-twice 26 []"])
  }

  @Test("a body that awaits what waits for it is found at that `await`")
  func siteOfARefusedWait() throws {
    let note = LibraryNote.waitRefused(source: "#1").text
    let found = try nodeHistory(
      """
      "ev":"created","p":1,"kind":"task","label":"logger","site":{"file":"App.swift","line":18,"function":"service"}
      "ev":"created","p":2,"kind":"task","label":"metrics","site":{"file":"App.swift","line":18,"function":"service"}
      "ev":"awaiting","p":1,"source":2,"site":{"file":"App.swift","line":32,"function":"services"}
      "ev":"awaiting","p":2,"source":1,"site":{"file":"App.swift","line":36,"function":"services"}
      "ev":"noted","p":2,"text":"\(note)"
      "ev":"continued","p":2
      "ev":"rejected","p":2,"type":"PromiseResolutionError","cause":"threw","cancelled":false
      "ev":"handled","p":2
      """, runtime: ""
    ).findings().filter { $0.rule == .cycle }
    expectEqual(found.map { $0.site?.line }, [36])
    expectEqual(
      found.map(\.sentence),
      [
        #""metrics" (#2) awaits "logger" (#1), which waits for it, so neither could settle; 1 promise hangs because of it"#
      ])
  }

  @Test("a cycle that something else ends, or still can end, is no error", arguments: 0..<6)
  func cyclesThatEnd(_ ending: Int) {
    let kept = List<Promise<Int>>()
    let resolvers = List<Resolver<Int>>()
    let lines = found { executor in
      let (promise, resolver) = Promise<Int>.withResolvers()
      let (other, source) = Promise<Int>.withResolvers()
      for promise in [promise, other] { kept.add(promise) }
      resolvers.add(source)
      switch ending {
      case 0...3: resolver.resolve(race([promise, other]))
      case 4: resolver.resolve(promise.timeout(0.2))
      default: resolver.resolve(race([promise.timeout(0.2), other]))
      }
      promise.catch(on: executor) { _ in }
      switch ending {
      case 0: source.fulfill(7)
      case 1: source.reject(Offline())
      case 2: promise.cancel()
      case 3: break
      default:
        executor.run()
        source.fulfill(7)
      }
    }
    #expect(!lines.contains { $0.contains("cycle") }, "\(lines)")
    // The input that hangs is the problem.
    #expect(lines.count <= (ending < 3 ? 0 : 1), "\(lines)")
  }

  @Test func aCycleThatStaysWhenTheLastWayOutHasGoneIsOne() {
    let lines = found { executor in
      let (promise, resolver) = Promise<Int>.withResolvers()
      var other: Promise<Int>? = Promise<Int>.pending()
      resolver.resolve(race([promise] + [other].compactMap { $0 }))
      other = nil
      promise.catch(on: executor) { _ in }
    }
    expectEqual(lines.filter { $0.contains("error cycle: withResolvers #1") }.count, 1, "\(lines)")
    let history = WrittenHistory("1 withResolvers, 2 then from 1, 1 adopts 2")
    let pending = found(history.events, history.texts)
    expectEqual(pending.filter { $0.contains("error cycle") }.count, 1, "\(pending)")
  }
}
