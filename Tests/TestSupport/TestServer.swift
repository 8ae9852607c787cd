// A server on this machine that answers as a test asks, also in ways that HTTP forbids. Owns its socket and its threads.

import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server that keeps the requests that it receives.
package final class TestServer: Sendable {
  /// What to do with a request.
  package enum Answer: Sendable {
    /// Sends these bytes, and waits for the next request on the same connection.
    case bytes(String)
    /// Sends these bytes, and closes the connection.
    case cut(String)
    /// Sends these bytes, then spaces, slowly, until the client closes the connection.
    case endless(String)
    /// Sends the first bytes, then the others again and again until the client closes the connection.
    case flood(String, String)
    /// Sends nothing until the client closes the connection.
    case silence

    /// A complete answer with a status such as `302 Found`.
    package static func status(_ status: String, _ headers: [String] = [], body: String = "") -> Answer {
      let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.utf8.count)", "", body]
      return .bytes(lines.joined(separator: "\r\n"))
    }

    /// The answer of a server that accepted all spans.
    package static let accepted = status("200 OK", ["Content-Type: application/json"], body: "{}")
  }

  /// A request.
  package struct Request: Sendable, Equatable {
    package var path: String
    package var body: String

    package init(path: String, body: String) { (self.path, self.body) = (path, body) }
  }

  private let descriptor: Int32
  private let answers: [Answer]
  private let state = Mutex<[Request]>([])
  private let hasArrived = DispatchSemaphore(value: 0)
  /// The URL without a path.
  package let url: String

  /// Starts a server.
  ///
  /// - Parameter answers: An answer per request; further requests are accepted.
  /// - Throws: The error of the operating system.
  package init(_ answers: [Answer]) throws {
    self.answers = answers
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (socket, length) = (descriptor, size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 16) == 0 && getsockname(socket, $0, &size) == 0
      }
    }
    guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    Thread.detachNewThread { [weak self] in
      while case let connection = accept(socket, nil, nil), connection >= 0 {
        guard let server = self else { return }
        Thread.detachNewThread { server.serve(connection) }
      }
    }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  /// The requests received so far.
  package var requests: [Request] { state.withLock { $0 } }

  /// Blocks until another request has arrived.
  ///
  /// - Throws: An error after a minute without one.
  package func waitForRequest() throws {
    if hasArrived.wait(timeout: .now() + 60) == .timedOut { throw POSIXError(.ETIMEDOUT) }
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    while let request = read(connection) {
      let number = state.withLock { requests in
        requests.append(request)
        return requests.count - 1
      }
      hasArrived.signal()
      switch number < answers.count ? answers[number] : .accepted {
      case .bytes(let text): guard send(text, connection) else { return }
      case .cut(let text):
        _ = send(text, connection)
        return
      case .endless(let text):
        guard send(text, connection) else { return }
        while send(" ", connection) { usleep(1_000) }
      case .flood(let text, let more):
        guard send(text, connection) else { return }
        while send(more, connection) {}
      case .silence:
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
      }
    }
  }

  private func send(_ text: String, _ connection: Int32) -> Bool {
    let bytes = Array(text.utf8)
    #if canImport(Glibc)
      return Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    #else
      return Darwin.send(connection, bytes, bytes.count, 0) == bytes.count
    #endif
  }

  /// Reads a request; nil if the client closed the connection.
  private func read(_ connection: Int32) -> Request? {
    var received: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let request = Self.request(received) { return request }
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else {
        // A request that is shorter than it says is kept, too: a test expects that there is none.
        if !received.isEmpty { state.withLock { $0.append(Request(path: "incomplete", body: "")) } }
        return nil
      }
      received += chunk[..<count]
    }
  }

  private static func request(_ received: [UInt8]) -> Request? {
    guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let length = head.lazy.compactMap { line -> Int? in
      line.lowercased().hasPrefix("content-length:") ? Int(line.dropFirst(15).trimmingPrefix(" ")) : nil
    }.first
    guard received.count - end.upperBound >= length ?? 0 else { return nil }
    let path = head[0].split(separator: " ").dropFirst().first ?? ""
    return Request(path: String(path), body: String(decoding: received[end.upperBound...], as: UTF8.self))
  }
}
