// PromiseKit's warnings, and when they are logged. The log handler is global: the test records only warnings on its own thread and
// restores the handler. The warning of `wait` on the main thread is not tested, because tests do not run there.

import Dispatch
import Foundation

@testable import PromiseKitFacade

@Suite struct LogEventTests {
  /// The warnings on this thread while `body` runs.
  private func warnings<R>(_ body: () throws -> R) rethrows -> [String] {
    let notes = Notes()
    let thread = Thread.current
    let handler = conf.logHandler
    conf.logHandler = { event in
      guard Thread.current === thread else { return handler(event) }
      notes.add(String(event.text.drop { $0 != ":" }.dropFirst()))
    }
    defer { conf.logHandler = handler }
    _ = try body()
    return notes.lines
  }

  @Test func eachWarningIsLoggedWhenItsProblemOccurs() throws {
    let promiseGone = " warning: pending promise deallocated"
    let guaranteeGone = " warning: pending guarantee deallocated"

    // The body does not retain the resolver; then the guarantees downstream are freed, too.
    expectEqual(warnings { _ = Promise<Int> { _ in } }, [promiseGone])
    expectEqual(warnings { _ = Promise<Int>.pending() }, [promiseGone])
    expectEqual(warnings { Promise<Int> { _ in }.done { _ in }.catch { _ in } }, [promiseGone, guaranteeGone])
    expectEqual(
      warnings { Promise<Int> { _ in }.catch { _ in }.finally {} }, [promiseGone, guaranteeGone, guaranteeGone])

    // A guarantee is freed because nothing can fulfill it; then the guarantees derived from it are, too.
    expectEqual(warnings { _ = Guarantee<Int> { _ in } }, [guaranteeGone])
    expectEqual(warnings { Guarantee<Int> { _ in }.done { _ in } }, [guaranteeGone, guaranteeGone])
    expectEqual(warnings { _ = Guarantee<Int>.pending() }, [guaranteeGone])
    let kept = Guarantee<Int>.pending()
    expectEqual(warnings { kept.guarantee.done { _ in } }, [])

    // Promises and guarantees that settle cause no warning.
    expectEqual(warnings { _ = Promise<Int> { $0.reject(Oops.one) } }, [])
    expectEqual(warnings { Guarantee<Int> { $0(1) }.map(on: nil) { $0 }.done(on: nil) { _ in } }, [])
    expectEqual(warnings { virtually { _ in after(seconds: 1).done {} } }, [])

    // cauterize logs errors, but not cancellations.
    expectEqual(
      warnings { virtually { _ in Promise<Int>(error: Oops.one).cauterize() } }, ["cauterized-error: one"])
    expectEqual(warnings { virtually { _ in Promise<Int>(error: PMKError.cancelled).cauterize() } }, [])
    expectEqual(
      warnings {
        virtually { _ in Promise<Int>(error: Oops.one).catch(only: Oops.two) { _ in }.finally {} }
      }, ["cauterized-error: one"])
  }
}
