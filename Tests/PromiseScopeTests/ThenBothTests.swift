// Tests `then` with two handlers: A+ §2.2.1 and §2.2.7, ECMA-262 §27.2.5.4.

import Dispatch

private final class User: @unchecked Sendable { var name = "ada" }
private func load(_ number: Int) -> Promise<User> { Promise(User()) }
private func note(_ value: Any) {}

@Suite struct ThenBothTests {
  @Test func aValueCallsTheFirstHandlerAnErrorTheSecond() {
    virtually { executor in
      let value: Promise<Int> = Promise(1).then({ $0 + 1 }, onRejected: { _ in -1 })
      let error: Promise<Int> = Promise<Int>(Oops.one).then({ $0 + 1 }, onRejected: { _ in -1 })
      let promise: Promise<Int> = Promise(1).then({ Promise($0 + 2) }, onRejected: { _ in Promise(-2) })
      let recovered: Promise<Int> = Promise<Int>(Oops.one).then({ Promise($0 + 2) }, onRejected: { _ in Promise(-2) })
      executor.run()
      expectEqual([value, error, promise, recovered].map(\.value), [2, -1, 3, -2])
    }
  }

  @Test("a thrown error rejects, and the other handler doesn't receive it")
  func throwing() {
    virtually { executor in
      let first = Promise(1).then({ _ -> Int in throw Oops.one }, onRejected: { _ in -1 })
      let second = Promise<Int>(Oops.one).then({ $0 }, onRejected: { _ in throw Oops.two })
      executor.run()
      #expect(first.error as? Oops == .one && second.error as? Oops == .two)
    }
  }

  @Test func aHandlerThatIsNilPassesItsOutcomeOn() {
    virtually { executor in
      let value = Promise(1).then(nil, onRejected: { _ in -1 })
      let recovered = Promise<Int>(Oops.one).then(nil, onRejected: { _ in -1 })
      let error = Promise<Int>(Oops.one).then({ "\($0)" }, onRejected: nil)
      let text = Promise(1).then({ "\($0)" }, onRejected: nil)
      let neither = Promise(1).then(nil, onRejected: nil)
      let promise = Promise<Int>(Oops.one).then(nil, onRejected: { _ in Promise(-2) })
      executor.run()
      #expect(value.value == 1 && recovered.value == -1 && promise.value == -2 && neither.value == 1)
      #expect(error.error as? Oops == .one && text.value == "1")
    }
  }

  @Test("the second handler takes one hop, like a handler of `catch`")
  func oneHop() {
    virtually { executor in
      let notes = Notes()
      let promise = Promise<Int>(Oops.one)
      promise.then({ _ in notes.add("value") }, onRejected: { _ in notes.add("both") })
      promise.catch { _ in notes.add("catch") }
      promise.then { _ in }.catch { _ in notes.add("two hops") }
      executor.run()
      expectEqual(notes.lines, ["both", "catch", "two hops"])
    }
  }

  @Test func eachCombinationOfHandlersInfersOneType() {
    virtually { _ in
      let (number, queue) = (Promise<Int>.pending(), DispatchQueue(label: "both"))
      let promises = number.then({ load($0) }, onRejected: { _ in load(0) })
      let values = number.then({ _ in User() }, onRejected: { _ in User() })
      let promiseOrValue = number.then({ load($0) }, onRejected: { _ in User() })
      let valueOrPromise = number.then({ _ in User() }, onRejected: { _ in load(0) })
      let promiseOrThrows = number.then({ load($0) }, onRejected: { throw $0 })
      let valueOrThrows = number.then({ _ in User() }, onRejected: { throw $0 })
      let throwsOrValue = number.then({ _ in throw Oops.one }, onRejected: { _ in User() })
      let onQueue = number.then(on: queue, { load($0) }, onRejected: nil)
      let function = number.then(load, onRejected: nil)
      let lines = number.then { number in
        note(number)
        return load(number)
      } onRejected: { error in
        note(error)
        return load(0)
      }
      let anything = number.then({ _ in Promise<any Sendable>(1) }, onRejected: { _ in 1 as any Sendable })
      let nothing = number.then({ note($0) }, onRejected: { note($0) })
      let users = [
        promises, values, promiseOrValue, valueOrPromise, promiseOrThrows, valueOrThrows, throwsOrValue, onQueue,
        function,
        lines,
      ]
      expectEqual(users.count, 10)
      #expect(type(of: anything) == Promise<any Sendable>.self && type(of: nothing) == Promise<Void>.self)
    }
  }
}
