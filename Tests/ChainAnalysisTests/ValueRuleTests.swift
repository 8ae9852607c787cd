// The rules about values and errors that get lost: swallowed-error, lost-result, and needless-promise.

import ChainAnalysis
import ChainModel
import Foundation
import PromiseCore
import PromiseScope
import PromiseTrace
import TestSupport
import Testing

@Suite("rules about values")
struct ValueRuleTests {
  @Test("a recover that returns a value is a note, one that throws is not")
  func swallowed() {
    let lines = found { executor in
      Promise<Int>(Offline()).named("load").recover(on: executor) { _ in 0 }.named("keep the list").then(on: executor) {
        _ in
      }
    }
    expectEqual(
      lines,
      [
        #"note swallowed-error: "keep the list" (#2) may have swallowed offline (Offline) from "load" (#1): it turned the rejection into a value"#
      ])
    #expect(
      !found { executor in
        Promise<Int>(Offline()).recover(on: executor) { error -> Int in throw error }.catch(on: executor) { _ in }
      }.contains { $0.contains("swallowed") })
  }

  @Test("a catch that ends a chain takes the error on purpose")
  func caught() throws {
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

  @Test("a value that nothing asks for is a note")
  func lost() {
    expectEqual(
      found { executor in Promise(1).then(on: executor) { $0 + 1 }.named("sum") },
      [
        #"note lost-result: no handler asked for the value of "sum" (#2): 2"#
      ])
    #expect(found { executor in Promise(1).then(on: executor) { _ in } }.isEmpty)
  }

  @Test("a promise around a promise is a note")
  func needless() {
    let lines = found { executor in
      Promise<Int>(on: executor) { fulfill, reject in
        Promise(on: executor) { 1 }.delay(on: executor, 1).then(on: executor, fulfill).catch(on: executor, reject)
      }.named("wrapper").then(on: executor) { _ in }
    }
    #expect(
      lines.count == 1 && lines[0].hasPrefix(#"note needless-promise: "wrapper" (#1) only wraps delay #"#), "\(lines)")
    let direct = found { executor in
      Promise<Int>(on: executor) { fulfill, _ in fulfill(1) }.named("value").then(on: executor) { _ in }
    }
    expectEqual(
      direct, [#"note needless-promise: the body of "value" (#1) settled it at once, so Promise(value) would do"#])
    #expect(found { executor in Promise<Int>(on: executor) { 1 }.then(on: executor) { _ in } }.isEmpty)
  }
}
