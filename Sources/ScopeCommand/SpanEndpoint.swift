// Posts the lines of an OTLP export to a server, one request each (OTLP/HTTP with JSON). Owns the request, which answers are
// retried, and the sentences about failures. Does not know what a span is.
//
// Source: "OTLP Specification", "OTLP/HTTP": a request is repeated after 429, 502, 503, and 504, and after a connection that failed.

import ArgumentParser
import Foundation
import PlainText

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server that receives spans.
///
/// Must be used from one thread.
final class SpanEndpoint {
  /// The maximum number of attempts for a request.
  private static let attempts = 5
  /// The longest time between two attempts, in seconds, whatever the server asks for.
  private static let longestPause = 30.0
  /// The time within which the server has to answer, in seconds.
  ///
  /// Source: `OTEL_EXPORTER_OTLP_TIMEOUT`.
  private static let patience = 10.0

  private let url: URL
  private let name: String
  private let session: URLSession
  private var rest: [UInt8] = []
  private var requests = 0
  private var spans = 0

  /// Creates a connection that is opened by the first request.
  ///
  /// - Parameter word: A URL, with or without the path `/v1/traces`.
  /// - Throws: `ValidationError` if it isn't the URL of a web server.
  init(_ word: String) throws {
    (url, name) = try Self.address(word)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = Self.patience
    session = URLSession(configuration: configuration)
  }

  /// Checks a URL; does not connect.
  ///
  /// - Parameter word: A URL, with or without the path `/v1/traces`.
  /// - Returns: The URL for requests, and how messages show it.
  /// - Throws: `ValidationError` if it isn't the URL of a web server.
  static func address(_ word: String) throws -> (url: URL, name: String) {
    if var parts = URLComponents(string: word), ["http", "https"].contains(parts.scheme?.lowercased()),
      parts.host?.isEmpty == false
    {
      if parts.path.isEmpty || parts.path == "/" { parts.path = "/v1/traces" }
      if let url = parts.url {
        // Without a password that the URL may have.
        parts.password = nil
        return (url, Escaping.line(parts.string ?? word, limit: 200))
      }
    }
    throw ValidationError(
      "--endpoint: expected a URL such as http://localhost:4318, found '\(Escaping.line(word, limit: 200))'.")
  }

  /// Posts the complete lines among the bytes received so far.
  ///
  /// - Throws: ``Failure`` if the server refuses a request, or can't be reached.
  func write(_ bytes: [UInt8]) throws {
    rest += bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Data(rest[..<end])
      rest.removeSubrange(...end)
      try post(line)
    }
  }

  /// Reports on standard error what was sent, if anything was.
  func finish() {
    guard requests > 0 else { return }
    complain(
      "sent \(NumberText.plural(spans, "span", "spans")) to \(name) in "
        + "\(NumberText.plural(requests, "request", "requests")).")
  }

  // MARK: Requests

  private enum Answer {
    case accepted(Data)
    case busy(String, after: Double?)
    case refused(String)
  }

  private func post(_ line: Data) throws {
    let count = line.ranges(of: Data("\"startTimeUnixNano\":\"".utf8)).count
    for attempt in 1... {
      switch send(line) {
      case .accepted(let body):
        requests += 1
        spans += count
        reportRejected(body)
        return
      case .refused(let reason): throw failure(reason)
      case .busy(let reason, let pause):
        guard attempt < Self.attempts, Interruption.signal == nil else { throw failure(reason) }
        let seconds = min(pause ?? Double(1 << (attempt - 1)) / 2, Self.longestPause)
        complain("\(name): \(reason); trying again in \(DurationText.of(Int64(seconds * 1e9))).")
        wait(seconds)
      }
    }
  }

  private func failure(_ reason: String) -> Failure {
    let before = spans == 0 ? "nothing was sent" : "\(NumberText.plural(spans, "span was", "spans were")) sent before"
    return Failure(sentence: "can't send spans to \(name): \(reason); \(before).")
  }

  /// A second signal terminates the process, also during a pause.
  private func wait(_ seconds: Double) {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end, Interruption.signal == nil { usleep(UInt32(min(0.05, max(0, end.timeIntervalSinceNow)) * 1e6)) }
  }

  private func send(_ line: Data) -> Answer {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("pscope/\(PScope.version)", forHTTPHeaderField: "User-Agent")
    request.httpBody = line
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var answer = Answer.refused("no answer")
    session.dataTask(with: request) { body, response, error in
      answer = Self.answer(body ?? Data(), response as? HTTPURLResponse, error)
      done.signal()
    }.resume()
    done.wait()
    return answer
  }

  private static func answer(_ body: Data, _ response: HTTPURLResponse?, _ error: (any Error)?) -> Answer {
    guard let response else {
      let code = (error as? URLError)?.code
      switch code {
      case .timedOut: return .busy("the server did not answer within \(Int(patience)) s", after: nil)
      case .networkConnectionLost: return .busy("the connection was lost", after: nil)
      case .cannotConnectToHost: return .refused("no server accepts connections there")
      case .cannotFindHost, .dnsLookupFailed: return .refused("the host is unknown")
      default: return .refused(error.map { Escaping.line($0.localizedDescription, limit: 200) } ?? "no answer")
      }
    }
    let text = Escaping.line(String(decoding: body.prefix(400), as: UTF8.self), limit: 200)
    let status = "\(response.statusCode) \(HTTPURLResponse.localizedString(forStatusCode: response.statusCode))"
    let sentence = "the server answered \(status)" + (text.isEmpty ? "" : ": \(text)")
    switch response.statusCode {
    case 200..<300: return .accepted(body)
    case 429, 502, 503, 504:
      return .busy(
        sentence, after: response.value(forHTTPHeaderField: "Retry-After").flatMap(Double.init).map { max(0, $0) })
    default: return .refused(sentence)
    }
  }

  /// Reports that a server accepted a request but not all of its spans.
  private func reportRejected(_ body: Data) {
    struct Response: Decodable {
      struct Partial: Decodable {
        var rejectedSpans: Count?
        var errorMessage: String?
      }

      /// A 64-bit integer, which is a text in JSON; some servers write a number.
      struct Count: Decodable {
        var number: Int

        init(from decoder: any Decoder) throws {
          let value = try decoder.singleValueContainer()
          number = try (try? value.decode(Int.self)) ?? Int(value.decode(String.self)) ?? 0
        }
      }

      var partialSuccess: Partial?
    }
    guard let partial = (try? JSONDecoder().decode(Response.self, from: body))?.partialSuccess else { return }
    let message = partial.errorMessage.map { ": " + Escaping.line($0, limit: 200) } ?? ""
    if let count = partial.rejectedSpans?.number, count > 0 {
      spans -= min(spans, count)
      complain("\(name): the server rejected \(NumberText.plural(count, "span", "spans"))\(message)")
    } else if !message.isEmpty {
      complain("\(name): the server warns\(message)")
    }
  }
}
