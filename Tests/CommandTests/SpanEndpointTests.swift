// `export --format otlp --endpoint`: what a server may answer, and what becomes of the spans.

import Foundation
import HTTPClient
import TestSupport
import Testing

@testable import pscope

/// Two requests, of one and of two spans.
private let lines = [#"{"startTimeUnixNano":"1"}"#, #"{"startTimeUnixNano":"2"},{"startTimeUnixNano":"3"}"#]

/// What the endpoint said, and how it ended.
private struct Sending: Sendable {
  var reports: [String] = []
  var failure = ""

  var all: String { (reports + [failure]).joined(separator: "\n") }
}

/// Sends ``lines`` to a server, without pauses.
private func send(to server: TestServer, path: String = "", within seconds: Double = 60) async throws -> Sending {
  try await blocking {
    var reports: [String] = []
    let endpoint = try SpanEndpoint(
      server.url + path, patience: .init(answer: seconds, pause: 0), report: { reports.append($0) })
    var failure = ""
    do {
      for line in lines { try endpoint.write(Array((line + "\n").utf8)) }
      endpoint.finish()
      try endpoint.checkRejections()
    } catch let error as Failure {
      expectEqual(error.code, .badInput)
      failure = error.sentence
    }
    return Sending(reports: reports, failure: failure)
  }
}

@Suite struct SpanEndpointTests {
  @Test func eachLineIsARequest() async throws {
    let server = try TestServer([])
    let sending = try await send(to: server)
    expectEqual(server.requests, lines.map { .init(path: "/v1/traces", body: $0) })
    expectEqual(sending.all, "sent 3 spans to \(server.url)/v1/traces in 2 requests.\n")
    _ = try await send(to: server, path: "/otlp")
    expectEqual(server.requests.last?.path, "/otlp")
  }

  @Test(arguments: [
    "301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect",
  ])
  func aRedirectionIsNotFollowed(status: String) async throws {
    let server = try TestServer([.status(status, ["Location: /login?a=1"]), .accepted])
    let sending = try await send(to: server)
    expectEqual(server.requests.count, 1)
    #expect(sending.failure.contains("the server answered \(status.prefix(3)) "))
    #expect(sending.failure.contains("\(server.url)/login?a=1; if it is right, give it to --endpoint"))
  }

  /// Before the answer, in the middle of its head and of its body, and where a connection was used before.
  @Test(
    arguments: ["", "HTTP/1.1 200 OK\r\nContent-", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"], [0, 1])
  func aRequestIsRepeatedAfterALostConnection(answer: String, position: Int) async throws {
    let server = try TestServer(Array(repeating: .accepted, count: position) + [.cut(answer)])
    let sending = try await send(to: server)
    let bodies = Array(lines[...position]) + lines[position...]
    expectEqual(server.requests, bodies.map { .init(path: "/v1/traces", body: $0) })
    #expect(sending.reports.first?.contains("the connection was lost") == true)
    #expect(sending.failure.isEmpty && sending.all.contains("sent 3 spans"))
  }

  /// No HTTP, and a head without end.
  @Test(arguments: [
    TestServer.Answer.cut("SSH-2.0-OpenSSH_9.2\r\n"), .cut("\u{0}\u{1}\u{2}\r\n\r\n"),
    .flood("HTTP/1.1 200 OK\r\n", "Set-Cookie: \(String(repeating: "a", count: 80))\r\n"),
    .flood("HTTP/1.1 200 OK\r\nSet-Cookie: ", String(repeating: "a", count: 4_096)),
  ])
  func whatIsNoAnswerIsRefused(answer: TestServer.Answer) async throws {
    let server = try TestServer([answer])
    let sending = try await send(to: server)
    expectEqual(server.requests.count, 1)
    #expect(sending.failure.hasPrefix("can't send spans to \(server.url)/v1/traces: "))
    #expect(sending.failure.contains("may have arrived"))
  }

  @Test func aServerThatIsAlwaysLostMayHaveReceivedTheSpans() async throws {
    let server = try TestServer(Array(repeating: .cut(""), count: 9))
    let sending = try await send(to: server)
    expectEqual(server.requests.count, 5)
    #expect(!sending.failure.contains("nothing was sent") && sending.failure.contains("may have arrived"))
  }

  @Test func anAnswerHasToBeCompleteInTime() async throws {
    let answers: [TestServer.Answer] = [
      .endless("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"), .silence,
      .endless("HTTP/1.1 200 OK\r\nA:"),
    ]
    let server = try TestServer(answers + answers)
    let sending = try await send(to: server, within: 0.2)
    expectEqual(sending.reports.count, 4)
    #expect(sending.failure.contains("the server did not complete its answer within 200 ms"))
  }

  @Test(arguments: [
    (#"{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too old"}}"#, ": too old."),
    (#"{"partialSuccess":{"rejectedSpans":1}}"#, "."), (#"{"partial_success":{"rejected_spans":"1"}}"#, "."),
  ])
  func rejectedSpansAreAFailure(body: String, why: String) async throws {
    let server = try TestServer([.accepted, .status("200 OK", body: body)])
    let sending = try await send(to: server)
    expectEqual(sending.reports, ["sent 2 spans to \(server.url)/v1/traces in 2 requests."])
    expectEqual(sending.failure, "\(server.url)/v1/traces: the server rejected 1 span\(why)")
  }

  @Test func aWarningIsNoFailure() async throws {
    let warning = TestServer.Answer.status("200 OK", body: #"{"partialSuccess":{"errorMessage":"soon full"}}"#)
    let sending = try await send(to: TestServer([warning, warning]))
    #expect(sending.failure.isEmpty)
    #expect(sending.reports.count == 2 && sending.reports[0].hasSuffix("the server warns: soon full"))
  }

  @Test(arguments: [
    ("<html>log in</html>", false), ("[]", false), ("ok", false), ("", true), ("\n", true), ("{}", true),
  ])
  func anAnswerHasToBeThatOfACollector(body: String, isAccepted: Bool) async throws {
    let server = try TestServer([.status("200 OK", body: body)])
    let sending = try await send(to: server)
    expectEqual(sending.failure.isEmpty, isAccepted)
    #expect(server.requests.count == (isAccepted ? 2 : 1))
    if !isAccepted { #expect(sending.failure.contains("the server answered 200") && sending.failure.contains(body)) }
    #expect(!sending.failure.contains("nothing was sent"))
  }

  @Test func aBusyServerSaysWhenToTryAgain() throws {
    let url = try #require(URL(string: "http://localhost"))
    func pause(_ value: String) throws -> Double? {
      var answer = HTTPAnswer(status: 429)
      answer.headers = [.init(name: "retry-after", value: value)]
      guard case .busy(_, let pause, _) = SpanAnswer(answer, from: url) else { return -1 }
      return pause
    }
    try expectEqual(pause("7"), 7)
    try expectEqual(pause("Sun, 06 Nov 1994 08:49:37 GMT"), 0)
    #expect(try pause("Fri, 31 Dec 2399 23:59:59 GMT") ?? 0 > 1e9)
    #expect(try pause("soon") == nil)
  }

  @Test func aSignalEndsTheSendingToASilentServer() async throws {
    let server = try TestServer([.silence])
    let process = try await Exporting(to: server)
    await expectEqual(process.interrupted(), 130)
    try expectEqual(
      process.errors(),
      "pscope: stopped: sent 0 spans to \(server.url)/v1/traces in 0 requests; one more request may have arrived.\n")
    expectEqual(server.requests.count, 1)
  }

  /// The second request is never answered.
  @Test func aSignalSaysHowManySpansWereSent() async throws {
    let server = try TestServer([.accepted, .silence])
    let process = try await Exporting(to: server)
    try await blocking { try server.waitForRequest() }
    await expectEqual(process.interrupted(), 130)
    #expect(try process.errors().hasPrefix("pscope: stopped: sent 512 spans to \(server.url)/v1/traces in 1 request;"))
    expectEqual(server.requests.count, 2)
  }

  @Test func aSignalEndsAPause() async throws {
    let server = try TestServer([.status("503 Service Unavailable", ["Retry-After: 30"])])
    let process = try await Exporting(to: server)
    await expectEqual(process.interrupted(), 130)
    #expect(try process.errors().contains("pscope: stopped: sent 0 spans"))
    expectEqual(server.requests.count, 1)
  }

  /// An export of 1,200 spans whose first request has arrived.
  private struct Exporting {
    private let folder: Folder
    private let process: Spawned

    init(to server: TestServer) async throws {
      let folder = try Folder()
      let header = #"{"schema":"promisescope.log","version":1,"started":"2026-11-22T09:00:00.000Z","program":"app"}"#
      let events = (1...1_200).map { #"{"seq":\#($0),"t":\#($0),"ev":"created","p":\#($0),"kind":"async"}"# }
      let end = #"{"seq":1201,"t":1201,"ev":"ended"}"#
      let log = try folder.write("run.ndjson", ([header] + events + [end]).joined(separator: "\n") + "\n")
      let arguments = ["export", log, "--format", "otlp", "--endpoint", server.url]
      process = try Spawned(binary, arguments, environment: environment()) { actions in
        posix_spawn_file_actions_addopen(&actions, 2, folder.file("err"), O_WRONLY | O_CREAT, 0o600)
      }
      self.folder = folder
      try await blocking { try server.waitForRequest() }
    }

    func interrupted() async -> Int32 {
      kill(process.pid, SIGINT)
      return await process.end()
    }

    func errors() throws -> String { String(decoding: try folder.read("err"), as: UTF8.self) }
  }
}

@Suite struct RetryAfterTests {
  /// RFC 9110, 5.6.7, gives one date in its three forms.
  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func readsADate(text: String) {
    expectEqual(RetryAfter.seconds(text, now: 784_111_777 - 12), 12)
    expectEqual(RetryAfter.seconds(text, now: 784_111_777 + 12), 0)
  }

  /// Two digits name the year that is at most 50 years ahead.
  @Test func readsAYearOfTwoDigits() {
    expectEqual(RetryAfter.seconds("Sunday, 06-Nov-94 08:49:37 GMT", now: 1_700_000_000), 0)
    expectEqual(RetryAfter.seconds("Friday, 06-Nov-26 08:49:37 GMT", now: 1_700_000_000), 93_954_977)
  }

  @Test(arguments: [("0", 0.0), ("120", 120)]) func readsSeconds(text: String, seconds: Double) {
    expectEqual(RetryAfter.seconds(text, now: 0), seconds)
  }

  @Test(arguments: [
    "", "-5", "+5", "1.5", "nan", "inf", "0x10", "soon", "Sun, 06 Nov 1994", "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 PST", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 99999999999 08:49:37 GMT",
  ])
  func refusesAnythingElse(text: String) { #expect(RetryAfter.seconds(text, now: 0) == nil) }
}
