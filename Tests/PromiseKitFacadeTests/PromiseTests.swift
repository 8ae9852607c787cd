// Promise and Guarantee: creating them, reading their state, descriptions, and waiting for them.

import Dispatch

@Suite struct PromiseTests {
  @Test func promisesAndGuaranteesCanBeCreatedInEveryForm() {
    expectEqual(Promise.value(1).value, 1)
    expectEqual(Promise<Int>(error: Oops.one).oops, .one)
    expectEqual(Promise<Int> { $0.fulfill(2) }.value, 2)
    expectEqual(Promise<Int> { _ in throw Oops.two }.oops, .two)
    expectEqual(Promise(Guarantee.value(3)).value, 3)
    expectEqual(Promise(Promise<Int>(error: Oops.one)).oops, .one)
    expectEqual(Guarantee { $0(4) }.value, 4)
    #expect(Promise().isFulfilled && Promise<Void>.value.isFulfilled)
    #expect(Guarantee().isFulfilled && Guarantee<Void>.value.isFulfilled)
    let (guarantee, resolve) = Guarantee<Int>.pending()
    resolve(5)
    resolve(6)
    expectEqual(guarantee.value, 5)
  }

  @Test func pipeCallsItsClosureImmediatelyOrWithinTheCallThatSettles() {
    let notes = Notes()
    Promise.value(1).pipe { notes.add("\($0)") }
    Guarantee.value(2).pipe { notes.add("\($0)") }
    let (promise, resolver) = Promise<Int>.pending()
    promise.pipe { notes.add("\($0.isFulfilled)") }
    notes.add("reject")
    resolver.reject(Oops.one)
    expectEqual(notes.lines, ["fulfilled(1)", "fulfilled(2)", "reject", "false"])
  }

  @Test func descriptionsShowTheStateAndTheNumberOfHandlersWhilePending() {
    let (pending, seal) = Promise<Int>.pending()
    expectEqual("\(pending)", "Promise(…Int)")
    expectEqual(pending.debugDescription, "Promise<Int>.pending(handlers: 0)")
    let child = pending.map(on: nil) { $0 }
    pending.pipe { _ in }
    let others = (when(fulfilled: [pending]), race(pending, pending), Promise(pending), firstly { pending })
    expectEqual(pending.debugDescription, "Promise<Int>.pending(handlers: 7)")
    seal.fulfill(1)
    expectEqual("\(child)", "Promise(1)")
    expectEqual(child.debugDescription, "Promise<Int>.fulfilled(1)")
    expectEqual("\(Promise<Int>(error: Oops.one))", "Promise(one)")
    expectEqual(Promise<Int>(error: Oops.one).debugDescription, "Promise<Int>.rejected(Oops.one)")
    withExtendedLifetime(others) {}
  }

  @Test func valuesAndHandlersNeedNotBeSendable() {
    final class Counter { var count = 0 }
    var seen = 0
    let promise = Promise<Counter> { $0.fulfill(Counter()) }.get(on: nil) { counter in
      counter.count += 1
      seen = counter.count
    }
    expectEqual(promise.value?.count, 1)
    expectEqual(seen, 1)
  }

  #if compiler(>=6.2)
    @Test func awaitingAGuaranteeThatWasCanceledTrapsAsWaitingForItDoes() async {
      await #expect(processExitsWith: .failure) {
        let source = after(seconds: 3600)
        let guarantee = source.map(on: nil) { 42 }
        Promise(guarantee).cancel()
        _ = await guarantee.async()
      }
    }
  #endif

  @Test("DispatchQueue.async(.promise) returns a promise if its body throws, otherwise a guarantee")
  func dispatched() throws {
    let queue = DispatchQueue(label: "own")
    let guarantee: Guarantee<Int> = queue.async(.promise) { 1 }
    expectEqual(guarantee.wait(), 1)
    #expect(throws: Oops.one) { try queue.async(.promise) { () -> Int in throw Oops.one }.wait() }
    let group = DispatchGroup()
    let grouped = queue.async(.promise, group: group, qos: .userInitiated, flags: .barrier) { 2 }
    group.wait()
    expectEqual(grouped.value, 2)
  }

  @Test("wait and hang return the value and run virtual time")
  func wait() throws {
    try expectEqual(Promise.value(1).wait(), 1)
    #expect(throws: Oops.one) { try Promise<Int>(error: Oops.one).wait() }
    expectEqual(virtually { _ in after(seconds: 60).map { 7 }.wait() }, 7)
    try expectEqual(virtually { _ in try hang(Promise(after(seconds: 60).map { 8 })) }, 8)
    // However the thread waits, the log has the wait.
    let waits = picture { _ in
      _ = after(seconds: 60).map { 7 }.wait()
      _ = try? Promise.value(1).wait()
    }
    #expect(
      waits.contains("registered #2 [fulfilled rejected]") && waits.contains("registered #3 [fulfilled rejected]"),
      "\(waits)")
  }

  @Test func aSwiftTaskCanAwaitAPromiseOrGuarantee() async throws {
    try await expectEqual(Promise.value(1).async(), 1)
    await expectEqual(Guarantee.value(2).async(), 2)
    await #expect(throws: Oops.one) { try await Promise<Int>(error: Oops.one).async() }
  }
}
