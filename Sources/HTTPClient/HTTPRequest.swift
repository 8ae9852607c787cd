// One HTTP request and its answer, by a libcurl that is loaded with the first request. Owns the thread of a request, and its limits on time and
// size. Does not follow redirections, repeat anything, or know what an answer means.
//
// Foundation's own client is not used: on Linux, a server that closes the connection in the middle of the head of its answer crashes it
// (Swift 6.3), and linking it loads 35 libraries at every start of a program.

import CCurl
import Foundation

/// An HTTP request, which is sent on a connection of its own.
public struct HTTPRequest: Sendable {
  /// An `http` or `https` URL.
  public var url: String
  /// The lines of the head, such as `Content-Type: application/json`.
  public var headers: [String]
  /// What to post; nil for a GET.
  public var body: [UInt8]?
  /// The time within which the answer has to be complete, in seconds.
  public var timeout: Double
  /// The number of bytes of the answer's body to keep.
  public var answerLimit: Int
  /// Whether to obey the variables of the environment that name a proxy.
  public var usesProxy: Bool

  /// Creates a request; see the properties.
  public init(
    url: String, headers: [String] = [], body: [UInt8]? = nil, timeout: Double, answerLimit: Int,
    usesProxy: Bool = true
  ) {
    (self.url, self.headers, self.body, self.timeout) = (url, headers, body, timeout)
    (self.answerLimit, self.usesProxy) = (answerLimit, usesProxy)
  }

  /// Sends the request.
  ///
  /// Any thread may call it; it returns at once.
  ///
  /// - Parameters:
  ///   - isOver: Returns whether to give up; called every 20 ms at least, on a thread of the request.
  ///   - completion: Receives the answer, or why there is none; called once, on the same thread.
  public func send(
    unless isOver: @escaping @Sendable () -> Bool = { false },
    completion: @escaping @Sendable (Result<HTTPAnswer, HTTPError>) -> Void
  ) {
    // A thread of its own, because libcurl may block: while it resolves a name, for example.
    Thread.detachNewThread { completion(perform(unless: isOver)) }
  }

  private func perform(unless isOver: @escaping @Sendable () -> Bool) -> Result<HTTPAnswer, HTTPError> {
    guard let library = HTTPLibrary.shared else { return .failure(.noLibrary) }
    let exchange = HTTPExchange(bodyLimit: answerLimit, isOver: isOver)
    var text = [CChar](repeating: 0, count: Int(psCurlTextSize))
    let code = exchange.perform(self, by: library, &text)
    return exchange.result(code, String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
  }
}
