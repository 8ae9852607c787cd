// The client of the list. Owns the request and what counts as a valid response; does not retry.

import Foundation
import HTTPClient

/// A list service behind HTTP.
final class ListClient: ListService {
  private let address: URL
  private let timeout: Double
  private let inFlight = InFlight()

  /// - Parameters:
  ///   - address: The address of the server, without a path.
  ///   - timeout: The number of seconds after which a request without a complete response fails.
  init(address: URL, timeout: Double = 60) { (self.address, self.timeout) = (address, timeout) }

  func page(before: Int?, _ completion: @escaping Completion<ListPage>) {
    let complete = inFlight.admit(completion)
    var url = address.appendingPathComponent("items")
    if let before { url.append(queryItems: [URLQueryItem(name: "before", value: String(before))]) }
    // The server is on this machine.
    let request = HTTPRequest(url: url.absoluteString, timeout: timeout, answerLimit: 1 << 24, usesProxy: false)
    request.send(unless: { [inFlight] in inFlight.isCancelled }, completion: { complete(Self.page(from: $0)) })
  }

  /// Completes all pending requests with a cancellation and closes their connections.
  func cancel() { inFlight.cancel() }

  private static func page(from response: Result<HTTPAnswer, HTTPError>) -> Result<ListPage, any Error> {
    switch response {
    case .failure(let error): return .failure(ListError.unreachable(reason: error.description))
    case .success(let answer):
      guard answer.status == 200 else { return .failure(ListError.refused(status: answer.status)) }
      return Result { try JSONDecoder().decode(ListPage.self, from: Data(answer.body)) }
        .mapError { ListError.notAPage(reason: String(describing: $0)) }
    }
  }
}
