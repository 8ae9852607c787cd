// The list's client: URLSession against the server's address. Owns the request and what counts as an answer; refuses to retry.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A list service behind HTTP.
final class ListClient: ListService {
  private let address: URL
  private let session: URLSession
  private let inFlight = InFlight()

  /// - Parameters:
  ///   - address: The server's, without a path.
  ///   - timeout: Seconds without an answer after which a request fails.
  init(address: URL, timeout: Double = 60) {
    self.address = address
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    session = URLSession(configuration: configuration)
  }

  // Requests end by themselves, with the server if need be. Linux's URLSession crashes the program if a task is cancelled while it
  // completes ("a task that in not in the registry"), so none is ever cancelled.
  deinit { session.finishTasksAndInvalidate() }

  /// Opens the connection that the first request will use.
  ///
  /// On Linux, URLSession spins for as long as a request waits on the connection that it has just opened (it keeps watching
  /// whether it could write: 1.7 s of CPU time in a wait of 2 s); on a connection that was open before, it sleeps.
  func connect() async {
    var request = URLRequest(url: address)
    request.httpMethod = "HEAD"
    // Whatever comes back: a server that isn't there is the first request's rejection.
    _ = try? await session.data(for: request)
  }

  func page(before: Int?, _ completion: @escaping Completion<ListPage>) {
    let complete = inFlight.admit(completion)
    var url = address.appendingPathComponent("items")
    if let before { url.append(queryItems: [URLQueryItem(name: "before", value: String(before))]) }
    session.dataTask(with: url) { data, response, error in
      complete(Self.page(from: data, response, error))
    }.resume()
  }

  /// Answers what is in flight with a cancellation, at once; what the server still sends is dropped.
  func cancel() { inFlight.cancel() }

  private static func page(
    from data: Data?, _ response: URLResponse?, _ error: (any Error)?
  ) -> Result<ListPage, any Error> {
    if let error { return .failure(ListError.unreachable(reason: error.localizedDescription)) }
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else { return .failure(ListError.refused(status: status)) }
    return Result { try JSONDecoder().decode(ListPage.self, from: data ?? Data()) }
      .mapError { ListError.notAPage(reason: String(describing: $0)) }
  }
}
