// The call shapes for values of Holder. scripts/call-shapes writes this file from KIND.template.

import Dispatch
import Foundation

#if GOOGLE_SIGNATURES
  import GoogleSignatures
#else
  import PromiseScope
#endif

private typealias Value = Page

private struct Service: Sendable {
  func load(_ number: Int) -> Promise<Value> { .pending() }
  func make(_ number: Int) -> Value { Page(user: User()) }
}

private func load(_ number: Int = 0) -> Promise<Value> { .pending() }
private func tryLoad(_ number: Int) throws -> Promise<Value> { .pending() }
private func make(_ number: Int = 0) -> Value { Page(user: User()) }
private func tryMake(_ number: Int) throws -> Value { Page(user: User()) }
private func pass(_ value: Value) -> Value { value }
private func use(_ value: Value) {}

func shapesOfHolder() -> [ShapeRow] {
  let (number, promise): (Promise<Int>, Promise<Value>) = (.pending(), .pending())
  let (service, queue) = (Service(), DispatchQueue(label: "shapes"))
  var table = ShapeTable(kind: "Holder")
  table.row("promise, one line", number.then { _ in load() })
  table.row("promise, $0", number.then { load($0) })
  table.row("promise, try", number.then { try tryLoad($0) })
  table.row("promise, annotated", number.then { number -> Promise<Value> in load(number) })
  table.row("promise, function", number.then(load))
  table.row("promise, throwing function", number.then(tryLoad))
  table.row("promise, method", number.then(service.load))
  table.row("promise, on a queue", number.then(on: queue) { _ in load() })
  table.row("promise, on .main", number.then(on: .main) { _ in load() })
  table.row("promise, throws only", number.then { _ -> Promise<Value> in throw Failed() })
  table.row(
    "promise, lines",
    number.then { number in
      note(number)
      return load(number)
    })
  table.row(
    "promise, lines, annotated",
    number.then { number -> Promise<Value> in
      note(number)
      return try tryLoad(number)
    })
  table.row(
    "promise, branches",
    number.then { number in
      if number > 1 { return load(number) }
      throw Failed()
    })
  table.row("value, one line", number.then { _ in make() })
  table.row("value, $0", number.then { make($0) })
  table.row("value, try", number.then { try tryMake($0) })
  table.row("value, annotated", number.then { number -> Value in make(number) })
  table.row("value, function", number.then(make))
  table.row("value, method", number.then(service.make))
  table.row("value, on a queue", number.then(on: queue) { _ in make() })
  table.row(
    "value, lines",
    number.then { number in
      note(number)
      return make(number)
    })
  table.row(
    "value, branches",
    number.then { number in
      guard number > 1 else { throw Failed() }
      return make(number)
    })
  table.row("nested promises", number.then { _ in load().then { _ in load() } })
  table.row("nested value", number.then { _ in load().then { pass($0) } })
  table.row("nested void", number.then { _ in load().then { use($0) } })
  table.row("chain", number.then { _ in load() }.then { use($0) }.then { _ in load() }.catch { note($0) }.always {})
  table.row("void, nothing", promise.then { _ in })
  table.row("void, $0", promise.then { use($0) })
  table.row("void, function", promise.then(use))
  table.row("void, annotated", promise.then { (value: Value) -> Void in use(value) })
  table.row("void, throws only", promise.then { _ in throw Failed() })
  table.row(
    "void, lines",
    promise.then { value in
      use(value)
      use(value)
    })
  table.row("from it, itself", promise.then { $0 })
  table.row("from it, a value", promise.then { _ in 1 })
  table.row("from it, a promise", promise.then { _ in number })
  table.row("from it, an array", promise.then { [$0] })
  table.row("from it, an optional", promise.then { Optional($0) })
  table.row("recover, value", promise.recover { _ in make() })
  table.row("recover, promise", promise.recover { _ in load() })
  table.row("recover, throws", promise.recover { error -> Promise<Value> in throw error })
  table.row("validate", promise.validate { _ in true })
  table.row("delay, timeout", promise.delay(1).timeout(1))
  table.row("reduce", promise.reduce([1, 2]) { _, _ in load() })
  table.row("all, array", all([promise]))
  table.row("all, different", all(promise, number, promise))
  table.row("all, then", all([promise]).then { _ in load() })
  table.row("any, array", any([promise]))
  table.row("race, array", race([promise]))
  table.row("retry", retry { load() })
  table.row("body, value", Promise<Value> { make() })
  table.row("body, promise", Promise<Value> { load() })
  table.row("body, async", Promise<Value> { fulfill, _ in fulfill(make()) })
  table.row("wrap", wrap { (done: @escaping (Value?, Error?) -> Void) in done(nil, nil) })
  return table.rows
}
