// Waiting for the answer to one request. Owns the limit on time and the end by a signal. Does not know what an answer means.

import Dispatch
import HTTPClient
import Synchronization

/// Sends requests, each on a connection of its own.
///
/// A server may close an idle connection at any moment, and then it is unknown whether it received the request.
enum SpanRequest {
  /// The outcome of a request.
  enum Outcome {
    /// The server answered; a redirection is an answer, too, and is not followed.
    case answered(HTTPAnswer)
    /// There is no complete answer.
    case failed(HTTPError)
    /// A signal asked for the end.
    case stopped
  }

  /// Sends a request and waits for the whole answer.
  ///
  /// - Parameters:
  ///   - request: The request, with its body.
  ///   - isOver: Returns whether to stop waiting; called many times a second, on this thread.
  /// - Returns: The answer, or why there is none.
  static func send(_ request: HTTPRequest, unless isOver: () -> Bool) -> Outcome {
    let isDone = DispatchSemaphore(value: 0)
    let outcome = Shared()
    request.send(
      unless: { outcome.isAbandoned.load(ordering: .relaxed) },
      completion: { result in
        outcome.result.withLock { $0 = result }
        isDone.signal()
      })
    // Whatever libcurl waits for, such as a server of names: nothing is waited for longer than that.
    let end = DispatchTime.now() + request.timeout + 0.5
    while isDone.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      let (isStopped, isLate) = (isOver(), .now() >= end)
      guard isStopped || isLate else { continue }
      outcome.isAbandoned.store(true, ordering: .relaxed)
      return isStopped ? .stopped : .failed(.late)
    }
    switch outcome.result.withLock({ $0 }) {
    case .success(let answer): return .answered(answer)
    case .failure(let error): return .failed(error)
    }
  }

  /// What the thread of a request shares with the one that waits for it.
  private final class Shared: Sendable {
    let result = Mutex(Result<HTTPAnswer, HTTPError>.failure(.canceled))
    let isAbandoned = Atomic(false)
  }
}
