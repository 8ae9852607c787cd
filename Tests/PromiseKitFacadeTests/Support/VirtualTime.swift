// Virtual time that always runs to its end, and pictures without the events that every handler repeats.

/// Runs `body` with a manual executor standing in for every queue, then runs all scheduled work.
func virtually<Result>(_ body: (ManualExecutor) throws -> Result) rethrows -> Result {
  try TestSupport.virtually { executor in
    let result = try body(executor)
    executor.run()
    return result
  }
}

/// The picture of a run without the `enqueued` and `finished` events of its handlers; see `TestSupport.picture`.
func picture<Kept>(
  without hidden: Set<EventKind> = [.released, .enqueued, .finished], _ body: (ManualExecutor) -> Kept
) -> String {
  TestSupport.picture(without: hidden, body)
}
