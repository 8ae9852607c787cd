// Posts the lines of an OTLP export to a server, one request each (OTLP/HTTP with JSON). Owns the order of the requests, their repetition,
// the end by a signal, and the sentences about the whole. Does not know what a span is.

import ArgumentParser
import Foundation
import HTTPClient
import PlainText

/// A server that receives spans.
///
/// Must be used from one thread.
final class SpanEndpoint {
  /// How long to wait for a server.
  struct Patience {
    /// The time within which the answer to a request has to be complete, in seconds.
    ///
    /// Source: `OTEL_EXPORTER_OTLP_TIMEOUT`.
    var answer = 10.0
    /// The longest time between two attempts, in seconds, whatever the server asks for.
    var pause = 30.0
    /// After a signal: the time for the request under way, in seconds.
    var requestUnderWay = 1.0
    /// If the signal ended the reading of the source: the time for sending what was read until then, in seconds.
    var sendingTheRest = 2.0
  }

  /// The maximum number of attempts for a request.
  private static let attempts = 5
  /// The number of bytes of an answer that are kept.
  private static let longestAnswer = 1 << 16

  private let url: URL
  private let name: String
  private let patience: Patience
  private let report: (String) -> Void
  private var rest: [UInt8] = []
  private var requests = 0
  private var spans = 0
  private var rejected = 0
  private var reasons: [String] = []
  private var warnings: [String] = []
  /// Whether a request has begun.
  private var isSending = false
  /// When to stop sending; nil before a signal.
  private var deadline: DispatchTime?
  /// Whether the signal arrived before the first request.
  private var endedReading = false

  /// Creates an endpoint; does not connect.
  ///
  /// - Parameters:
  ///   - word: A URL; one without a path gets the path `/v1/traces`.
  ///   - patience: How long to wait.
  ///   - report: Receives the sentences about repeated requests and about the whole.
  /// - Throws: `ValidationError` if it isn't the URL of a web server.
  init(_ word: String, patience: Patience = Patience(), report: @escaping (String) -> Void = complain) throws {
    (self.patience, self.report) = (patience, report)
    (url, name) = try Self.address(word)
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
  /// - Throws: ``Failure`` if the server refuses a request, or can't be reached; ``SendingStopped`` after a signal.
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
    report("sent \(sent).")
  }

  /// Checks that the server took all spans of the requests that it accepted.
  ///
  /// - Throws: ``Failure`` if it rejected some.
  func checkRejections() throws {
    guard rejected > 0 else { return }
    let why = reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; ")
    throw Failure(sentence: "\(name): the server rejected \(NumberText.plural(rejected, "span", "spans"))\(why).")
  }

  /// What the server has accepted.
  private var sent: String {
    "\(NumberText.plural(spans, "span", "spans")) to \(name) in \(NumberText.plural(requests, "request", "requests"))"
  }

  // MARK: Requests

  private func post(_ line: Data) throws {
    let count = line.ranges(of: Data("\"startTimeUnixNano\":\"".utf8)).count
    var mayHaveArrived = false
    for attempt in 1... {
      if isOver(beforeRequest: true) { throw stop(mayHaveArrived) }
      isSending = true
      guard let answer = send(line) else { throw stop(true) }
      switch answer {
      case .accepted(let rejected, let message):
        requests += 1
        spans += count - min(count, rejected)
        take(rejected: rejected, message)
        return
      case .refused(let reason, let isUnsure): throw failure(reason, mayHaveArrived || isUnsure)
      case .busy(let reason, let pause, let isUnsure):
        mayHaveArrived = mayHaveArrived || isUnsure
        guard attempt < Self.attempts else { throw failure(reason, mayHaveArrived) }
        if Interruption.signal != nil { throw stop(mayHaveArrived) }
        let seconds = min(pause ?? Double(1 << (attempt - 1)) / 2, patience.pause)
        report("\(name): \(reason); trying again in \(DurationText.of(Int64(seconds * 1e9))).")
        wait(seconds)
      }
    }
  }

  /// Sends one request; returns nil if a signal ended it.
  private func send(_ line: Data) -> SpanAnswer? {
    let request = HTTPRequest(
      url: url.absoluteString,
      headers: ["Content-Type: application/json", "User-Agent: pscope/\(PScope.version)"],
      body: Array(line), timeout: patience.answer, answerLimit: Self.longestAnswer)
    switch SpanRequest.send(request, unless: { isOver(beforeRequest: false) }) {
    case .answered(let answer): return SpanAnswer(answer, from: url)
    case .failed(.late):
      let limit = DurationText.of(Int64(patience.answer * 1e9))
      return .busy("the server did not complete its answer within \(limit)", mayHaveArrived: true)
    case .failed(let error): return SpanAnswer(error)
    case .stopped: return nil
    }
  }

  /// Records that a server accepted a request but not all of its spans.
  private func take(rejected count: Int, _ message: String?) {
    rejected = rejected.addingReportingOverflow(count).overflow ? .max : rejected + count
    // A server that rejects spans usually does so for one reason.
    guard let message else { return }
    if count > 0 {
      if reasons.count < 5, !reasons.contains(message) { reasons.append(message) }
    } else if warnings.count < 5, !warnings.contains(message) {
      warnings.append(message)
      report("\(name): the server warns: \(message)")
    }
  }

  private func failure(_ reason: String, _ mayHaveArrived: Bool) -> Failure {
    let before = "\(NumberText.plural(spans, "span was", "spans were")) sent before"
    let rest: String
    switch (spans == 0, mayHaveArrived) {
    case (true, false): rest = "nothing was sent"
    case (true, true): rest = "the request may have arrived nevertheless"
    case (false, false): rest = before
    case (false, true): rest = before + ", and the last request may have arrived nevertheless"
    }
    return Failure(sentence: "can't send spans to \(name): \(reason); \(rest).")
  }

  // MARK: Signals

  /// Whether a signal has ended the sending: before the next request, or while one is under way.
  ///
  /// A signal that ended the reading of the source asks for what was read until then, so there is a little time for all of it.
  private func isOver(beforeRequest: Bool) -> Bool {
    guard Interruption.signal != nil else { return false }
    Interruption.acknowledge()
    guard let deadline else {
      endedReading = !isSending
      self.deadline = .now() + (isSending ? patience.requestUnderWay : patience.sendingTheRest)
      return isSending && beforeRequest
    }
    return .now() >= deadline || beforeRequest && !endedReading
  }

  private func stop(_ mayHaveArrived: Bool) -> SendingStopped {
    report("stopped: sent \(sent)" + (mayHaveArrived ? "; one more request may have arrived." : "."))
    return SendingStopped()
  }

  /// Waits until the next attempt, or for a signal.
  ///
  /// A second signal terminates the process, also during a pause.
  private func wait(_ seconds: Double) {
    let end = DispatchTime.now() + seconds
    while .now() < end, Interruption.signal == nil { usleep(10_000) }
  }
}

/// Thrown when a signal ends the sending of spans.
///
/// What was sent has been reported.
struct SendingStopped: Error {}
