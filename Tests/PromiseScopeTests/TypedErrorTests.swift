// Tests `get` with a typed error.

import PromiseScope
import TestSupport
import Testing

@Suite("typed errors")
struct TypedErrorTests {
  private enum LoadError: Error, Equatable {
    case offline
    case other(String)
  }

  /// Compiles only if the call throws nothing but a `LoadError`.
  private func load(_ page: Promise<Int>) async throws(LoadError) -> Int {
    try await page.get(throwing: LoadError.self) { .other("\($0)") }
  }

  @Test("returns the value")
  func value() async throws {
    try await expectEqual(load(Promise(1)), 1)
  }

  @Test("throws an error of the type as it is")
  func sameType() async {
    await #expect(throws: LoadError.offline) { try await load(Promise(LoadError.offline)) }
  }

  @Test("throws what the closure makes of another error")
  func otherType() async {
    await #expect(throws: LoadError.other("one")) { try await load(Promise(Oops.one)) }
  }

  @Test("a canceled task throws what the closure makes of CancellationError")
  func canceled() async {
    let task = Task { try await load(.pending()) }
    task.cancel()
    await #expect(throws: LoadError.other("CancellationError()")) { try await task.value }
  }
}
