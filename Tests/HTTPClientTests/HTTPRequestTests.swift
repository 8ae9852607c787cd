// What a server may do, and what the client makes of it.

import Synchronization
import TestSupport
import Testing

@testable import HTTPClient

/// Sends a request to a server that gives one answer.
private func answer(
  to server: TestServer, body: [UInt8]? = nil, timeout: Double = 60, limit: Int = 1 << 16
) async -> Result<HTTPAnswer, HTTPError> {
  await withCheckedContinuation { continuation in
    HTTPRequest(
      url: server.url + "/a?b=c", headers: ["A: b"], body: body, timeout: timeout, answerLimit: limit, usesProxy: false
    ).send { continuation.resume(returning: $0) }
  }
}

extension Result {
  /// The error, if any.
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

@Suite struct HTTPRequestTests {
  @Test func givesTheAnswer() async throws {
    let server = try TestServer([
      .status("404 Not Found", ["X-One: 1 ", "x-one:2", "Empty:"], body: "gone"), .status("204 No Content"),
    ])
    let found = try await answer(to: server).get()
    #expect((found.status, found.reason) == (404, "Not Found"))
    expectEqual(found.body, Array("gone".utf8))
    #expect((found.value(of: "x-ONE"), found.value(of: "empty"), found.value(of: "none")) == ("1", "", nil))
    try await expectEqual(answer(to: server, body: Array("posted".utf8)).get().status, 204)
    expectEqual(server.requests, [.init(path: "/a?b=c", body: ""), .init(path: "/a?b=c", body: "posted")])
  }

  @Test func sendsALargeBodyAtOnce() async throws {
    let server = try TestServer([])
    let body = [UInt8](repeating: 0x61, count: 3 << 20)
    try await expectEqual(answer(to: server, body: body).get().status, 200)
    expectEqual(server.requests.map(\.body.utf8.count), [body.count])
  }

  @Test func keepsTheFirstBytesOfALongBody() async throws {
    let server = try TestServer([.status("200 OK", body: String(repeating: "a", count: 100_000))])
    try await expectEqual(answer(to: server, limit: 1_000).get().body.count, 1_000)
  }

  @Test func skipsAnAnswerThatPrecedesTheAnswer() async throws {
    let early = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
    let server = try TestServer([.bytes(early + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")])
    let found = try await answer(to: server).get()
    #expect((found.status, found.body, found.headers.count) == (200, Array("ok".utf8), 1))
  }

  @Test func doesNotFollowARedirection() async throws {
    let server = try TestServer([.status("307 Temporary Redirect", ["Location: /b"])])
    try await expectEqual(answer(to: server, body: [1]).get().value(of: "location"), "/b")
    expectEqual(server.requests.count, 1)
  }

  /// libcurl takes half a head for an answer without a body.
  @Test(arguments: [
    "", "HTTP/1.1 ", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Ty",
    "HTTP/1.1 200 OK\r\nA: b\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
  ])
  func aConnectionThatEndsEarlyIsLost(sent: String) async throws {
    guard case .lost? = try await answer(to: TestServer([.cut(sent)]), body: [1]).failure else {
      Issue.record("expected a lost connection")
      return
    }
  }

  @Test(arguments: [
    TestServer.Answer.cut("SSH-2.0-OpenSSH_9.2\r\n"), .cut("\u{0}\u{1}\u{2}\r\n\r\n"),
    .cut("220 mail.example ESMTP\r\n"),
    .flood("HTTP/1.1 200 OK\r\n", "A: \(String(repeating: "a", count: 80))\r\n"),
    .flood("HTTP/1.1 200 OK\r\nA: ", String(repeating: "a", count: 4_096)),
  ])
  func whatIsNoAnswerIsInvalid(sent: TestServer.Answer) async throws {
    guard case .invalid? = try await answer(to: TestServer([sent])).failure else {
      Issue.record("expected an invalid answer")
      return
    }
  }

  @Test func waitsNoLongerThanAsked() async throws {
    try await expectEqual(answer(to: TestServer([.silence]), timeout: 0.1).failure, .late)
    try await expectEqual(answer(to: TestServer([.endless("HTTP/1.1 200 OK\r\nA:")]), timeout: 0.1).failure, .late)
    try await expectEqual(answer(to: TestServer([.endless("HTTP/1.1 200 OK\r\n\r\n")]), timeout: 0.1).failure, .late)
  }

  @Test func givesUp() async throws {
    let server = try TestServer([.silence])
    let isOver = Atomic(false)
    let result = await withCheckedContinuation { continuation in
      HTTPRequest(url: server.url, timeout: 60, answerLimit: 0)
        .send(
          unless: { isOver.load(ordering: .relaxed) }, completion: { continuation.resume(returning: $0) })
      isOver.store(true, ordering: .relaxed)
    }
    expectEqual(result.failure, .canceled)
  }

  /// Codes for which a test would need a name server or TLS.
  @Test func codesOfLibcurlBecomeErrors() {
    func failure(_ code: Int32, _ text: String) -> HTTPError? {
      HTTPExchange(bodyLimit: 0, isOver: { false }).result(code, text).failure
    }
    expectEqual(failure(6, "Could not resolve host"), .unknownHost)
    expectEqual(failure(35, "Connection reset by peer"), .lostBeforeSending("Connection reset by peer"))
    expectEqual(failure(35, "wrong version number"), .other("wrong version number"))
    expectEqual(failure(60, "self-signed certificate"), .other("self-signed certificate"))
  }

  @Test func aLostConnectionIsReportedWithItsReason() {
    expectEqual(HTTPError.lost("").description, "the connection was lost")
    expectEqual(HTTPError.lostBeforeSending("reset").description, "the connection was lost (reset)")
  }

  @Test func obeysTheVariablesOfAProxyByDefault() {
    #expect(HTTPRequest(url: "http://a", timeout: 1, answerLimit: 0).usesProxy)
  }

  @Test func namesWhatIsMissing() async throws {
    // A server that is gone.
    let url = try TestServer([]).url
    let nobody = await withCheckedContinuation { continuation in
      HTTPRequest(url: url, timeout: 60, answerLimit: 0, usesProxy: false).send { continuation.resume(returning: $0) }
    }
    expectEqual(nobody.failure, .noServer)
    #expect(HTTPLibrary.load(["libnothing.so.1"]) == nil)
    #expect(HTTPError.noLibrary.description.contains("libcurl4"))
  }
}
