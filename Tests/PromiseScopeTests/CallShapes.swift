// Compiled only: the ways to call the operators that the table of `CallShapesTests` does not have. Each must be unambiguous and have the type of
// its annotation.
//
// The overload that a closure selects can change silently with the ranking rules of the language; this file reveals it.

import Dispatch

private struct Failed: Error {}
private func throwing(_ number: Int) throws -> Int { number }
private func promising(_ number: Int) -> Promise<String> { Promise("\(number)") }
private func printing(_ number: Int) {}
private func work() throws {}
private func combine(_ text: String, _ number: Int) -> Promise<String> { Promise(text) }
private func wait() async {}
private func load() async throws -> Int { 1 }

private func creatingShapes(queue: DispatchQueue) {
  let _: Promise<Int> = Promise(1)
  let _: Promise<Int> = Promise(Failed())
  let _: Promise<Int> = .init(1)
  let _: Promise<Int> = .pending()
  let _: Promise<Void> = .pending()
  let _: Promise<Void> = Promise(())
  let _: Promise<Int> = Promise { 1 }
  let _: Promise<Int> = Promise(on: queue) { 1 }
  let _: Promise<Int> = Promise(on: .main) { 1 }
  let _: Promise<Int> = Promise(on: .inline) { 1 }
  let _: Promise<Int> = Promise(on: .global()) { 1 }
  let _: Promise<Int> = Promise<Int> { try throwing(1) }
  let _: Promise<Int> = Promise<Int> { throw Failed() }
  let _: Promise<Int> = Promise<Int>(on: queue) { throw Failed() }
  let _: Promise<Int> = Promise<Int> { Promise(1) }
  let _: Promise<Int> = Promise<Int>(on: queue) { Promise(1) }
  let _: Promise<Int> = Promise<Int>(on: .inline) { Promise(1) }
  let _: Promise<Int> = Promise<Int> { () -> Promise<Int> in
    let next = Promise(1)
    return next
  }
  let _: Promise<Int> = Promise<Int> { fulfill, reject in fulfill(1) }
  let _: Promise<Int> = Promise<Int>(on: queue) { fulfill, _ in
    queue.async { fulfill(1) }
  }
  let _: Promise<Int> = Promise<Int> { _, reject in throw Failed() }
  let _: Promise<Void> = Promise<Void> { printing(1) }
  let _: Promise<Void> = Promise<Void> { try work() }
  let _: Promise<Void> = Promise<Void> { fulfill, _ in fulfill(()) }
  let _: Promise<Int?> = Promise<Int?>(nil)
  let _: Promise<Int?> = Promise<Int?> { nil }
  let _: Promise<[String: [Int]]> = Promise(["a": [1]])
  let _: Promise<@Sendable () -> Int> = Promise({ 1 } as @Sendable () -> Int)
  let _: Promise<(Int, String)> = Promise((1, "a"))
}

private func thenShapes(_ promise: Promise<Int>, queue: DispatchQueue) {
  let _: Promise<Int> = promise.then { _ in try work() }
  let _: Promise<Int> = promise.then { _ -> Int in throw Failed() }
  let _: Promise<Void> = promise.then { _ -> Void? in nil }.then { _ in () as Void }.then { _ -> Promise<Void> in
    Promise(())
  }
  let _: Promise<Int?> = promise.then { number -> Int? in number > 1 ? number : nil }
  let _: Promise<String> = promise.then(on: DispatchQueue.main) { "\($0)" }
  let _: Promise<String> = promise.then(on: .inline) { "\($0)" }
  let _: Promise<String> = promise.then(on: .global(qos: .utility)) { promising($0) }
  let _: Promise<Int> = promise.then(on: .main) { printing($0) }
  let _: Promise<Int> = promise.then(on: .inline) { _ in throw Failed() }
  let _: Promise<Int> = promise.then(on: nil) { printing($0) }
  let _: Promise<String> = promise.then(on: PromiseExecutor.queue(queue)) { promising($0) }
  promise.then { printing($0) }
  promise.then { "\($0)" }
}

