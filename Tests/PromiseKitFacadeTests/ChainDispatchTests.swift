// A chain's own dispatcher: which handlers run on it, and when its use at the end of the chain logs a warning.

import Dispatch
import Foundation
import PromiseKitFacade
import PromiseTesting
import Testing

@Suite("the dispatcher of a chain", .promises)
struct ChainDispatchTests {
  /// A dispatcher that records its name for each closure and runs it immediately.
  private struct Named: Dispatcher {
    let name: String
    let notes: Notes

    func dispatch(_ body: @escaping () -> Void) {
      notes.add(name)
      body()
    }
  }

  /// The closures of the dispatchers `a` and `b`, and the warnings, in order.
  ///
  /// The log handler is global: the test's handler records only warnings on this thread, and the earlier handler is restored.
  private func trace(_ body: (_ a: any Dispatcher, _ b: any Dispatcher) -> Void) -> String {
    let notes = Notes()
    let thread = Thread.current
    let handler = conf.logHandler
    conf.logHandler = { event in
      guard Thread.current === thread else { return handler(event) }
      switch event {
      case .failedToConfirmChainDispatcher: notes.add("unconfirmed!")
      case .chainWithoutChainDispatcher: notes.add("no chain!")
      case .nilDispatchQueueWithFlags: notes.add("nil with flags!")
      case .extraneousFlagsSpecified: notes.add("flags!")
      default: notes.add("?")
      }
    }
    defer { conf.logHandler = handler }
    virtually { _ in body(Named(name: "a", notes: notes), Named(name: "b", notes: notes)) }
    return notes.lines.joined(separator: " ")
  }

  @Test("handlers after dispatch(on:) run on it, and on: .chain confirms it")
  func confirmed() {
    #expect(
      trace { a, _ in
        Promise.value([1]).map { $0 }.dispatch(on: a).map { $0 }.then { Promise.value($0) }.get { _ in }
          .mapValues { $0 }.compactMap { $0 }.tap { _ in }.ensure {}.done(on: .chain) { _ in }.ensure {}.catch { _ in }
          .finally {}
      } == "a a a a a a a a a a")
  }

  @Test("without confirmation, the end of the chain logs one warning and still uses it")
  func unconfirmed() {
    #expect(
      trace { a, _ in
        Promise.value(1).dispatch(on: a).map { $0 }.done { _ in }.ensure {}.done {}.catch { _ in }.finally {}
      } == "a unconfirmed! a a a a")
    #expect(
      trace { a, _ in
        Promise<Int>(error: Oops.one).dispatch(on: a).map { $0 }.catch { _ in }.finally {}
      } == "unconfirmed! a a")
    #expect(
      trace { a, _ in
        Promise.value(1).dispatch(on: a).map { $0 }.cauterize()
      } == "a unconfirmed!")
  }

  @Test("no confirmation is needed directly after dispatch(on:)")
  func atTheEnd() {
    #expect(trace { a, _ in Promise.value(1).dispatch(on: a).done { _ in }.done {}.cauterize() } == "a a")
    #expect(
      trace { a, b in
        Promise.value(1).dispatch(on: a).map { $0 }.dispatch(on: b).done { _ in }.cauterize()
      } == "a b")
  }

  @Test("an explicit dispatcher applies to one link; at the end, the next link must confirm the chain's")
  func explicit() {
    #expect(
      trace { a, b in
        Promise.value(1).dispatch(on: a).map(on: b) { $0 }.map { $0 }.done(on: b) { _ in }.done(on: .chain) {}.done {}
          .cauterize()
      } == "b a b a a")
    #expect(
      trace { a, b in
        Promise.value(1).dispatch(on: a).map { $0 }.done(on: b) { _ in }.done {}.cauterize()
      } == "a b unconfirmed! a")
  }

  @Test("dispatch(on: .default) removes it, on: .default skips it, and dispatch(on: .chain) confirms it")
  func returning() {
    #expect(
      trace { a, _ in Promise.value(1).dispatch(on: a).map { $0 }.dispatch(on: .default).map { $0 }.cauterize() } == "a"
    )
    #expect(
      trace { a, _ in
        Promise.value(1).dispatch(on: a).map(on: .default) { $0 }.map { $0 }.done(on: .chain) { _ in }.cauterize()
      } == "a a")
    #expect(
      trace { a, _ in Promise.value(1).dispatch(on: a).dispatch(on: .chain).map { $0 }.done { _ in }.cauterize() }
        == "a a")
  }

  @Test("sticky repeats the previous dispatcher")
  func sticky() {
    #expect(
      trace { a, b in
        Promise.value(1).map(on: a) { $0 }.dispatch(on: .sticky).map { $0 }.map(on: b) { $0 }.map { $0 }
          .done(on: .chain) { _ in }.cauterize()
      } == "a a b b b")
    #expect(trace { a, _ in Promise.value(1).map(on: a) { $0 }.map(on: .sticky) { $0 }.cauterize() } == "a a")
  }

  @Test("guarantees and cancellable chains have it; returned and combined promises do not")
  func everywhere() {
    #expect(
      trace { a, _ in Guarantee.value(1).dispatch(on: a).map { $0 }.then { .value($0) }.done(on: .chain) { _ in } }
        == "a a a")
    #expect(
      trace { a, _ in
        CancellablePromise.value(1).dispatch(on: a).map { $0 }.then { Promise.value($0) }.recover { _ in
          Promise.value(2)
        }
        .done(on: .chain) { _ in }.catch { _ in }.finally {}
      } == "a a a a")
    #expect(
      trace { a, _ in
        let chain = Promise.value(1).dispatch(on: a)
        when(fulfilled: chain, chain).map { $0.0 }.done { _ in }.cauterize()
        firstly { chain }.map { $0 }.cauterize()
        Promise.value(1).then { _ in chain }.map { $0 }.cauterize()
        chain.asVoid().map {}.cauterize()
      } == "a unconfirmed!")
  }

  @Test("on: .chain without dispatch(on:) is ignored with a warning")
  func missing() {
    #expect(trace { _, _ in Promise.value(1).map(on: .chain) { $0 }.cauterize() } == "no chain!")
    #expect(trace { _, _ in Promise.value(1).dispatch(on: .chain).map { $0 }.cauterize() } == "no chain!")
  }

  @Test("flags without a dispatch queue are ignored with a warning")
  func flags() {
    #expect(trace { _, _ in Promise.value(1).map(on: nil, flags: .barrier) { $0 }.cauterize() } == "nil with flags!")
    #expect(
      trace { _, _ in Promise.value(1).map(on: .main, flags: .barrier) { $0 }.map(flags: .barrier) { $0 }.cauterize() }
        == "")
    #expect(
      trace { a, _ in Promise.value(1).dispatch(on: a).map(flags: .barrier) { $0 }.cauterize() }
        == "flags! a unconfirmed!")
  }
}
