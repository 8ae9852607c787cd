// What PromiseKit warns of, and when. The handler of warnings is the one thing here that is the process's: this test
// hears only what its own thread says, and puts the handler back. That `wait` warns on the main thread is left out:
// tests do not run there.

import Dispatch
import Foundation
import PromiseKitFacade
import Testing

@Suite("warnings")
struct LogEventTests {
  /// What is warned of on this thread while a body runs.
  private func warnings<R>(_ body: () throws -> R) rethrows -> [String] {
    let notes = Notes()
    let thread = Thread.current
    let handler = conf.logHandler
    conf.logHandler = { event in
      guard Thread.current === thread else { return handler(event) }
      notes.add(String(event.asString().drop { $0 != ":" }.dropFirst()))
    }
    defer { conf.logHandler = handler }
    _ = try body()
    return notes.lines
  }

  @Test("each as it happens")
  func all() throws {
    let promiseGone = " warning: pending promise deallocated"
    let guaranteeGone = " warning: pending guarantee deallocated"

    // A resolver that its body did not keep, then the end of what waits.
    #expect(warnings { _ = Promise<Int> { _ in } } == [promiseGone])
    #expect(warnings { _ = Promise<Int>.pending() } == [promiseGone])
    #expect(warnings { Promise<Int> { _ in }.done { _ in }.catch { _ in } } == [promiseGone, guaranteeGone])
    #expect(
      warnings { Promise<Int> { _ in }.catch { _ in }.finally {} } == [promiseGone, guaranteeGone, guaranteeGone])

    // A guarantee, while nobody can fulfil it or wait for it any more; and what is derived from it.
    #expect(warnings { _ = Guarantee<Int> { _ in } } == [guaranteeGone])
    #expect(warnings { Guarantee<Int> { _ in }.done { _ in } } == [guaranteeGone, guaranteeGone])
    #expect(warnings { _ = Guarantee<Int>.pending() } == [guaranteeGone])
    let kept = Guarantee<Int>.pending()
    #expect(warnings { kept.guarantee.done { _ in } } == [])

    // Nothing is said of what was settled, or never could be.
    #expect(warnings { _ = Promise<Int> { $0.reject(Oops.one) } } == [])
    #expect(warnings { Guarantee<Int> { $0(1) }.map(on: nil) { $0 }.done(on: nil) { _ in } } == [])
    #expect(warnings { virtually { _ in after(seconds: 1).done {} } } == [])

    // cauterize tells of errors, and not of cancellations.
    #expect(
      warnings { virtually { _ in Promise<Int>(error: Oops.one).cauterize() } } == ["cauterized-error: one"])
    #expect(warnings { virtually { _ in Promise<Int>(error: PMKError.cancelled).cauterize() } } == [])
    #expect(
      warnings {
        virtually { _ in Promise<Int>(error: Oops.one).catch(only: Oops.two) { _ in }.finally {} }
      } == ["cauterized-error: one"])
  }
}
