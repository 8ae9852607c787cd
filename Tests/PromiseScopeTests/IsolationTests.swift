// Tests operators with `isolation: #isolation`: handlers run on the actor of the code that registers them.

/// State that only its actor may touch.
private final class Total {
  var sum = 0
}

private actor Account {
  private let total = Total()
  private(set) var errors = 0

  var sum: Int { total.sum }

  func add(_ number: Promise<Int>) -> Promise<Int> {
    number.then(isolation: #isolation) { number in
      self.assertIsolated()
      self.total.sum += number
    }
  }

  func sum(after number: Promise<Int>) -> Promise<String> {
    number.then(isolation: #isolation) { self.total.sum + $0 }
      .then(isolation: #isolation) { sum in
        self.assertIsolated()
        return Promise("sum \(sum)")
      }
  }

  func count(_ number: Promise<Int>) -> Promise<Int> {
    number.catch(isolation: #isolation) { _ in
      self.assertIsolated()
      self.errors += 1
    }
  }
}

@MainActor private final class Screen {
  private(set) var lines: [String] = []

  func show(_ number: Promise<Int>) -> Promise<Int> {
    for name in ["a", "b", "c"] { number.then(isolation: #isolation) { self.lines.append("\(name) \($0)") } }
    return number.then(isolation: #isolation) { self.lines.append("d \($0)") }
  }
}

@Suite struct IsolationTests {
  @Test func aHandlerUsesTheStateOfItsActorAndPassesTheValueOn() async throws {
    let account = Account()
    let (number, resolver) = Promise<Int>.withResolvers()
    let ends = await (account.add(number), account.add(number))
    resolver.fulfill(2)
    try await expectEqual([ends.0.get(), ends.1.get()], [2, 2])
    await expectEqual(account.sum, 4)
  }

  @Test func aHandlerMayReturnAValueOrAPromise() async throws {
    let account = Account()
    _ = try await account.add(Promise(3)).get()
    try await expectEqual(account.sum(after: Promise(4)).get(), "sum 7")
  }

  @Test func aRejectionSkipsThenAndReachesCatchWhichPassesItOn() async throws {
    let account = Account()
    let end = await account.count(account.add(Promise(Oops.one)))
    await #expect(throws: Oops.one) { try await end.get() }
    await expectEqual(account.sum, 0)
    await expectEqual(account.errors, 1)
  }

  @Test func handlersOnTheMainActorRunInTheOrderOfRegistration() async throws {
    let screen = Screen()
    _ = try await screen.show(Promise(1)).get()
    await expectEqual(screen.lines, ["a 1", "b 1", "c 1", "d 1"])
  }
}
