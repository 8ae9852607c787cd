// The list's server: real HTTP on the loopback interface, on a port of the system's choice. Owns the route and how it fails;
// refuses to be reached from elsewhere.

import FlyingFox
import FlyingSocks
import Foundation

/// A server that answers `GET /items` and `GET /items?before=ID` with a page as JSON.
final class ListServer: Sendable {
  /// Where it listens: `http://127.0.0.1:PORT`.
  let address: URL
  private let server: HTTPServer
  private let running: Task<Void, any Error>

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - list: What it serves.
  ///   - latency: How long each answer takes, in seconds.
  ///   - isFailing: Whether it answers 503 to everything.
  /// - Throws: Where no port can be had.
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
