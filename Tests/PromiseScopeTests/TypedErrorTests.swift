// Tests `get` with a typed error.

@Suite struct TypedErrorTests {
  private enum LoadError: Error, Equatable {
    case offline
    case other(String)
  }

  /// Compiles only if the call throws nothing but a `LoadError`.
  private func load(_ page: Promise<Int>) async throws(LoadError) -> Int {
    try await page.get(throwing: LoadError.self) { .other("\($0)") }
  }

  @Test func returnsTheValue() async throws {
    try await expectEqual(load(Promise(1)), 1)
  }

  @Test func throwsAnErrorOfTheTypeAsItIs() async {
    await #expect(throws: LoadError.offline) { try await load(Promise(LoadError.offline)) }
  }

  @Test func throwsWhatTheClosureMakesOfAnotherError() async {
    await #expect(throws: LoadError.other("one")) { try await load(Promise(Oops.one)) }
  }

  @Test func aCanceledTaskThrowsWhatTheClosureMakesOfCancellationError() async {
    let task = Task { try await load(.pending()) }
    task.cancel()
    await #expect(throws: LoadError.other("CancellationError()")) { try await task.value }
  }
}
