// The server of the list: real HTTP on the loopback interface, on a port that the system chooses. Owns the route and its failures;
// not reachable from other machines.

import FlyingFox
import FlyingSocks
import Foundation

/// A server that answers `GET /items` and `GET /items?before=ID` with a page as JSON.
final class ListServer: Sendable {
  /// Its address: `http://127.0.0.1:PORT`.
  let address: URL
  private let server: HTTPServer
  private let running: Task<Void, any Error>

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - list: The list to serve.
  ///   - latency: The delay of each response, in seconds.
  ///   - isFailing: Whether it answers every request with 503.
  /// - Throws: If no port is available.
  init(serving list: SampleList, latency: Double = 0, isFailing: Bool = false) async throws {
    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    await server.appendRoute("GET /items") { request in
      try await Task.sleep(for: .seconds(latency))
      if isFailing { return HTTPResponse(statusCode: .serviceUnavailable) }
      let before = request.query["before"]
      if let before, Int(before) == nil { return HTTPResponse(statusCode: .badRequest) }
      let body = try JSONEncoder().encode(list.page(before: before.flatMap { Int($0) }))
      return HTTPResponse(statusCode: .ok, headers: [.contentType: "application/json"], body: body)
    }
    let running = Task { try await server.run() }
    do {
      try await server.waitUntilListening()
      guard case .ip4(_, let port)? = await server.listeningAddress,
        let address = URL(string: "http://127.0.0.1:\(port)")
      else { throw ListError.unreachable(reason: "the server has no port") }
      self.address = address
    } catch {
      running.cancel()
      throw error
    }
    self.server = server
    self.running = running
  }

  /// Stops listening and drops its connections.
  func stop() async {
    await server.stop()
    running.cancel()
  }
}
