// The answer to an HTTP request, and the reasons why there is none. Owns what is read of an answer's head.

/// An answer.
public struct HTTPAnswer: Sendable, Equatable {
  /// The status, such as 200.
  public var status: Int
  /// The server's words about the status, which may be empty.
  public var reason = ""
  /// The headers, in the order of the answer.
  public var headers: [Header] = []
  /// The first bytes of the body, as many as the request asked for.
  public var body: [UInt8] = []

  /// A line of the head.
  public struct Header: Sendable, Equatable {
    /// Its name, as the server wrote it.
    public var name: String
    /// Its value, without white space around it.
    public var value: String

    /// Creates a header.
    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// Creates an answer.
  public init(status: Int) { self.status = status }

  /// The value of the first header with a name, in any case; nil if there is none.
  public func value(of name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Reads the first line of an answer, `HTTP/1.1 404 Not Found`; nil if it is another line.
  init?(statusLine line: String) {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count > 1, parts[0].hasPrefix("HTTP/"), let status = Int(parts[1]) else { return nil }
    self.status = status
    if parts.count > 2 { reason = String(parts[2]) }
  }
}

/// Why there is no answer.
///
/// The texts are libcurl's, and may quote the server: escape them.
public enum HTTPError: Error, Sendable, Equatable {
  /// There is no libcurl that can be loaded.
  case noLibrary
  /// The host's name is unknown.
  case unknownHost
  /// No server accepts connections there.
  case noServer
  /// The connection ended before the answer was complete; the server may have received the request.
  case lost(String)
  /// The connection ended before the request could be sent.
  case lostBeforeSending(String)
  /// The answer was not complete in time.
  case late
  /// What came is not an answer of HTTP; the server may have received the request.
  case invalid(String)
  /// The sender gave up.
  case canceled
  /// Anything else, such as a certificate that is not trusted.
  case other(String)
}

extension HTTPError: CustomStringConvertible {
  /// A phrase for people.
  public var description: String {
    switch self {
    case .noLibrary: HTTPLibrary.missing
    case .unknownHost: "the host is unknown"
    case .noServer: "no server accepts connections there"
    case .lost(let text), .lostBeforeSending(let text):
      "the connection was lost" + (text.isEmpty ? "" : " (\(text))")
    case .late: "the server did not complete its answer in time"
    case .invalid(let text), .other(let text): text
    case .canceled: "canceled"
    }
  }
}
