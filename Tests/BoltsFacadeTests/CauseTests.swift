// The causes in the log, checked on random programs of continuations: whatever a program does, the log must be consistent.

import PromiseTrace

@Suite struct CauseTests {
  private typealias Link = BoltsFacade.Task<Int>
  private typealias Operator = @Sendable (Link, Link, CancellationToken?) -> Link

  private static let operators: [Operator] = [
    { one, _, token in one.continueWith(cancellationToken: token) { $0.result ?? 0 } },
    { one, _, token in one.continueWith(cancellationToken: token) { _ -> Int in throw Oops.one } },
    { one, two, token in one.continueWithTask(cancellationToken: token) { _ in two } },
    { one, _, token in one.continueOnSuccessWith(cancellationToken: token) { $0 + 1 } },
    { one, two, token in one.continueOnSuccessWithTask(cancellationToken: token) { _ in two } },
    { one, _, token in one.continueOnErrorWith(cancellationToken: token) { _ in 2 } },
    { one, _, token in one.continueOnErrorWith(cancellationToken: token) { (_: OtherError) in 2 } },
    { one, two, token in one.continueOnErrorWithTask(cancellationToken: token) { (_: Oops) in two } },
    { one, two, token in
      Link.whenAll([one, two]).continueWith(cancellationToken: token) { _ in 1 }
    },
    { one, two, token in
      Link.whenAllResult([one, two]).continueWith(cancellationToken: token) { $0.result?.count ?? 0 }
    },
    { one, two, token in
      Link.whenAny([one, two]).continueWith(cancellationToken: token) { _ in 1 }
    },
  ]

  private func play(_ seed: UInt64) -> [String] {
    let (events, texts, failure) = record { executor in
      var dice = Dice(seed: seed)
      let open = [TaskCompletionSource<Int>(), TaskCompletionSource<Int>()]
      let canceled = CancellationTokenSource()
      let tokens = [nil, nil, CancellationTokenSource().token, canceled.token]
      var tasks = [Link(3), Link(error: Oops.one), Link.cancelledTask()] + open.map(\.task)
      for _ in 0..<12 + dice.roll(12) {
        let (one, two) = (tasks[dice.roll(tasks.count)], tasks[dice.roll(tasks.count)])
        switch dice.roll(20) {
        case 0: open[dice.roll(2)].trySet(result: dice.roll(9))
        case 1: open[dice.roll(2)].trySet(error: Oops.two)
        case 2: executor.runReady()
        case 3: canceled.cancel()
        default:
          let made = CauseTests.operators[dice.roll(CauseTests.operators.count)](one, two, tokens[dice.roll(4)])
          tasks.append(made)
        }
      }
      executor.run()
      // A task that its own continuation retains would otherwise stay pending forever.
      for source in open { source.trySet(result: 0) }
      executor.run()
    }
    return failure + brokenRules(events, texts)
  }

  @Test func inRandomProgramsNoTaskWhoseContinuationStartedSettlesWithPassthrough() {
    for seed in 0..<800 as Range<UInt64> {
      let broken = play(seed)
      guard broken.isEmpty else {
        Issue.record("seed \(seed): \(broken.joined(separator: "\n"))")
        return
      }
    }
  }
}
