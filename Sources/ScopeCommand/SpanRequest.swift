// One HTTP request and its answer. Owns the connection, the limits on time and size, and the end by a signal. Does not know what an answer
// means.

import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests, each on a connection of its own.
///
/// A server may close an idle connection at any moment, and a request that fails for this reason would be repeated without its body.
enum SpanRequest {
  /// The outcome of a request.
  enum Outcome {
    /// The server answered; a redirection is an answer, too, and is not followed.
    case answered(HTTPURLResponse, Data)
    /// There is no complete answer.
    case failed((any Error)?)
    /// The time limit has passed.
    case late
    /// A signal asked for the end.
    case stopped
  }

  /// The number of bytes of an answer that are kept.
  private static let longestAnswer = 1 << 16

  /// Sends a request and waits for the whole answer.
  ///
  /// - Parameters:
  ///   - request: The request, with its body.
  ///   - seconds: The time within which the answer has to be complete.
  ///   - isOver: Returns whether to stop waiting; called many times a second.
  /// - Returns: The answer, or why there is none.
  static func send(_ request: URLRequest, within seconds: Double, unless isOver: () -> Bool) -> Outcome {
    let receiver = Receiver()
    let session = URLSession(configuration: .ephemeral, delegate: receiver, delegateQueue: nil)
    // A session keeps its delegate until then.
    defer { session.invalidateAndCancel() }
    var request = request
    // This is a limit on the silence of the server, in whole seconds; the limit on the whole, below, is reached first.
    request.timeoutInterval = 2 * seconds + 1
    session.dataTask(with: request).resume()
    let end = DispatchTime.now() + seconds
    while receiver.isDone.wait(timeout: min(end, .now() + .milliseconds(20))) == .timedOut {
      if isOver() { return .stopped }
      if .now() >= end { return .late }
    }
    return receiver.outcome
  }

  /// Collects an answer.
  private final class Receiver: NSObject, URLSessionDataDelegate {
    let isDone = DispatchSemaphore(value: 0)
    private let state = Mutex<(body: Data, outcome: Outcome)>((Data(), .failed(nil)))

    var outcome: Outcome { state.withLock { $0.outcome } }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      // Following would turn the request into one without a body, or send the spans to a server that the user has not named.
      completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      state.withLock { $0.body += data.prefix(longestAnswer - $0.body.count) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      state.withLock { state in
        if error == nil, let response = task.response as? HTTPURLResponse {
          state.outcome = .answered(response, state.body)
        } else {
          state.outcome = .failed(error)
        }
      }
      isDone.signal()
    }
  }
}
