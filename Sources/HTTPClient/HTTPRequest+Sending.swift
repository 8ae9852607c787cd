// One HTTP request and its answer, by a libcurl that is loaded with the first request. Owns the thread of a request. Does not follow
// redirections, repeat anything, or know what an answer means.
//
// Foundation's own client is not used: on Linux, a server that closes the connection in the middle of the head of its answer crashes it
// (Swift 6.3), and linking it loads 30 libraries at every start of a program.

import CCurl
import Foundation

extension HTTPRequest {
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