private func errorShapes(_ promise: Promise<Int>, _ nothing: Promise<Void>, queue: DispatchQueue) {
  let _: Promise<Int> = promise.catch { _ in }
  let _: Promise<Int> = promise.catch { error in print(error) }
  let _: Promise<Int> = promise.catch(on: queue) { _ in }
  let _: Promise<Int> = promise.catch(on: .main) { _ in }
  let _: Promise<Int> = promise.catch(on: .inline) { _ in }
  let _: Promise<Int> = promise.recover { error -> Int in
    if error is Failed { return 1 }
    throw error
  }
  let _: Promise<Int> = promise.recover { error -> Promise<Int> in
    guard error is Failed else { throw error }
    return Promise(1)
  }
  let _: Promise<Int> = promise.recover(on: .main) { _ in 1 }
  let _: Promise<Int> = promise.recover(on: .inline) { _ in Promise(1) }
  let _: Promise<Void> = nothing.recover { _ in }
  let _: Promise<Void> = nothing.recover { error in print(error) }
  let _: Promise<Void> = nothing.recover { _ in Promise(()) }
  let _: Promise<Int> = promise.always {}
  let _: Promise<Int> = promise.always(on: .main) {}
  let _: Promise<Int> = promise.always(on: .inline) { printing(1) }
}

private func voidShapes(_ nothing: Promise<Void>) {
  let _: Promise<Int> = nothing.then { 1 }
  let _: Promise<Int> = nothing.then { _ in 1 }
  let _: Promise<Void> = nothing.then {}
  let _: Promise<Void> = nothing.then { try work() }
  let _: Promise<Void> = nothing.then { printing(1) }
  let _: Promise<String> = nothing.then { promising(1) }
  let _: Promise<Void> = nothing.then { throw Failed() }
  let _: Promise<Void> = nothing.validate { true }
}

private func otherShapes(_ promise: Promise<Int>, _ text: Promise<String>, queue: DispatchQueue) {
  let _: Promise<Int> = promise.validate { $0 > 1 }
  let _: Promise<Int> = promise.validate { _ in throw Failed() }
  let _: Promise<Int> = promise.validate(on: .main) { $0 > 1 }
  let _: Promise<Int> = promise.delay(on: queue, 1)
  let _: Promise<Int> = promise.delay(on: .main, 0.5)
  let _: Promise<Int> = promise.delay(on: .inline, 0.5)
  let _: Promise<Int> = promise.timeout(on: .main, 1)
  let _: Promise<Int> = promise.named("label")
  let _: Promise<[Int]> = all(promise, promise)
  let _: Promise<[Int]> = all(on: queue, promise, promise)
  let _: Promise<[Int]> = all(on: .main, [promise])
  let _: Promise<(Int, String)> = all(promise, text)
  let _: Promise<String> = all(promise, text).then { "\($0.0)\($0.1)" }
  let _: Promise<Int> = all(promise, promise).then { $0.reduce(0, +) }
  let _: Promise<[Maybe<Int>]> = any(promise, promise)
  let _: Promise<Int> = race(promise, promise)
  let _: Promise<Int> = race(on: .main, [promise])
  let _: Promise<Int> = retry { 1 }
  let _: Promise<Int> = retry { try throwing(1) }
  let _: Promise<Int> = retry { () -> Int in throw Failed() }
  let _: Promise<Int> = retry(on: queue, attempts: 2, delay: 1) { promise }
  // Google Promises documents this shape.
  // swift-format-ignore: OnlyOneTrailingClosureArgument
  let _: Promise<Int> = retry(attempts: 2, delay: 1, condition: { left, error in left > 1 && error is Failed }) {
    promise
  }
  let _: Promise<String> = retry { promise.then { "\($0)" } }
}

private func googleShapes(_ promise: Promise<Int>, _ text: Promise<String>, _ other: Promise<Int>, queue: DispatchQueue)
{
  let _: Promise<Int> = Promise()
  let _: Promise<Void> = Promise()
  let _: Promise<Int> = Promise(try throwing(1))
  let _: Promise<Int> = promise.then { other.fulfill($0) }
  let _: Promise<Int> = promise.then(other.fulfill).catch(other.reject)
  let _: (Int) -> Void = other.fulfill
  let _: Promise<(Int, Int, Int)> = all(promise, promise, promise)
  let _: Promise<[Int]> = all(promise, promise, promise)
  let _: Promise<String> = all(promise, text).then { number, text in "\(number)\(text)" }
  let _: Promise<Int> = all(promise, other).then { $0 + $1 }
  let _: Promise<String> = text.reduce([1, 2]) { text, number in Promise(text + "\(number)") }
  let _: Promise<String> = text.reduce(1, 2) { text, number in Promise(text + "\(number)") }
  let _: Promise<String> = text.reduce(on: queue, 1...2) { text, _ in Promise(text) }
  let _: Promise<String> = text.reduce([1, 2], combine)
  let _: Promise<String> = text.reduce(1, 2, combine: combine)
  let work: Promise<Int>.Then<String> = { "\($0)" }
  let reducer: Promise<String>.Reducer<Int> = { text, _ in Promise(text) }
  _ = (work, reducer)
  let _: PromiseError? = PromiseError(Failed())
}

