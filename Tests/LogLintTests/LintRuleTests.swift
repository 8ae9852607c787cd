// Each rule of the format: a log that breaks it, and the line at which the linter says so. Every log here would be clean without that line.

import PromiseLog
import PromiseTrace
import TestSupport
import Testing

@testable import LogLint

/// Judges events after a clean header; `seq` and `t` are added to those without.
private func faults(of events: [String], header first: String = header) throws -> [LintFault] {
  let lines = events.enumerated().map { index, event in
    event.hasPrefix("{") ? event : #"{"seq":\#(index + 1),"t":\#(index),\#(event)}"#
  }
  return try faults(([first] + lines).map { $0 + "\n" }.joined())
}

private let created = #""ev":"created","p":1,"kind":"async""#
private let another = #""ev":"created","p":2,"kind":"then""#
private let fulfilled = #""ev":"fulfilled","p":1,"cause":"resolver""#
private let rejected = #""ev":"rejected","p":1,"cause":"resolver","cancelled":false"#
private let started = #""ev":"started","p":1"#
private let finished = #""ev":"finished","p":1,"outcome":"void""#
private let lost = #""ev":"lost","count":2"#

@Suite struct LintRuleTests {
  /// Expects exactly one fault, in the last line.
  private func expect(
    _ rule: LintRule, _ sentence: String, _ events: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try faults(of: events)
    let expected = [LintFault(line: events.count + 1, rule: rule, sentence: sentence)]
    expectEqual(found, expected, sourceLocation: sourceLocation)
  }

  private func expectClean(_ events: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
    try expectEqual(faults(of: events), [], sourceLocation: sourceLocation)
  }

