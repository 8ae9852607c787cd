// What the answer of a server that receives spans means. Owns which answers are failures, which requests are repeated, and the sentences
// about them. Does no I/O.
//
// Source: "OTLP Specification", "OTLP/HTTP": a request is repeated after 429, 502, 503, and 504, and after a connection that failed; an
// accepted request is answered with a message, in which the server may say that it rejected some spans.

import Foundation
import HTTPClient
import PlainText

/// The meaning of an answer, or of its absence.
enum SpanAnswer: Equatable {
  /// The server has the spans, except for some that it rejected; a message may say why, or is a warning.
  case accepted(rejected: Int, message: String?)
  /// The request is worth repeating, after a number of seconds if the server gave one.
  case busy(String, after: Double? = nil, mayHaveArrived: Bool = false)
  /// Repeating would not help.
  case refused(String, mayHaveArrived: Bool = false)

  /// Interprets an answer.
  ///
  /// - Parameters:
  ///   - answer: The answer, with the first bytes of its body.
  ///   - url: Where the request was sent.
  init(_ answer: HTTPAnswer, from url: URL) {
    let text = Escaping.line(String(decoding: answer.body.prefix(400), as: UTF8.self), limit: 200)
    let status = "\(answer.status) \(Escaping.line(answer.reason, limit: 60))".trimmingCharacters(in: .whitespaces)
    let sentence = "the server answered \(status)" + (text.isEmpty ? "" : ": \(text)")
    switch answer.status {
    case 200..<300:
      self =
        Self.accepted(Data(answer.body))
        ?? .refused("\(sentence); expected an answer of OTLP/HTTP in JSON", mayHaveArrived: true)
    case 300..<400:
      guard let location = answer.value(of: "Location").flatMap({ Self.shown($0, from: url) })
      else {
        self = .refused(sentence)
        return
      }
      self = .refused(
        "the server answered \(status) and names another URL, \(location); if it is right, give it to --endpoint")
    case 429, 502, 503, 504:
      let value = answer.value(of: "Retry-After")
      self = .busy(sentence, after: value.flatMap { RetryAfter.seconds($0, now: Date().timeIntervalSince1970) })
    default: self = .refused(sentence)
    }
  }

  /// Interprets the absence of an answer.
  init(_ error: HTTPError) {
    let sentence = Escaping.line(error.description, limit: 200)
    switch error {
    case .lost: self = .busy(sentence, mayHaveArrived: true)
    case .lostBeforeSending: self = .busy(sentence)
    case .late, .invalid, .canceled: self = .refused(sentence, mayHaveArrived: true)
    case .noLibrary, .unknownHost, .noServer, .other: self = .refused(sentence)
    }
  }

  /// The target of a redirection, without a password; nil if it is not a URL.
  private static func shown(_ location: String, from url: URL) -> String? {
    guard let target = URL(string: location, relativeTo: url)?.absoluteURL,
      var parts = URLComponents(url: target, resolvingAgainstBaseURL: true)
    else { return nil }
    (parts.user, parts.password) = (nil, nil)
    return parts.string.map { Escaping.line($0, limit: 200) }
  }

  /// Reads the message of a server that accepted a request; nil if the body is another kind of document, such as a page that asks for a
  /// password.
  private static func accepted(_ body: Data) -> SpanAnswer? {
    if body.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) { return .accepted(rejected: 0, message: nil) }
    guard let members = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] else { return nil }
    // JSON's names of Protocol Buffers are in camel case; their readers accept the original names, too.
    let partial = (members["partialSuccess"] ?? members["partial_success"]) as? [String: Any] ?? [:]
    let count = partial["rejectedSpans"] ?? partial["rejected_spans"]
    let message = (partial["errorMessage"] ?? partial["error_message"]) as? String
    // A 64-bit integer is a text in JSON; some servers write a number.
    let rejected = (count as? String).flatMap { Int($0) } ?? (count as? NSNumber)?.intValue ?? 0
    return .accepted(
      rejected: max(0, rejected),
      message: message.flatMap { $0.isEmpty ? nil : Escaping.line($0, limit: 200) })
  }
}