private func asyncShapes(_ promise: Promise<Int>) {
  let _: Promise<Int> = Promise { try await load() }
  let _: Promise<Int> = promise.then { _ in try await load() }
  let _: Promise<Int> = promise.then { _ in await wait() }
}

private func promiseKitShapes(_ promise: Promise<Int>, _ text: Promise<String>, _ list: Promise<[Int]>) {
  let _: Promise<(Int, String)> = when(fulfilled: promise, text)
  let _: Promise<(Int, String, Int)> = when(fulfilled: promise, text, promise)
  let _: Promise<(Int, String, Int, String)> = when(fulfilled: promise, text, promise, text)
  let _: Promise<(Int, String, Int, String, Int)> = when(fulfilled: promise, text, promise, text, promise)
  let _: Promise<[Int]> = when(fulfilled: promise, promise, promise)
  let _: Promise<[Int]> = when(fulfilled: [promise].makeIterator(), concurrently: 1)
  let _: Promise<Int> = list.firstValue
  let _: Promise<Int> = list.firstValue { $0 > 1 }
  let _: Promise<Int> = list.lastValue
  let _: Promise<[Int]> = list.sortedValues()
  let _: Promise<Void> = promise.cauterize()
}

private func generic<Value: Sendable>(_ promise: Promise<Value>, _ value: Value) {
  let _: Promise<Value> = Promise(value)
  let _: Promise<Value> = Promise(on: .main) { value }
  let _: Promise<Value> = promise.then { _ in value }
  let _: Promise<Value> = promise.then { _ in promise }
  let _: Promise<Value> = promise.then { _ in }
  let _: Promise<[Value]> = promise.then { [$0] }
  let _: Promise<Value?> = promise.then { .some($0) }
  let _: Promise<Value> = promise.recover { _ in value }
  let _: Promise<Value> = promise.recover { _ in promise }
  let _: Promise<[Value]> = all(promise, promise)
  let _: Promise<Value> = race([promise])
  let _: Promise<Value> = retry { promise }
}

private func resolverShapes() {
  let (promise, resolver) = Promise<Int>.withResolvers()
  resolver.fulfill(1)
  resolver.reject(Failed())
  resolver.resolve(promise)
  let nothing = Promise<Void>.withResolvers()
  nothing.resolver.fulfill(())
  let _: Bool = promise.fulfill(1)
  let _: Bool = promise.reject(Failed())
}

private func awaiting(_ promise: Promise<Int>, _ nothing: Promise<Void>) async throws {
  let _: Int = try await promise.get()
  try await nothing.get()
}

@Suite struct CallShapes {
  @Test func whatAClosureOfOneThrowOrOfNothingMeans() {
    virtually { executor in
      let thrown = Promise(1).then { _ in throw Failed() }
      let nothing = Promise(1).then { printing($0) }
      let returned = Promise(1).then { promising($0) }
      executor.run()
      let discarding = Promise(()).then { _ in Promise(1).delay(1) }
      let nested = Promise { Promise(1) }
      let types: [Any.Type] = [
        type(of: thrown), type(of: nothing), type(of: returned), type(of: discarding), type(of: nested),
      ]
      expectEqual(
        types.map { "\($0)" }, ["Promise<Int>", "Promise<Int>", "Promise<String>", "Promise<Int>", "Promise<Int>"])
    }
  }

  @Test func aClosureIsABodyNeverAValue() {
    virtually { executor in
      let user = Promise { "ada" }.named("user").delay(1)
      let greeting = user.then { "Hello, \($0)!" }
      executor.run()
      expectEqual(greeting.result.map { "\($0)" }, "success(\"Hello, ada!\")")
    }
  }

  @Test func aPromiseOfNothingThatABodyReturnsIsFollowedNotDropped() {
    virtually { executor in
      let later = { @Sendable () -> Promise<Void> in Promise(()).delay(5) }
      let body = Promise<Void> { later() }
      let inline = Promise<Void>(on: .inline) { later() }
      let then = Promise(1).then { _ in later() }
      let thenOfNothing = Promise(()).then { later() }
      let recovered = Promise<Void>(Failed()).recover { _ in later() }
      let discardable = Promise<Void>(Failed()).recover { _ in Promise(()).delay(5) }
      executor.advance(by: 4)
      expectEqual(
        [body, inline, then, thenOfNothing, recovered, discardable].map(\.isPending), Array(repeating: true, count: 6))
      executor.advance(by: 2)
      expectEqual(
        [body, inline, then, thenOfNothing, recovered, discardable].map(\.isFulfilled), Array(repeating: true, count: 6)
      )
    }
  }
}
