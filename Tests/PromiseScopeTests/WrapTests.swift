// Tests `wrap` with every signature of a completion handler.

import PromiseTesting

private func call(_ callback: () -> Void) { callback() }
private func value(_ callback: (Int) -> Void) { callback(1) }
private func valueOrError(_ error: Oops?, _ callback: (Int, (any Error)?) -> Void) { callback(1, error) }
private func onlyError(_ error: Oops?, _ callback: ((any Error)?) -> Void) { callback(error) }
private func optional(_ value: Int?, _ error: Oops?, _ callback: (Int?, (any Error)?) -> Void) {
  callback(value, error)
}
private func errorFirst(_ error: Oops?, _ callback: ((any Error)?, Int) -> Void) { callback(error, 1) }
private func errorOrOptional(_ error: Oops?, _ callback: ((any Error)?, Int?) -> Void) { callback(error, nil) }
private func two(_ error: Oops?, _ callback: (Int?, String?, (any Error)?) -> Void) { callback(1, nil, error) }

@Suite("wrap", .promises)
struct WrapTests {
  @Test func theValuesOfTheCompletionHandlerFulfill() {
    virtually { executor in
      let nothing: Promise<Void> = wrap { call($0) }
      let plain: Promise<Int> = wrap { value($0) }
      let withError: Promise<Int> = wrap { valueOrError(nil, $0) }
      let noError: Promise<Void> = wrap { onlyError(nil, $0) }
      let some: Promise<Int?> = wrap { optional(1, nil, $0) }
      let none: Promise<Int?> = wrap { optional(nil, nil, $0) }
      let first: Promise<Int> = wrap { errorFirst(nil, $0) }
      let firstOptional: Promise<Int?> = wrap { errorOrOptional(nil, $0) }
      let pair: Promise<(Int?, String?)> = wrap { two(nil, $0) }
      #expect(nothing.isPending, "the work runs later")
      executor.run()
      #expect(nothing.isFulfilled && noError.isFulfilled)
      #expect(plain.value == 1 && withError.value == 1 && first.value == 1)
      expectEqual(some.value, .some(1))
      #expect(none.isFulfilled && none.value == nil && firstOptional.isFulfilled && firstOptional.value == nil)
      #expect(pair.value?.0 == 1 && pair.value?.1 == nil)
    }
  }

  @Test func aCompletionHandlerWithoutArgumentsFulfillsWithNilOrWithVoidIfThatIsExpected() {
    virtually { executor in
      let inferred = wrap { (done: @escaping () -> Void) in done() }
      let asked: Promise<(any Sendable)?> = wrap { done in call(done) }
      let nothing: Promise<Void> = wrap { done in call(done) }
      executor.run()
      #expect(type(of: inferred) == Promise<(any Sendable)?>.self && inferred.isFulfilled)
      #expect(asked.description == "Fulfilled: nil" && nothing.isFulfilled)
    }
  }

  @Test func theErrorOfTheCompletionHandlerRejectsAndSoDoesAThrownError() {
    virtually { executor in
      let ends: [PromiseNode] = [
        wrap { valueOrError(.one, $0) }.catch { #expect($0 as? Oops == .one) },
        wrap { onlyError(.one, $0) }.catch { #expect($0 as? Oops == .one) },
        wrap { optional(1, .one, $0) }.catch { #expect($0 as? Oops == .one) },
        wrap { errorFirst(.one, $0) }.catch { #expect($0 as? Oops == .one) },
        wrap { errorOrOptional(.one, $0) }.catch { #expect($0 as? Oops == .one) },
        wrap { two(.one, $0) }.catch { #expect($0 as? Oops == .one) },
        wrap { (_: @escaping () -> Void) in throw Oops.one }.catch { #expect($0 as? Oops == .one) },
      ]
      executor.run()
      expectEqual(ends.map(\.isRejected), Array(repeating: true, count: ends.count))
    }
  }

  @Test func aSecondCallOfTheCompletionHandlerIsIgnoredAndLogged() {
    expectEqual(
      picture { _ in
        let end: Promise<Int> = wrap { callback in
          callback(1)
          callback(2)
        }
        return end
      },
      """
      created #1 wrap
      enqueued #1 on main
      started #1 on main in #1
      fulfilled #1 1 by resolver in #1
      ignored #1 fulfill in #1
      finished #1 on main void in #1
      """)
  }
}
