// The causes in the log, checked on random programs of operators: whatever a program does, the log must be consistent.

import PromiseCore
import PromiseTrace

@Suite struct CauseTests {
  private typealias Link = PromiseKitFacade.Promise<Int>
  private typealias Operator = @Sendable (Link, Link) -> Link

  private static let operators: [Operator] = [
    { one, two in one.then { _ in two } },
    { one, _ in one.map { $0 + 1 } },
    { one, _ in one.map { (_: Int) -> Int in throw Oops.one } },
    { one, _ in one.get { _ in } },
    { one, _ in one.tap { _ in } },
    { one, _ in one.done { _ in }.map { 1 } },
    { one, _ in one.ensure {} },
    { one, _ in one.ensureThen { Guarantee<Void>() } },
    { one, _ in one.compactMap { $0 > 3 ? $0 : nil } },
    { one, two in one.recover { _ in two } },
    { one, two in one.recover(policy: .allErrors) { _ in two } },
    { one, two in one.recover(only: Oops.one) { _ in two } },
    { one, two in one.recover(only: Oops.self) { _ in two } },
    { one, _ in one.asVoid().map { 1 } },
    { one, _ in
      one.catch { _ in }.finally {}
      return one
    },
    { one, _ in
      one.catch(only: Oops.one) { _ in }.catch(only: Oops.self) { _ in }.finally {}
      return one
    },
    { one, _ in
      one.done { _ in }.cauterize()
      return one
    },
    { one, two in when(fulfilled: [one, two]).map { $0.count } },
    { one, two in when(fulfilled: one, two).map { $0.0 } },
    { one, two in when(resolved: [one, two]).map { $0.count }.then { Link.value($0) } },
    { one, two in race(one, two) },
    { one, two in race(fulfilled: [one, two]) },
    { one, _ in one.map { [$0] }.firstValue },
    { one, two in one.map { [$0] }.thenMap { _ in two }.map { $0.count } },
    { one, _ in after(seconds: 1).then { one } },
    { one, _ in
      let canceled = one.map { $0 }
      canceled.cancel()
      return canceled
    },
  ]

  private func play(_ seed: UInt64) -> [String] {
    let (events, texts, failure) = record { executor in
      var dice = Dice(seed: seed)
      let open = [Link.pending(), Link.pending()]
      var promises = [Link.value(3), Link(error: Oops.one), Link(error: PMKError.cancelled)] + open.map(\.promise)
      for _ in 0..<12 + dice.roll(12) {
        let (one, two) = (promises[dice.roll(promises.count)], promises[dice.roll(promises.count)])
        switch dice.roll(20) {
        case 0: open[dice.roll(2)].resolver.fulfill(dice.roll(9))
        case 1: open[dice.roll(2)].resolver.reject(Oops.two)
        case 2: executor.runReady()
        default: promises.append(CauseTests.operators[dice.roll(CauseTests.operators.count)](one, two))
        }
      }
      executor.run()
      // A promise that its own reaction retains would otherwise stay pending forever.
      for (_, resolver) in open { resolver.fulfill(0) }
      executor.run()
    }
    return failure + brokenRules(events, texts)
  }

  @Test func inRandomProgramsNoPromiseWhoseBodyStartedSettlesWithPassthrough() {
    for seed in 0..<800 as Range<UInt64> {
      let broken = play(seed)
      guard broken.isEmpty else {
        Issue.record("seed \(seed): \(broken.joined(separator: "\n"))")
        return
      }
    }
  }
}
