// Pictures of chains as assertions. Owns the public functions and their waiting.

import ChainModel
import PromiseCore
import PromiseTrace

/// Checks that the promises of the current test look like a picture.
///
/// It waits until all promises have settled, at most a second, and then draws every promise that the test has created so far. The picture
/// contains neither times nor IDs; a promise that another row refers to is numbered, from top to bottom.
///
/// ```swift
/// @Test(.promises) func greeting() async {
///   Promise("ada").then { "Hello, \($0)" }
///   await expectTree("""
///     ✔ ▾ value  "ada"
///     ✔   then   "Hello, ada"
///     """)
/// }
/// ```
///
/// Any task of a test with the trait `.promises` may call it, or of an `XCTestCase` that has called `checkPromises`.
///
/// - Parameters:
///   - picture: The expected lines. Spaces at the end of a line and empty lines at the start and end are ignored.
///   - showsSites: Whether each row contains the call site, such as `LoaderTests:12`.
///   - patience: How long to wait until the promises have settled. Promises that the picture shows as pending are not waited for.
///   - fileID: The caller's location, for the failure.
///   - filePath: The caller's location, for the failure.
///   - line: The caller's location, for the failure.
///   - column: The caller's location, for the failure.
public func expectTree(
  _ picture: String, showsSites: Bool = false, waiting patience: Duration = .seconds(1),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) async {
  let caller = Caller(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let session = PromiseSession.observing else {
    return caller.fail("No promises are recorded: give the test the trait .promises, or call checkPromises() first.")
  }
  let expectation = TreeExpectation(picture: picture, showsSites: showsSites, showsTimes: false)
  await session.settle(within: patience) { expectation.isMet(by: $0) }
  session.read { expectation.check($0.store, caller) }
}

/// Checks that the promises that `body` creates look like a picture.
///
/// After `body` has returned, it waits until all promises have settled, at most a second. The promises are not judged by the trait
/// `.promises`, because the picture shows what became of them.
///
/// - Parameters:
///   - picture: The expected lines. Spaces at the end of a line and empty lines at the start and end are ignored.
///   - showsSites: Whether each row contains the call site, such as `LoaderTests:12`.
///   - patience: How long to wait until the promises have settled. Promises that the picture shows as pending are not waited for.
///   - isolation: The actor to run on; the caller's.
///   - fileID: The caller's location, for the failure.
///   - filePath: The caller's location, for the failure.
///   - line: The caller's location, for the failure.
///   - column: The caller's location, for the failure.
///   - body: Creates the promises.
/// - Throws: The error that `body` throws.
public func expectTree(
  _ picture: String, showsSites: Bool = false, waiting patience: Duration = .seconds(1),
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  _ body: () async throws -> Void
) async rethrows {
  let caller = Caller(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectation = TreeExpectation(picture: picture, showsSites: showsSites, showsTimes: false)
  let session = PromiseSession()
  try await session.run(body)
  await session.settle(within: patience) { expectation.isMet(by: $0) }
  session.tracer.finish()
  session.read { expectation.check($0.store, caller) }
}

/// Checks that the promises that `body` creates in virtual time look like a picture, which contains the times.
///
/// Everything runs on the calling thread: the executor replaces every queue, and its clock advances from timer to timer. So a test of a delay
/// of an hour takes no time.
///
/// ```swift
/// expectTree("""
///   ✔ ▾ value       0 ms  1
///   ✔   delay  1 h 0 min  1
///   """) { executor in
///   Promise(1).delay(3_600)
/// }
/// ```
///
/// - Parameters:
///   - picture: The expected lines. Spaces at the end of a line and empty lines at the start and end are ignored.
///   - showsSites: Whether each row contains the call site, such as `LoaderTests:12`.
///   - showsTimes: Whether each row contains the virtual time that the promise took.
///   - fileID: The caller's location, for the failure.
///   - filePath: The caller's location, for the failure.
///   - line: The caller's location, for the failure.
///   - column: The caller's location, for the failure.
///   - body: Creates the promises. All work that is left runs after it has returned.
/// - Throws: The error that `body` throws.
public func expectTree(
  _ picture: String, showsSites: Bool = false, showsTimes: Bool = true, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  _ body: (_ executor: ManualExecutor) throws -> Void
) rethrows {
  let caller = Caller(fileID: fileID, filePath: filePath, line: line, column: column)
  let executor = ManualExecutor()
  let session = PromiseSession(clock: .manual(executor.clock))
  try session.tracer.run {
    try executor.bind {
      try body(executor)
      executor.run()
    }
  }
  session.tracer.finish()
  let expectation = TreeExpectation(picture: picture, showsSites: showsSites, showsTimes: showsTimes)
  session.read { expectation.check($0.store, caller) }
}

/// A picture, and how to draw the history that it is compared with.
private struct TreeExpectation: Sendable {
  let picture: String
  let showsSites: Bool
  let showsTimes: Bool

  private func found(_ store: ChainStore) -> String {
    var columns: TextColumns = []
    if showsSites { columns.insert(.site) }
    if showsTimes { columns.insert(.duration) }
    return TreePicture(columns: columns).draw(store)
  }

  /// Whether nothing that runs can change the picture, and it is the expected one.
  func isMet(by history: TestHistory) -> Bool {
    !history.isRunning && LineDifference.between(expected: picture, found: found(history.store)) == nil
  }

  func check(_ store: ChainStore, _ caller: Caller) {
    let found = found(store)
    guard let difference = LineDifference.between(expected: picture, found: found) else { return }
    caller.fail(
      """
      The tree is not the expected one (- expected, + found):

      \(difference)

      Found:

      \(found)
      """)
  }
}
