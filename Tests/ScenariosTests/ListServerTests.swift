// The server and its client, connected by HTTP over loopback.

@testable import Scenarios

struct ListServerTests {
  @Test func theClientReceivesEveryPageOfTheServer() async throws {
    let list = SampleList()
    try await withClient(of: ListServer(serving: list)) { client in
      var before: Int?
      var count = 0
      var page = try await client.answer(before: nil)
      expectEqual(page, list.page(before: nil))
      while page.hasMore {
        count += 1
        before = page.items.map(\.id).filter { $0 > 90 }.min()
        page = try await client.answer(before: before)
        expectEqual(page, list.page(before: before))
      }
      expectEqual(count, 3)
    }
  }

  @Test func theHTTPStatusOfAFailingServerBecomesTheError() async throws {
    try await withClient(of: ListServer(serving: SampleList(), isFailing: true)) { client in
      await #expect(throws: ListError.refused(status: 503)) { try await client.answer(before: nil) }
    }
  }

  @Test func aStoppedServerIsUnreachable() async throws {
    let server = try await ListServer(serving: SampleList())
    await server.stop()
    let client = ListClient(address: server.address)
    let error = await #expect(throws: ListError.self) { try await client.answer(before: nil) }
    guard case .unreachable = error else {
      Issue.record("expected unreachable, found \(String(describing: error))")
      return
    }
  }

  @Test(
    "whatever a server does, the request fails",
    arguments: [
      FaultyServer.Answer.cut(""), .cut("HTTP/1.1 200 OK\r\nContent-Ty"),
      .cut("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"),
      .cut("nothing of HTTP\r\n\r\n"), .cut("HTTP/1.1 200 OK\r\nContent-Length: 16777217\r\n\r\n"),
      .flood("HTTP/1.1 200 OK\r\n", "A: b\r\n"), .silence,
    ])
  func faulty(answer: FaultyServer.Answer) async throws {
    let server = try FaultyServer(answer)
    let client = ListClient(address: try #require(URL(string: server.url)), timeout: 1)
    let error = await #expect(throws: ListError.self) { try await client.answer(before: nil) }
    guard case .unreachable = error else {
      Issue.record("expected unreachable, found \(String(describing: error))")
      return
    }
  }

  @Test func theServerRefusesWhatItDoesNotKnow() async throws {
    let route = ListRoute(list: SampleList())
    for line in ["", "GET", "nothing of HTTP", "GET /items?before=x HTTP/1.1"] {
      try await expectEqual(route.answer(to: line[...]).status, "400 Bad Request")
    }
    for line in ["GET / HTTP/1.1", "POST /items HTTP/1.1"] {
      try await expectEqual(route.answer(to: line[...]).status, "404 Not Found")
    }
  }

  @Test("cancellation ends a request in flight at once and rejects later requests")
  func cancel() async throws {
    try await withClient(of: ListServer(serving: SampleList(), latency: 3600)) { client in
      await #expect(throws: CancellationError.self) {
        try await withCheckedThrowingContinuation { continuation in
          client.page(before: nil) { continuation.resume(with: $0.map { _ in }) }
          client.cancel()
        }
      }
      await #expect(throws: CancellationError.self) { try await client.answer(before: nil) }
    }
  }

  private func withClient(of server: ListServer, _ body: (ListClient) async throws -> Void) async throws {
    do {
      try await body(ListClient(address: server.address))
    } catch {
      Issue.record(error)
    }
    await server.stop()
  }
}

extension ListService {
  func answer(before: Int?) async throws -> ListPage {
    try await withCheckedThrowingContinuation { continuation in
      page(before: before) { continuation.resume(with: $0) }
    }
  }
}
