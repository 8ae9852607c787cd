// Calls with dispatchers, and cancellable chains that continue with any kind of promise. Nothing here runs: the test is that the file
// compiles quickly and without a warning.

import Dispatch
import PromiseKitFacade

private enum Failure: Error, Equatable { case bad }

private struct Somewhere: Dispatcher {
  func dispatch(_ body: @escaping () -> Void) { DispatchQueue.main.dispatch(body) }
}

private final class Work: Cancellable {
  func cancel() {}
  var isCancelled: Bool { false }
}

private final class Foreign: Thenable {
  func pipe(to: @escaping (Result<Int>) -> Void) { to(.fulfilled(1)) }
  var result: Result<Int>? { .fulfilled(1) }
}

private let limit = RateLimitedDispatcher(maxDispatches: 1, perInterval: 1)

private func limits() {
  _ = RateLimitedDispatcher(maxDispatches: 1, perInterval: 1, queue: .main)
  _ = RateLimitedDispatcher(maxDispatches: 1, perInterval: 1.5, queue: DispatchQueue.global(qos: .utility))
  _ = StrictRateLimitedDispatcher(maxDispatches: 1, perInterval: 1, queue: limit)
  _ = StrictRateLimitedDispatcher(maxDispatches: 1, perInterval: 1)
  _ = ConcurrencyLimitedDispatcher(limit: 1)
  _ = ConcurrencyLimitedDispatcher(limit: 1, queue: .global())
  _ = ConcurrencyLimitedDispatcher(limit: 1, queue: CurrentThreadDispatcher())
}

private func queuesOrDispatchers(_ number: Promise<Int>, _ queue: DispatchQueue, _ perhaps: DispatchQueue?) {
  number.map(on: queue) { $0 }.map(on: perhaps) { $0 }.map(on: nil) { $0 }.map(on: .main, flags: .barrier) { $0 }
    .map(on: DispatchQueue.global()) { $0 }.map(on: queue.asDispatcher(qos: .utility)) { $0 }.map(on: limit) { $0 }
    .cauterize()
  number.recover(on: limit) { _ in Promise.value(3) }.cauterize()
  number.recover(on: limit) { _ in .value(3) }.done(on: limit) { _ in }
  number.asVoid().recover(on: limit) { _ in }.done(on: limit) {}
  number.asVoid().recover(on: limit) { error in throw error }.cauterize()
  number.then(on: limit) { number -> Promise<String> in
    let text = "\(number)"
    return .value(text)
  }.done(on: Somewhere()) { _ in }.catch(on: limit, policy: .allErrors) { _ in }.finally(on: limit) {}
  queue.dispatch(.promise) { 1 }.done { _ in }
  limit.dispatch(.promise) { throw Failure.bad }.cauterize()
}

private func generic<U: Thenable, D: Dispatcher>(_ thenable: U, _ dispatcher: D) -> Promise<U.T> {
  thenable.map(on: dispatcher) { $0 }
}

private func configured() {
  conf.D = (map: limit, return: DispatchQueue.main)
  conf.D.return = CurrentThreadDispatcher()
  conf.setDefaultDispatchers(body: limit)
  conf.setDefaultDispatchers(body: .main, tail: nil)
  conf.setDefaultDispatchers(body: DispatchQueue.main, tail: limit)
}

private func continuing(_ chain: CancellablePromise<Int>, _ number: Promise<Int>) {
  chain.then { Promise.value($0) }.then { CancellablePromise.value($0) }.then { Guarantee.value($0) }
    .then { _ in Foreign() }.get { _ in }.map { $0 + 1 }.recover { _ in Promise.value(2) }.done { _ in }.cauterize()
  chain.then(on: limit) { _ in number }.then(on: .main) { _ in chain }.map(on: limit) { $0 }.cauterize()
  chain.then { _ -> Promise<Int> in throw Failure.bad }.recover { error -> CancellablePromise<Int> in throw error }
    .recover(only: Failure.bad) { _ in number }.recover(only: Failure.self) { _ in chain }.cauterize()
  chain.map { [$0] }.thenMap { Promise.value($0) }.thenMap { CancellablePromise.value($0) }
    .thenFlatMap { Promise.value([$0]) }.mapValues { $0 + 1 }.firstValue(on: limit) { $0 > 1 }.cauterize()
  chain.asVoid().recover { _ in }.recover { error in throw error }.recover(only: Failure.bad) { _ in }.cauterize()
}

