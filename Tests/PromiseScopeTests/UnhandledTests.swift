// Tests unhandled rejections: they are reported once, when the last promise with the rejection is freed.

import PromiseTrace

@Suite struct UnhandledTests {
  /// Keeps only the events about rejections and releases.
  private func fates(_ body: (ManualExecutor) -> Void) -> String {
    picture(
      without: [.created, .registered, .enqueued, .started, .finished, .fulfilled, .adopted, .rejected], values: .off,
      body)
  }

  @Test func aRejectionWithoutAHandlerIsReported() {
    expectEqual(
      fates { _ in _ = Promise<Int>(Oops.one) },
      """
      unhandled #1
      released #1 rejected
      """)
  }

  @Test func aRejectionIsReportedForTheLastPromiseOfTheChainWhenItIsFreed() {
    expectEqual(
      fates { executor in
        var root: Promise<Int>? = Promise<Int>(Oops.one)
        var last = root?.then { $0 }
        root = nil
        Tracer.mark("root is gone", at: last)
        last = nil
        Tracer.mark("last is gone", at: last)
      },
      """
      released #1 rejected
      named #2 root is gone
      unhandled #2
      released #2 rejected
      """)
  }

  @Test func aRejectionIsHandledOnceByHoweverManyHandlers() {
    expectEqual(
      fates { executor in
        let root = Promise<Int>(Oops.one)
        root.catch { _ in }
        root.catch { _ in }.catch { _ in }
        executor.run()
      }.split(separator: "\n").filter { $0.contains("handled") }, ["handled #1 by #2 in #2"])
  }

  @Test func aHandlerDownstreamHandlesTheRejectionOfTheWholeChain() {
    #expect(
      fates { executor in
        let root = Promise<Int>(Oops.one)
        let middle = root.then { $0 }.then { $0 }
        executor.run()
        middle.catch { _ in }
        executor.run()
        withExtendedLifetime((root, middle)) {}
      }.contains("unhandled") == false)
  }

  @Test func recoverHandlesARejectionAndAnErrorThatItThrowsIsANewOne() {
    expectEqual(
      fates { executor in
        let root = Promise<Int>(Oops.one)
        let end = root.recover { _ -> Int in throw Oops.two }
        executor.run()
        withExtendedLifetime((root, end)) {}
      }.split(separator: "\n").filter { $0.contains("handled") }, ["handled #1 by #2 in #2", "unhandled #2"])
  }

  @Test("always and timeout don't handle a rejection")
  func passingOn() {
    expectEqual(
      fates { executor in
        let root = Promise<Int>(Oops.one)
        root.always {}.timeout(5).delay(1).validate { _ in true }
        executor.run()
      }.split(separator: "\n").filter { $0.contains("handled") }, ["unhandled #1"])
  }

  @Test("a cancellation isn't reported", arguments: [true, false])
  func cancellation(_ ownType: Bool) {
    struct Stopped: CancellableError { var isCancelled: Bool }
    #expect(
      !fates { _ in
        _ = Promise<Int>(ownType ? Stopped(isCancelled: true) : CancellationError() as any Error)
      }.contains("unhandled"))
    #expect(fates { _ in _ = Promise<Int>(Stopped(isCancelled: false)) }.contains("unhandled"))
  }

  @Test func aCombinatorHandlesTheRejectionsOfItsInputs() {
    let handled = fates { executor in
      let inputs = [Promise<Int>(Oops.one), Promise<Int>(Oops.two)]
      let end = all(inputs)
      end.catch { _ in }
      executor.run()
      withExtendedLifetime((inputs, end)) {}
    }
    #expect(!handled.contains("unhandled"))
    let dropped = fates { _ in
      let inputs = [Promise<Int>(Oops.one), Promise<Int>(Oops.two)]
      let end = race(inputs)
      withExtendedLifetime((inputs, end)) {}
    }
    expectEqual(dropped.split(separator: "\n").filter { $0.hasPrefix("unhandled") }, ["unhandled #3"])
  }

  @Test func anErrorThatAwaitThrowsIsHandled() async {
    let tracer = Tracer()
    let reader = tracer.makeReader()
    let promise = tracer.run { Promise<Int>(Oops.one) }
    await #expect(throws: Oops.one) { try await promise.get() }
    tracer.finish()
    var events: [Event] = []
    do { while try reader.read(into: &events, limit: 100) != .ended {} } catch { Issue.record(error) }
    expectEqual(events.map(\.kind), [.created, .rejected, .registered, .handled, .ended])
  }
}

extension Tracer {
  /// Marks a line in the picture.
  fileprivate static func mark<Value: Sendable>(_ text: String, at promise: Promise<Value>?) { promise?.named(text) }
}
