// The client of the list: URLSession and the address of the server. Owns the request and what counts as a valid response; does not retry.

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
  ///   - address: The address of the server, without a path.
  ///   - timeout: The number of seconds without a response after which a request fails.
  init(address: URL, timeout: Double = 60) {
    self.address = address
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    session = URLSession(configuration: configuration)
  }

  // Requests are never canceled, because URLSession on Linux crashes if a task is canceled while it
  // completes ("a task that in not in the registry"). They end by themselves, at the latest with the server.
  deinit { session.finishTasksAndInvalidate() }

  /// Opens the connection for the first request.
  ///
  /// On Linux, URLSession spins while a request waits on a connection that it has just opened, because it keeps polling
  /// for writability (1.7 s of CPU time during a wait of 2 s). On a connection that is already open, it sleeps.
  func connect() async {
    var request = URLRequest(url: address)
    request.httpMethod = "HEAD"
    // The result does not matter: if the server is missing, the first request rejects.
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

  /// Completes all pending requests with a cancellation and discards what the server still sends.
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
