// A chain's own dispatcher: which handlers run on it, and when its use at the end of the chain is warned of.

import Dispatch
import Foundation
import PromiseKitFacade
import Testing

@Suite("the dispatcher of a chain")
struct ChainDispatchTests {
  /// A dispatcher that notes its name for each closure, which it runs at once.
  private struct Named: Dispatcher {
    let name: String
    let notes: Notes

    func dispatch(_ body: @escaping () -> Void) {
      notes.add(name)
      body()
    }
  }

  /// What the dispatchers `a` and `b` and the handler of warnings saw, in order; `-` is what ran on neither.
  ///
  /// The handler of warnings is the process's: it listens to this thread only, and is put back.
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

  @Test("handlers run on it from dispatch(on:) on, and on:.chain confirms it at the end")
  func confirmed() {
    #expect(
      trace { a, _ in
        Promise.value([1]).map { $0 }.dispatch(on: a).map { $0 }.then { Promise.value($0) }.get { _ in }
          .mapValues { $0 }.compactMap { $0 }.tap { _ in }.ensure {}.done(on: .chain) { _ in }.ensure {}.catch { _ in }
          .finally {}
      } == "a a a a a a a a a a")
  }

  @Test("without that, the first end of the chain is warned of, once, and uses it nevertheless")
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

  @Test("no confirmation is needed right after dispatch(on:)")
  func atTheEnd() {
    #expect(trace { a, _ in Promise.value(1).dispatch(on: a).done { _ in }.done {}.cauterize() } == "a a")
    #expect(
      trace { a, b in
        Promise.value(1).dispatch(on: a).map { $0 }.dispatch(on: b).done { _ in }.cauterize()
      } == "a b")
  }

  @Test("an explicit dispatcher is for one link, at the end too; the next one there has to say on:.chain")
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

  @Test("dispatch(on: .default) ends it, on: .default suspends it, dispatch(on: .chain) confirms it")
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

  @Test("sticky repeats the last dispatcher")
  func sticky() {
    #expect(
      trace { a, b in
        Promise.value(1).map(on: a) { $0 }.dispatch(on: .sticky).map { $0 }.map(on: b) { $0 }.map { $0 }
          .done(on: .chain) { _ in }.cauterize()
      } == "a a b b b")
    #expect(trace { a, _ in Promise.value(1).map(on: a) { $0 }.map(on: .sticky) { $0 }.cauterize() } == "a a")
  }

  @Test("guarantees and cancellable chains have it, too; promises of handlers and combinations do not")
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

  @Test("flags are for dispatch queues; elsewhere they are ignored with a warning")
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
