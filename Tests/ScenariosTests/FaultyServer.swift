// A server on this machine that answers every request in a way that HTTP forbids. Owns its socket and its threads.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

final class FaultyServer: Sendable {
  /// What to do with a request.
  enum Answer: Sendable {
    /// Sends these bytes, and closes the connection.
    case cut(String)
    /// Sends the first bytes, then the others again and again until the client closes the connection.
    case flood(String, String)
    /// Sends nothing until the client closes the connection.
    case silence
  }

  private let descriptor: Int32
  /// The URL without a path.
  let url: String

  init(_ answer: Answer) throws {
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
    Thread.detachNewThread {
      while case let connection = accept(socket, nil, nil), connection >= 0 {
        Thread.detachNewThread { Self.serve(connection, answer) }
      }
    }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  private static func serve(_ connection: Int32, _ answer: Answer) {
    defer { close(connection) }
    var request = [UInt8](repeating: 0, count: 1 << 12)
    guard recv(connection, &request, request.count, 0) > 0 else { return }
    switch answer {
    case .cut(let text): _ = send(text, connection)
    case .flood(let text, let more):
      guard send(text, connection) else { return }
      while send(more, connection) {}
    case .silence: while recv(connection, &request, 1, 0) > 0 {}
    }
  }

  private static func send(_ text: String, _ connection: Int32) -> Bool {
    let bytes = Array(text.utf8)
    #if canImport(Glibc)
      return Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    #else
      return Darwin.send(connection, bytes, bytes.count, 0) == bytes.count
    #endif
  }
}
