// The server of the list: real HTTP on the loopback interface, on a port that the system chooses. Owns its connections and the part of HTTP/1.1
// that a request without a body needs; `ListRoute` owns the answers. Not reachable from other machines.
//
// It stands on FlyingFox's sockets and not on its server, which links Foundation's HTTP client into every program.

import FlyingSocks
import Foundation

/// A server that answers `GET /items` and `GET /items?before=ID` with a page as JSON.
final class ListServer: Sendable {
  /// Its address: `http://127.0.0.1:PORT`.
  let address: URL
  private let running: Task<Void, any Error>

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - list: The list to serve.
  ///   - latency: The delay of each response, in seconds.
  ///   - isFailing: Whether it answers every request with 503.
  /// - Throws: If no port is available.
  init(serving list: SampleList, latency: Double = 0, isFailing: Bool = false) async throws {
    let route = ListRoute(list: list, latency: latency, isFailing: isFailing)
    let pool: some AsyncSocketPool = .make()
    try await pool.prepare()
    let port = try Socket(domain: Int32(sockaddr_in.family))
    do {
      try port.bind(to: .inet(ip4: "127.0.0.1", port: 0))
      try port.listen()
      guard case .ip4(_, let number) = try port.sockname(), let address = URL(string: "http://127.0.0.1:\(number)")
      else { throw ListError.unreachable(reason: "the server has no port") }
      self.address = address
      let listener = try AsyncSocket(socket: port, pool: pool)
      running = Task {
        defer { try? listener.close() }
        try await withThrowingDiscardingTaskGroup { group in
          group.addTask { try await pool.run() }
          for try await connection in listener.sockets {
            group.addTask {
              defer { try? connection.close() }
              try? await Self.serve(connection, route)
            }
          }
        }
      }
    } catch {
      try? port.close()
      throw error
    }
  }

  /// Stops listening and drops its connections.
  func stop() async {
    running.cancel()
    _ = await running.result
  }

  /// The number of bytes that a request may have.
  private static let requestLimit = 1 << 14

  /// Answers one request after another.
  ///
  /// - Throws: When the client closes the connection or sends too much.
  private static func serve(_ connection: AsyncSocket, _ route: ListRoute) async throws {
    let end = Array("\r\n\r\n".utf8)
    var received: [UInt8] = []
    while true {
      guard let blank = received.firstRange(of: end) else {
        guard received.count < requestLimit else { return }
        received += try await connection.read(atMost: 4_096)
        continue
      }
      let head = String(decoding: received[..<blank.lowerBound], as: UTF8.self)
      received.removeSubrange(..<blank.upperBound)
      let (status, body) = try await route.answer(to: head.prefix { !$0.isNewline })
      let lines = ["HTTP/1.1 \(status)", "Content-Type: application/json", "Content-Length: \(body.count)", "", ""]
      try await connection.write(Data(lines.joined(separator: "\r\n").utf8) + body)
    }
  }
}

/// What the server answers.
struct ListRoute: Sendable {
  var list: SampleList
  /// The delay of each response, in seconds.
  var latency = 0.0
  /// Whether every request is answered with 503.
  var isFailing = false

  /// Answers a request.
  ///
  /// - Parameter line: Its first line, `GET /items HTTP/1.1`.
  /// - Throws: `CancellationError`.
  func answer(to line: Substring) async throws -> (status: String, body: Data) {
    let words = line.split(separator: " ")
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), let target = URLComponents(string: String(words[1])) else {
      return ("400 Bad Request", Data())
    }
    guard words[0] == "GET", target.path == "/items" else { return ("404 Not Found", Data()) }
    try await Task.sleep(for: .seconds(latency))
    if isFailing { return ("503 Service Unavailable", Data()) }
    let before = target.queryItems?.first { $0.name == "before" }?.value
    guard let before else { return ("200 OK", try JSONEncoder().encode(list.page(before: nil))) }
    guard let id = Int(before) else { return ("400 Bad Request", Data()) }
    return ("200 OK", try JSONEncoder().encode(list.page(before: id)))
  }
}