  @Test func theHeaderIsComplete() throws {
    try expectEqual(
      faults(
        #"{"schema":"promisescope.log","version":1,"unit":"ns","pid":1,"sourceRoot":"","values":"off","seed":7}"# + "\n"
      ),
      [
        LintFault(line: 1, rule: .header, sentence: "expected 'program', which is a text"),
        LintFault(
          line: 1, rule: .header, sentence: "expected 'started', which is a time such as 2026-11-21T09:00:00.000Z"),
      ])
    let wrong = header.replacing("2026-11-21T09:00:00.000Z", with: "yesterday")
    try expectEqual(
      faults(of: [], header: wrong),
      [
        LintFault(
          line: 1, rule: .value,
          sentence: "expected a time such as 2026-11-21T09:00:00.000Z in 'started', found 'yesterday'")
      ])
    let node = header.replacing(
      #""seed":null"#,
      with: #""seed":null,"runtime":"node 20","adapter":"promisescope-node 1.0","argv":["node"],"#
        + #""thread":1,"run":"17.5","sites":"all""#)
    try expectEqual(faults(of: [], header: node), [])
  }

  @Test func theHeaderNamesTheProgram() throws {
    var linter = LogLinter { _ in }
    let lines = LogLines(bytes: Array((header + "\n").utf8))
    let line = try #require(try lines.next())
    linter.lint(line, number: 1, isCutOff: false)
    expectEqual(linter.program, "app")
  }

  @Test func everyLineIsAnObject() throws {
    try expect(.json, "expected ',' or '}' in column 25", created, #"{"seq":2,"t":1,"ev":"x" ]"#)
    try expect(.json, "expected a string, found the end of the line", created, "{")
    let cut = try faults(header + "\n" + #"{"seq":1,"t":0,"ev":"ended"}"#)
    expectEqual(cut, [LintFault(line: 2, rule: .json, sentence: "expected a newline at the end of the last line")])
  }

  @Test func whatFollowsFromAFaultIsNotReported() throws {
    // Promise 1 may have been created in the line that is damaged or missing.
    try expectEqual(faults(of: ["{", #"{"seq":1,"t":0,\#(fulfilled)}"#]).map(\.rule), [.json])
    try expectEqual(faults(of: [another, #"{"seq":4,"t":0,\#(fulfilled)}"#]).map(\.rule), [.sequence])
    // The line after a damaged header is an event, and the header may have said that the log has values.
    try expectEqual(faults(of: [created, fulfilled + #","value":"7""#], header: "{").map(\.line), [1])
    let follower = #""kind":"then","from":7"#
    try expectEqual(
      faults(of: [#""ev":"created","p":1,\#(follower)"#, #""ev":"created","p":2,\#(follower)"#]).map(\.line), [2])
  }

  @Test func eventsAreKnown() throws {
    try expect(.event, "expected an event of version 1, found 'fullfilled'", created, #""ev":"fullfilled","p":1"#)
  }

  @Test func requiredMembersArePresent() throws {
    try expect(.missing, "expected 'kind', which is a text", #""ev":"created","p":1"#)
    try expect(
      .missing, "expected 'cancelled', which is true or false", created, #""ev":"rejected","p":1,"cause":"resolver""#)
    try expect(
      .missing, "expected 'p', which is a promise, an integer of at least 1 or a text that is not empty", created,
      #""ev":"paused""#)
    try expect(.missing, "expected 't', which is an integer from 0 to 9223372036854775807", #"{"seq":1,"ev":"ended"}"#)
    try expect(.missing, "expected 'fraction' or 'stage'", created, #""ev":"progressed","p":1"#)
  }

  @Test func membersOccurOnceAndWhereTheyBelong() throws {
    try expect(.duplicate, "expected 'p' once, found it twice", created, #""ev":"paused","p":1,"p":1"#)
    try expect(
      .misplaced, "expected no 'via' in 'adopted'", created, another, #""ev":"adopted","p":1,"source":2,"via":2"#)
    try expect(.misplaced, "expected no 'p' in 'alive'", created, #""ev":"alive","p":1"#)
    try expectClean(#""ev":"alive""#, created, #""ev":"alive","mine":1"#, #""ev":"ended""#)
    // A member of a writer's own.
    try expectClean(#""ev":"created","p":1,"kind":"async","mine":{"x":[1,[2]]}"#)
  }

  @Test func valuesHaveTheirForm() throws {
    try expect(
      .value, "expected a promise, an integer of at least 1 or a text that is not empty in 'p', found 0",
      #""ev":"noted","p":0,"text":"x""#)
    try expect(
      .value, "expected one of fulfill, reject, resolve in 'attempt', found 'retry'", created,
      #""ev":"ignored","p":1,"attempt":"retry""#)
    try expect(
      .value, "expected a number from 0 to 1 in 'fraction', found 1.5", created,
      #""ev":"progressed","p":1,"fraction":1.5"#)
    try expect(
      .value, "expected a list of 'fulfilled', 'rejected', or both in 'handles', found a list", created,
      #""ev":"registered","p":1,"handles":["both"]"#)
    try expect(
      .value, "expected a list of 'fulfilled', 'rejected', or both in 'handles', found a list", created,
      #""ev":"registered","p":1,"handles":["rejected","rejected"]"#)
    try expect(
      .value, "expected a promise, an integer of at least 1 or a text that is not empty in 'via', found 0", created,
      #""ev":"fulfilled","p":1,"cause":"passthrough","via":0"#)
    try expect(
      .value,
      "expected an object with the text 'file' and the integer 'line' of at least 1 in 'site', found an object or a list",
      #""ev":"created","p":1,"kind":"async","site":{"file":"a.js","line":0}"#)
    try expect(.value, "expected an integer of at least 1 in 'count', found 0", #""ev":"lost","count":0"#)
    try expect(
      .value,
      "expected an object whose values are texts, numbers, and booleans in 'attributes', found an object or a list",
      #""ev":"created","p":1,"kind":"async","attributes":{"a":null}"#)
    try expectClean(
      #""ev":"created","p":1,"kind":"async","attributes":{"a":-1.5,"b":true},"site":{"file":"a.js","line":3,"inferred":true}"#
    )
  }

  @Test func textsForPeopleAreShortAndHarmless() throws {
    let long = String(repeating: "é", count: 121)
    try expect(.preview, "expected at most 120 characters in 'text', found 121", #""ev":"noted","text":"\#(long)""#)
    try expectClean(#""ev":"noted","text":"\#(long.dropLast())""#)
    try expect(
      .preview, "expected control and format characters in 'label' to be written as \\uXXXX",
      #""ev":"created","p":1,"kind":"async","label":"a\#u{202E}b""#)
    try expectClean(#""ev":"created","p":1,"kind":"async","label":"a\u202eb\n""#)
  }

  @Test func aLogWithoutValuesHasNone() throws {
    let off = header.replacing("preview", with: "off")
    let events = [created, #""ev":"fulfilled","p":1,"cause":"resolver","value":"7""#]
    try expectEqual(
      faults(of: events, header: off).map(\.sentence),
      [
        #"expected no 'value', because the header has "values":"off""#
      ])
    try expectEqual(faults(of: [], header: off.dropLast() + #","argv":[]}"#).map(\.rule), [.values])
  }

  @Test func theOrderOfTheLog() throws {
    try expect(.sequence, "expected sequence 2, found 4", created, #"{"seq":4,"t":9,"ev":"ended"}"#)
    try expectClean(#"{"seq":70,"t":9,"ev":"lost","count":70}"#, #"{"seq":71,"t":9,"ev":"ended"}"#)
    try expect(
      .time, "expected a time of at least 9, found 8", #"{"seq":1,"t":9,"ev":"noted","text":""}"#,
      #"{"seq":2,"t":8,"ev":"ended"}"#)
    try expect(
      .end, "expected 'ended' to be the last event, found 'noted' after it", #""ev":"ended","reason":"exit","code":0"#,
      #""ev":"noted","text":"x""#)
    // Only once.
    try expectEqual(faults(of: [#""ev":"ended""#] + Array(repeating: #""ev":"noted","text":"x""#, count: 2)).count, 1)
  }

  @Test func promisesExist() throws {
    try expect(.unknownPromise, "expected promise 1 to be created before 'fulfilled'", fulfilled)
    try expect(
      .unknownPromise, "expected promise 7 in 'from' to be created before",
      #""ev":"created","p":1,"kind":"then","from":7"#)
    // Its creation may be among the missing events.
    try expectClean(lost, fulfilled)
    try expect(.created, "expected promise 1 to be created once", created, created)
    try expect(.itself, "expected another promise than 1 in 'source'", created, #""ev":"adopted","p":1,"source":1"#)
  }

  @Test func bodiesStartAndFinish() throws {
    try expect(.body, "expected the body of promise 1 to start before it finishes", created, #""ev":"finished","p":1"#)
    try expect(.body, "expected the body of promise 1 to finish before it starts again", created, started, started)
    try expect(
      .body, "expected the body of promise 1 to be enqueued before it started", created, started,
      #""ev":"enqueued","p":1"#)
    try expectClean(lost, #""ev":"finished","p":1"#)
    let finished = #""ev":"finished","p":1"#
    try expectClean(created, started, finished, started, finished)
  }

  @Test func bodiesWaitAndContinue() throws {
    let awaiting = #""ev":"awaiting","p":1,"source":2"#
    let continued = #""ev":"continued","p":1"#
    try expect(.awaiting, "expected the body of promise 1 to run when it starts to wait", created, another, awaiting)
    try expect(
      .awaiting, "expected the body of promise 1 to continue before it waits again", created, another, started,
      awaiting, awaiting)
    try expect(.awaiting, "expected the body of promise 1 to wait before it continues", created, started, continued)
    try expectClean(created, another, started, awaiting, continued, awaiting, #""ev":"finished","p":1"#, fulfilled)
    // A settlement from elsewhere ends the wait.
    try expectClean(created, another, started, awaiting, rejected)
  }

  @Test func promisesSettleOnce() throws {
    try expect(
      .settled, "expected promise 1 to settle once, found 'rejected' after 'fulfilled'", created, fulfilled, rejected)
    try expect(
      .settled, "expected no 'paused' of promise 1 after it was fulfilled", created, fulfilled, #""ev":"paused","p":1"#)
    let returned = #""ev":"fulfilled","p":1,"cause":"returned""#
    try expect(.settled, "expected the body of promise 1 to finish before it settles", created, started, returned)
    // A body may call its own resolver.
    try expectClean(created, started, fulfilled, finished)
    try expectClean(created, fulfilled, #""ev":"ignored","p":1,"attempt":"reject""#, #""ev":"named","p":1,"label":"x""#)
  }

  @Test func causesFit() throws {
    try expect(
      .cause, "expected another cause of a value than 'timeout'", created, #""ev":"fulfilled","p":1,"cause":"timeout""#)
    try expect(
      .cause, "expected another cause than 'passthrough', because the body of promise 1 ran", created, started,
      #""ev":"finished","p":1"#, #""ev":"fulfilled","p":1,"cause":"passthrough""#)
    let site = #","site":{"file":"lock.js","line":9}"#
    try expect(
      .cause, "expected a 'site' only with the cause 'resolver' or 'threw', found 'returned'", created,
      #""ev":"fulfilled","p":1,"cause":"returned""# + site)
    try expectClean(created, fulfilled + site)
    try expectClean(created, #""ev":"called","p":1,"instead":7"# + site, fulfilled + site)
    try expectClean(created, #""ev":"rejected","p":1,"cause":"threw","cancelled":false"# + site)
    try expect(
      .via, "expected promise 2 in 'via' to settle before promise 1", created, another,
      #""ev":"fulfilled","p":1,"cause":"passthrough","via":2"#)
    let named = try faults(of: [
      #""ev":"created","p":"a","kind":"async""#, #""ev":"created","p":"b","kind":"then""#,
      #""ev":"fulfilled","p":"b","cause":"passthrough","via":"a""#,
    ])
    expectEqual(named.map(\.sentence), ["expected promise 1 in 'via' to settle before promise 2"])
    try expect(
      .via, "expected promise 2 to be rejected like promise 1 in 'via', found 'fulfilled'", created, another, rejected,
      #""ev":"fulfilled","p":2,"cause":"passthrough","via":1"#)
  }

  @Test func adoptedPromisesDecide() throws {
    let third = #""ev":"created","p":3,"kind":"async""#
    let adopted = #""ev":"adopted","p":2,"source":1"#
    try expect(.adopted, "expected promise 2 to adopt one promise", created, another, adopted, adopted)
    try expect(
      .adopted, "expected promise 2 to adopt promise 1 before it settles like it", created, another, fulfilled,
      #""ev":"fulfilled","p":2,"cause":"adopted","via":1"#)
    try expect(
      .adopted, "expected the adopted promise 1 in 'via', found 3", created, another, third, adopted,
      #""ev":"fulfilled","p":3,"cause":"resolver""#, #""ev":"fulfilled","p":2,"cause":"adopted","via":3"#)
    try expectClean(created, another, adopted, fulfilled, #""ev":"fulfilled","p":2,"cause":"adopted","via":1"#)
  }

  @Test func rejectionsAreHandledOnce() throws {
    let handled = #""ev":"handled","p":1"#
    let unhandled = #""ev":"unhandled","p":1"#
    try expect(.handled, "expected promise 1 to be rejected before 'handled', found it pending", created, handled)
    try expect(
      .handled, "expected the rejection of promise 1 to be handled once, found 'unhandled' after it", created, rejected,
      handled, unhandled)
    try expect(.handled, "expected promise 1 to be unhandled once", created, rejected, unhandled, unhandled)
    try expectClean(created, rejected, handled)
  }

  @Test func nothingFollowsARelease() throws {
    let released = #""ev":"released","p":1,"state":"fulfilled""#
    try expect(.released, "expected the state 'pending' of promise 1, found 'fulfilled'", created, released)
    try expect(
      .released, "expected no 'named' of promise 1 after it was released", created, fulfilled, released,
      #""ev":"named","p":1,"label":"x""#)
    try expectClean(created, fulfilled, released)
  }

  @Test func everyRuleHasADemand() {
    for rule in LintRule.allCases {
      #expect(rule.demand.hasSuffix(".") && rule.rawValue.allSatisfy { $0 == "-" || $0.isLowercase })
    }
  }
}