private func ends(_ chain: CancellablePromise<Int>) {
  chain.catch(only: Failure.bad) { _ in }.catch(only: Failure.self, on: limit) { _ in }.catch { _ in }.finally {}
    .cancel()
  chain.catch(only: Failure.bad, on: .main) { _ in }.cauterize().cancel()
}

private func sources() {
  Foreign().cancellize().cauterize()
  cancellize(Guarantee.value(1)).cauterize()
  CancellablePromise<Int> { $0.fulfill(1) }.cauterize()
  CancellablePromise<Int>(cancellable: Work()) { $0.fulfill(1) }.cauterize()
  CancellablePromise<Int>(error: Failure.bad).cauterize()
  CancellablePromise(cancellable: Work()).cauterize()
}

private func shorthands(_ queue: DispatchQueue) throws {
  limit.dispatch { 1 }.done { _ in }
  limit.dispatch { () throws -> Int in throw Failure.bad }.cauterize()
  queue.dispatch {
    let number = 1
    return "\(number)"
  }.done { (text: String) in _ = text }
  // A closure without a result selects the protocol's `dispatch`.
  let nothing: Void = limit.dispatch { _ = 1 }
  let something: Promise<Int> = queue.dispatch {
    if Bool.random() { throw Failure.bad }
    return 1
  }
  something.cauterize()
  return nothing
}

private func stopped() {
  let promise = Promise<Int>(cancellable: Work()) { seal in seal.fulfill(1) }
  let guarantee = Guarantee<Int>(cancellable: Work()) { fulfill in fulfill(1) }
  promise.setCancellable(Work())
  promise.setCancellable(Work(), reject: { _ in })
  promise.setCancellable(nil)
  guarantee.setCancellable(Work())
  let (void, seal) = Promise<Void>.pending()
  seal.fulfill()
  let fulfill = seal.fulfill
  fulfill(())
  race(void, timeout(seconds: 1)).cauterize()
}

private func severalTypes(_ a: Promise<Int>, _ b: Guarantee<String>, _ c: CancellablePromise<Double>) {
  when(fulfilled: [a, b]).done { (values: [Any]) in _ = values.count }.cauterize()
  let different: [any Thenable] = [a, b, a]
  when(fulfilled: different).done { values in _ = values as [Any] }.cauterize()
  when(fulfilled: [a, a]).done { (values: [Int]) in _ = values }.cauterize()
  cancellableWhen(fulfilled: c, c.map { "\($0)" }).done { (number: Double, text: String) in _ = (number, text) }
    .cauterize()
  cancellableWhen(fulfilled: c, c, c).map { $0.2 }.cauterize()
  cancellableWhen(fulfilled: c, c, c, c).map { $0.3 }.cauterize()
  cancellableWhen(fulfilled: c, c, c, c, c).map { $0.4 }.cauterize()
}

private func chains(
  _ number: Promise<Int>, _ guarantee: Guarantee<Int>, _ chain: CancellablePromise<Int>, _ queue: DispatchQueue
) {
  number.dispatch(on: queue).map { $0 }.then { Promise.value($0) }.done(on: .chain) { _ in }.catch { _ in }.finally {}
  number.dispatch(on: .global(), flags: .barrier).get { _ in }.done(on: .chain, flags: .barrier) { _ in }.cauterize()
  number.dispatch(on: limit).mapValuesOrNot().ensure {}.catch(on: .chain) { _ in }
  number.dispatch(on: nil).dispatch(on: .default).dispatch(on: .sticky).dispatch(on: .chain).cauterize()
  number.map(on: .default) { $0 }.map(on: .pmkDefault) { $0 }.map(on: .sticky) { $0 }.map(on: .unspecified) { $0 }
    .cauterize()
  guarantee.dispatch(on: limit).map { $0 }.done(on: .chain) { _ in }
  chain.dispatch(on: queue).then { Promise.value($0) }.map { $0 }.done(on: .chain) { _ in }
    .catch(on: .chain, policy: .allErrors) { _ in }.finally(on: .chain) {}.cancel()
  chain.dispatch(on: limit).recover(on: .chain) { _ in Promise.value(1) }.cauterize()
}

extension Promise where T == Int {
  fileprivate func mapValuesOrNot() -> Promise<Int> { map { $0 } }
}
