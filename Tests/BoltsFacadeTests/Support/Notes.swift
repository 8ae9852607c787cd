// Lines that continuations write on any thread, errors that tests recognise, and virtual time.

import BoltsFacade
import Synchronization

/// Lines that continuations write on any thread and tests read.
final class Notes: Sendable {
  private let storage = Mutex<[String]>([])

  func add(_ line: String) { storage.withLock { $0.append(line) } }

  var lines: [String] { storage.withLock { $0 } }
  var text: String { lines.joined(separator: " ") }
}

/// An error that a test can recognise.
enum Oops: Error, Equatable { case one, two }

/// An error of another type.
struct OtherError: Error {}

/// Runs `body` with a manual executor standing in for every queue of this thread, then everything that is left.
func virtually(_ body: (ManualExecutor) throws -> Void) rethrows {
  let executor = ManualExecutor()
  try executor.bind {
    try body(executor)
    executor.run()
  }
}
