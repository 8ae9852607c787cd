// Virtual time that always runs to its end, and an error of another type than `Oops`.

/// An error that is not an `Oops`.
struct OtherError: Error {}

/// Runs `body` with a manual executor standing in for every queue, then runs all scheduled work.
func virtually<Result>(_ body: (ManualExecutor) throws -> Result) rethrows -> Result {
  try TestSupport.virtually { executor in
    let result = try body(executor)
    executor.run()
    return result
  }
}
