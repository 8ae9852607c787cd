// A body whose result settles its promise in one atomic step, while something else settles the promise too.

import Dispatch

@testable import PromiseCore

@Suite("a body's own outcome", .serialized)
struct BodyOutcomeTests {
  private static let rounds = 500

  /// A promise derived from `root` whose handler runs `body`, then returns or throws.
  private func derived<Value: Sendable>(
    from root: Promise<Int>, on executor: Executor = .inline, returning value: Value, throwing error: Oops? = nil,
    _ body: @escaping @Sendable (Promise<Value>) -> Void
  ) -> Promise<Value> {
    Promise<Value>(from: root, "derived", handles: .fulfilled, on: executor, site: SourceSite()) { node, _ in
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      body(node)
      if let error { node.reject(error, cause: .threw) } else { node.fulfill(value, cause: .returned) }
    }
  }

  @Test(
    "a cancellation inside the body wins over what the body returns or throws, at once", arguments: [nil, Oops.two])
  func canceledInside(_ error: Oops?) {
    let living = Counter()
    do {
      let root = Promise<Int>.made()
      let seen = Notes()
      let promise = derived(from: root, returning: [Probe(living)], throwing: error) { promise in
        promise.cancel(with: Oops.one)
        seen.add("\(promise.isRejected)")
      }
      promise.observe { _ in seen.add("observed") }
      root.settle(1)
      expectEqual(seen.lines, ["true", "observed"])
      #expect(promise.isRejected && "\(promise.rejection.error)" == "\(Oops.one)")
    }
    expectEqual(living.value, 0)
  }

  @Test func settlingInOneStepReportsThatSomethingElseHasSettledThePromiseFirst() {
    let promise = Promise<Int>.made()
    promise.settle(1)
    #expect(!promise.settle(.rejected) && promise.outcome == "1")
  }

  @Test func aValueSetInsideTheBodyWinsOverWhatTheBodyReturnsWhateverItsSize() {
    let root = Promise<Int>.made()
    let seen = Notes()
    let small = derived(from: root, returning: 1) { $0.settle(2) }
    let large = derived(from: root, returning: [1, 2, 3, 4]) { $0.settle([5]) }
    let text = derived(from: root, returning: ("a", "b", "c")) { $0.settle(("d", "e", "f")) }
    small.after(on: .inline) { seen.add("small") }
    root.settle(1)
    #expect(small.fulfilledValue == 2 && large.fulfilledValue == [5] && text.fulfilledValue == ("d", "e", "f"))
    expectEqual(seen.lines, ["small"])
    expectEqual(small.result.map { "\($0)" }, "success(2)")
  }

  @Test func whatIsSetInsideTheBodyReachesThoseWhoFollowPassOnAndComeLate() {
    let root = Promise<Int>.made()
    let promise = derived(from: root, returning: 1) { $0.settle(2) }
    let passing = Promise<Int>(from: promise, "passing", handles: .rejected, on: .inline, site: SourceSite()) {
      node, parent in
      unsafeDowncast(node, to: Promise<Int>.self).settle(like: unsafeDowncast(parent, to: Promise<Int>.self))
    }
    let following = Promise<Int>.made()
    following.adopt(promise)
    root.settle(1)
    let late = promise.after(on: .inline) {}
    expectEqual([promise, passing, following, late].map(\.outcome), ["2", "2", "2", "2"])
  }

  @Test func aBodyOnAQueueAndACancelerOneOutcomeSeenByAllAndNothingIsLeftBehind() {
    let living = Counter()
    let queue = DispatchQueue(label: "bodies")
    for round in 0..<BodyOutcomeTests.rounds {
      let root = Promise<Int>.made()
      let seen = Notes()
      let done = DispatchSemaphore(value: 0)
      let promise = derived(
        from: root, on: .queue(queue), returning: Probe(living), throwing: round % 3 == 0 ? Oops.two : nil
      ) { _ in }
      promise.observe { node in
        seen.add(node.isFulfilled ? "value" : "\(node.rejection.error)")
        done.signal()
      }
      together(2) { thread in
        if thread == 0 { root.settle(1) } else { promise.cancel(with: Oops.one) }
      }
      done.wait()
      queue.sync {}
      let own = round % 3 == 0 ? "\(Oops.two)" : "value"
      #expect(seen.lines.count == 1 && [own, "\(Oops.one)"].contains(seen.lines[0]))
      expectEqual(seen.lines, [promise.isFulfilled ? "value" : "\(promise.rejection.error)"])
    }
    queue.sync {}
    expectEqual(living.value, 0)
  }

  @Test func aBodyAndTwoSettlersFromOutsideWithWaitersThatComeAndGoOneOutcome() {
    let queue = DispatchQueue(label: "bodies")
    for _ in 0..<BodyOutcomeTests.rounds {
      let root = Promise<Int>.made()
      let outcomes = List<String>()
      let promise = derived(from: root, on: .queue(queue), returning: "body") { _ in }
      together(4) { thread in
        switch thread {
        case 0: root.settle(1)
        case 1: promise.settle("outside")
        case 2: promise.fail(Oops.one)
        default:
          for _ in 0..<10 { promise.observe { outcomes.add(unsafeDowncast($0, to: Promise<String>.self).outcome) } }
        }
      }
      queue.sync {}
      #expect(["body", "outside", "\(Oops.one)"].contains(promise.outcome))
      while outcomes.elements.count < 10 {}
      #expect(outcomes.elements.allSatisfy { $0 == promise.outcome })
    }
  }
}
