// What to request, and the limits on time and size. Does not send it.

/// An HTTP request, which is sent on a connection of its own.
public struct HTTPRequest: Sendable {
  /// An `http` or `https` URL.
  public var url: String
  /// The lines of the head, such as `Content-Type: application/json`.
  public var headers: [String]
  /// What to post; nil for a GET.
  public var body: [UInt8]?
  /// The time within which the answer has to be complete, in seconds.
  public var timeout: Double
  /// The number of bytes of the answer's body to keep.
  public var answerLimit: Int
  /// Whether to obey the variables of the environment that name a proxy.
  public var usesProxy: Bool

  /// Creates a request; see the properties.
  public init(
    url: String, headers: [String] = [], body: [UInt8]? = nil, timeout: Double, answerLimit: Int,
    usesProxy: Bool = true
  ) {
    (self.url, self.headers, self.body, self.timeout) = (url, headers, body, timeout)
    (self.answerLimit, self.usesProxy) = (answerLimit, usesProxy)
  }
}
