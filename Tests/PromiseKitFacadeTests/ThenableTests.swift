// A program's own thenables: as Promises/A+ §2.3.3 has it, a promise adopts a thenable's first result.

/// A program's own thenable, which delivers the given results.
private final class Foreign: CatchMixin {
  typealias T = Int

  var listeners: [(Result<Int>) -> Void] = []
  private let results: [Result<Int>]

  init(_ results: Result<Int>...) { self.results = results }

  func pipe(to: @escaping (Result<Int>) -> Void) {
    listeners.append(to)
    for result in results { to(result) }
  }

  var result: Result<Int>? { results.first }
}

@Suite struct ThenableTests {
  @Test("2.3.3.3.1 a promise follows a fulfilled thenable")
  func fulfills() { expectEqual(Promise(Foreign(.fulfilled(1))).value, 1) }

  @Test("2.3.3.3.2 a promise follows a rejected thenable")
  func rejects() { expectEqual(Promise(Foreign(.rejected(Oops.one))).oops, .one) }

  @Test("2.3.3.3.3 the first result of a thenable counts")
  func firstCallWins() {
    expectEqual(Promise(Foreign(.fulfilled(1), .fulfilled(2), .rejected(Oops.one))).value, 1)
    expectEqual(Promise(Foreign(.rejected(Oops.one), .rejected(Oops.two), .fulfilled(1))).oops, .one)
  }

  @Test("2.3.3.3 a promise is pending until a thenable delivers a result")
  func callsLater() {
    let foreign = Foreign()
    let promise = Promise(foreign)
    #expect(promise.isPending)
    for listener in foreign.listeners {
      listener(.fulfilled(1))
      listener(.rejected(Oops.one))
    }
    expectEqual(promise.value, 1)
  }

  @Test("2.3.3 the operators accept thenables")
  func operators() {
    virtually { executor in
      let ends = [
        Foreign(.fulfilled(1)).map { $0 + 1 }, Foreign(.rejected(Oops.one)).recover { _ in Foreign(.fulfilled(3)) },
        Promise.value(3).then { _ in Foreign(.fulfilled(4)) }, firstly { Foreign(.fulfilled(5)) },
        when(fulfilled: [Foreign(.fulfilled(2)), Foreign(.fulfilled(4))]).map { $0.reduce(0, +) },
        race(Foreign(), Foreign(.fulfilled(7))),
      ]
      executor.run()
      expectEqual(ends.map(\.value), [2, 3, 4, 5, 6, 7])
    }
  }
}
