// The client of the list. Owns the request, its limits on time and size, and what counts as a valid response; does not retry.
//
// It stands on FlyingFox's sockets, like the server: Foundation's HTTP client loads 30 libraries at every start of a program.

import FlyingSocks
import Foundation
import Synchronization

/// A list service behind HTTP.
final class ListClient: ListService {
  /// The number of bytes that the head of a response may have, and that its body may have.
  private static let (headLimit, bodyLimit) = (1 << 16, 1 << 24)

  private let address: URL
  private let timeout: Double
  private let inFlight = InFlight()
  private let requests = Mutex<Set<Task<Void, Never>>>([])

  /// - Parameters:
  ///   - address: The address of the server, without a path: an IPv4 address and a port.
  ///   - timeout: The number of seconds after which a request without a complete response fails.
  init(address: URL, timeout: Double = 60) { (self.address, self.timeout) = (address, timeout) }

  func page(before: Int?, _ completion: @escaping Completion<ListPage>) {
    let complete = inFlight.admit(completion)
    let target = before.map { "/items?before=\($0)" } ?? "/items"
    let request = Task { [address] in complete(await Self.page(target, of: address)) }
    requests.withLock { _ = $0.insert(request) }
    // A cancellation before this line found no request to cancel.
    if inFlight.isCancelled { request.cancel() }
    Task { [timeout, weak self] in
      let clock = Task {
        if (try? await Task.sleep(for: .seconds(timeout))) != nil { request.cancel() }
      }
      await request.value
      clock.cancel()
      self?.requests.withLock { _ = $0.remove(request) }
    }
  }

  /// Completes all pending requests with a cancellation and closes their connections.
  func cancel() {
    inFlight.cancel()
    for request in requests.withLock({ $0 }) { request.cancel() }
  }

  private static func page(_ target: String, of address: URL) async -> Result<ListPage, any Error> {
    do {
      let (status, body) = try await get(target, from: address)
      guard status == 200 else { return .failure(ListError.refused(status: status)) }
      return Result { try JSONDecoder().decode(ListPage.self, from: body) }
        .mapError { ListError.notAPage(reason: String(describing: $0)) }
    } catch let error as ListError {
      return .failure(error)
    } catch is CancellationError {
      return .failure(ListError.unreachable(reason: "the server did not complete its answer in time"))
    } catch {
      return .failure(ListError.unreachable(reason: "the connection was lost"))
    }
  }

  /// Sends a request on a connection of its own, and reads the response.
  private static func get(_ target: String, from address: URL) async throws -> (status: Int, body: Data) {
    let (host, port) = (address.host ?? "", UInt16(clamping: address.port ?? 80))
    let connection = try await connect(host, port)
    defer { try? connection.close() }
    let lines = ["GET \(target) HTTP/1.1", "Host: \(host):\(port)", "Connection: close", "", ""]
    try await connection.write(Data(lines.joined(separator: "\r\n").utf8))
    var received: [UInt8] = []
    var head: (status: Int, end: Int, length: Int)?
    while head.map({ received.count < $0.end + $0.length }) ?? true {
      received += try await connection.read(atMost: 4_096)
      if head == nil { head = try readHead(received) }
    }
    guard let head else { throw SocketError.disconnected }
    return (head.status, Data(received[head.end...].prefix(head.length)))
  }

  private static func connect(_ host: String, _ port: UInt16) async throws -> AsyncSocket {
    do {
      return try await AsyncSocket.connected(to: .inet(ip4: host, port: port))
    } catch let error where !(error is CancellationError) {
      throw ListError.unreachable(reason: "no server accepts connections there")
    }
  }

  /// Reads the head of a response.
  ///
  /// - Returns: The status, the position of the body, and its length in bytes; nil while the head is incomplete.
  private static func readHead(_ received: [UInt8]) throws -> (status: Int, end: Int, length: Int)? {
    guard let blank = received.prefix(headLimit).firstRange(of: Array("\r\n\r\n".utf8)) else {
      guard received.count < headLimit else {
        throw ListError.unreachable(reason: "the head of the server's answer is too long")
      }
      return nil
    }
    let lines = String(decoding: received[..<blank.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count > 1, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else {
      throw ListError.unreachable(reason: "the server answered with something other than HTTP")
    }
    let length = lines.lazy.compactMap { line -> Int? in
      line.lowercased().hasPrefix("content-length:") ? Int(line.dropFirst(15).trimmingPrefix(" ")) : nil
    }.first
    guard let length, 0...bodyLimit ~= length else {
      throw ListError.unreachable(reason: "expected a Content-Length of at most \(bodyLimit) bytes")
    }
    return (status, blank.upperBound, length)
  }
}
