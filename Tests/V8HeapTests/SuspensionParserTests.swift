// The order of points of suspension, without Node: each form has a digit behind `await` or `yield` that says when V8 numbers it.

import TestSupport
import Testing

@testable import V8Heap

@Suite struct SuspensionParserTests {
  /// The digits of a function's points, in the order of the parser; nil if it gives up.
  private func order(_ text: String, _ kind: SuspensionParser.FunctionKind = .asyncFunction) -> String? {
    let units = Array(text.utf16)
    return SuspensionParser.points(in: units, 0..<units.count, kind, count: nil).map { points in
      String(points.compactMap { point in text.dropFirst(point).first { $0.isNumber } })
    }
  }

  @Test(arguments: [
    "() { await/*0*/a(); await/*1*/b() }", "async x => await/*0*/x", "() { await/*1*/f(await/*0*/x) }",
    "() { for (await/*0*/a; await/*1*/b; await/*3*/c) await/*2*/d }",
    "() { for (let i = await/*0*/a; await/*2*/b; await/*1*/c) { () => i; await/*3*/d } }",
    "() { for await/*1*/(const { x = await/*2*/a } of await/*0*/b) await/*3*/c }",
    "() { switch (await/*0*/a) { case await/*1*/b: await/*3*/c; case await/*2*/d: await/*4*/e } }",
    "() { const { a = await/*1*/b } = await/*0*/c; [a = await/*3*/d] = await/*2*/e }",
    "() { a[await/*0*/b] = await/*1*/c ? await/*2*/d : await/*3*/e }",
    "() { `${await/*0*/a} await ${`${await/*1*/b}`}`; /await`/.test(await/*2*/c); a / await/*3*/d / 1 }",
    "() { const f = async () => { await a }, g = async function () { await b }; await/*0*/f(); class A { m() { } [await/*1*/x] = 1 } }",
    "() { if (a) { return await/*0*/b; await x } else if (await/*1*/c) { throw 1 } await/*2*/d }",
    "() { do await/*0*/a; while (await/*1*/b) try { await/*2*/c } catch { await/*3*/d } finally { await/*4*/e } }",
  ]) func pointsComeInTheOrderOfTheCompiler(_ text: String) {
    let expected = text.matches(of: /\/\*(\d)\*\//).map { String($0.output.1) }.sorted().joined()
    let found = order(text)
    // `for await` has a second point behind its body.
    #expect(found == expected || found == expected + "1")
  }

  @Test func generatorsAndModulesHavePointsOfTheirOwn() {
    #expect(order("() { yield/*0*/a; yield*/*1*/b; return/*2*/c }", .asyncGenerator) == "011112")
    #expect(order("() { yield/*0*/a; yield*/*1*/b; return/*2*/c }", .generator) == "01")
    #expect(
      order(
        "import a from 'a'; import { b as c } from 'b'\nexport * from 'c'; export default async function () { await x }\nexport const d = await/*0*/a; await/*1*/b",
        .module) == "01")
  }

  @Test(arguments: ["() {", "() { await 1", "() { ) }", "() { 'a }", "() { `${ }", "() { /a }", "() { @ }", ""])
  func whatIsNoScriptIsGivenUp(_ text: String) { #expect(order(text) == nil) }

  @Test func anotherNumberThanThatOfV8IsGivenUp() {
    let text = Array("() { await a; return; await b }".utf16)
    #expect(SuspensionParser.points(in: text, 0..<text.count, .asyncFunction, count: 2)?.count == 1)
    #expect(SuspensionParser.points(in: text, 0..<text.count, .asyncFunction, count: 1) == nil)
  }

  @Test func deepAndDamagedScriptsNeedNoStack() {
    let (deep, program) = (
      "() { " + String(repeating: "(", count: 100_000), "() { a ? b : `${c}` }; async x => { for (;;) [] }"
    )
    onSmallStack {
      #expect(order(deep) == nil)
      #expect(order("() { " + String(repeating: "a ? b : ", count: 100_000) + "c }") == "")
      var dice = Dice(seed: 1)
      for _ in 0..<2_000 {
        var text = program
        for _ in 0..<4 {
          let index = text.index(text.startIndex, offsetBy: dice.roll(text.count))
          text.insert(program.randomElement(using: &dice) ?? "x", at: index)
        }
        _ = order(text)
      }
    }
  }
}
