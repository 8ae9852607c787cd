// Tests cycles through foreign promises, which are only noted in the log, and end by a cancellation.

import PromiseCore
import PromiseTrace

/// A foreign promise around one of ours.
private struct Foreign: Thenable {
  let inner: Promise<Int>
  let probe: Probe?

  func then(fulfill: @escaping @Sendable (Int) -> Void, reject: @escaping @Sendable (any Error) -> Void) {
    inner.then(on: .inline) { [probe] value in withExtendedLifetime(probe) { fulfill(value) } }.catch(
      on: .inline, reject)
  }
}

/// A foreign promise that waits in a task.
private struct ForeignTask: Thenable {
  let inner: Promise<Int>

  func then(fulfill: @escaping @Sendable (Int) -> Void, reject: @escaping @Sendable (any Error) -> Void) {
    Task { do { fulfill(try await inner.get()) } catch { reject(error) } }
  }
}

@Suite("cycles through foreign promises", .serialized)
struct ForeignCycleTests {
  @Test func aCycleIsNotedNothingRejectsAndAfterACancellationItIsFreed() async throws {
    let living = Counter()
    let found = try await notes { tracer in
      tracer.run {
        let promise = Promise<Int>.pending()
        let end = promise.then(on: .inline) { $0 }
        Resolver(promise).resolve(Foreign(inner: end, probe: Probe(living)))
        #expect(promise.isPending && end.isPending)
        promise.cancel()
        #expect(end.error is CancellationError)
      }
    }
    expectEqual(found, ["noted #1 adopted foreign code that waits for #2, which waits for this promise"])
    expectEqual(living.value, 0)
  }

  @Test func aForeignPromiseAroundThePromiseItselfIsNoted() async throws {
    let found = try await notes { tracer in
      tracer.run {
        let promise = Promise<Int>.pending()
        Resolver(promise).resolve(Foreign(inner: promise, probe: nil))
        #expect(promise.isPending)
        promise.cancel()
      }
    }
    expectEqual(found, ["noted #1 adopted foreign code that waits for this promise"])
  }

  @Test func aForeignPromiseThatWaitsInATaskIsNotedAndACancellationEndsTheCycle() async throws {
    weak var left: Promise<Int>?
    let found = try await notes { tracer in
      let reader = tracer.makeReader()
      let (promise, end) = tracer.run {
        let promise = Promise<Int>.pending()
        let end = promise.then(on: .inline) { $0 }
        Resolver(promise).resolve(ForeignTask(inner: end))
        return (promise, end)
      }
      left = promise
      #expect(await noted(reader))
      #expect(promise.isPending)
      promise.cancel()
      #expect(end.error is CancellationError)
    }
    expectEqual(
      found,
      [
        "noted #3 a task of its body waits for #2, which waits for this promise; something else may still end this cycle"
      ])
    #expect(await eventually { left == nil })
  }

  @Test func aForeignPromiseWithoutACycleAddsNoNote() async throws {
    let found = try await notes { tracer in
      tracer.run {
        let (promise, other) = (Promise<Int>.pending(), Promise<Int>.pending())
        let end = promise.then(on: .inline) { $0 }
        Resolver(promise).resolve(Foreign(inner: other.then(on: .inline) { $0 }, probe: nil))
        other.fulfill(3)
        expectEqual(end.currentValue, 3)
      }
    }
    #expect(found.isEmpty)
  }
}
