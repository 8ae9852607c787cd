// Calls as programs write them. Nothing here runs: the test is that the file compiles without a warning, because overload resolution
// could fail on each of these lines.

import Dispatch
import Foundation

private final class User {
  var name = ""
  var age: Int?
}

private enum Failure: Error { case bad }

@MainActor
private final class Screen {
  private var title = ""

  func load() {
    firstly {
      login()
    }.then { user in
      avatar(of: user)
    }.map {
      $0.count
    }.done { count in
      self.title = "\(count)"
    }.ensure {
      self.title += "."
    }.catch { error in
      self.title = "\(error)"
    }.finally {
      self.title = ""
    }
  }
}

private func login() -> Promise<User> { .value(User()) }
private func avatar(of user: User) -> Promise<Data> { .value(Data()) }
private func text(_ number: Int) -> String { "\(number)" }
private func textLater(_ number: Int) -> Promise<String> { .value("\(number)") }
private func textSurely(_ number: Int) -> Guarantee<String> { .value("\(number)") }
private func throwing(_ number: Int) throws -> String { throw Failure.bad }
private func print(_ text: String) {}
private func show(_ error: any Error) {}

private func functions(_ number: Promise<Int>) {
  number.map(text).done(print).catch(show)
  number.then(textLater).done(print).catch(show)
  number.then(textSurely).done(print).catch(show)
  number.map(throwing).done(print).catch(show)
  number.then(on: nil, textLater).done(on: .global(), print).catch(on: .main, policy: .allErrors, show).finally {}
  number.then(Promise.value).cauterize()
  Guarantee.value(1).then(Guarantee.value).done { _ in }
  firstly(execute: login).cauterize()
  Promise.value([number]).then(when(fulfilled:)).cauterize()
  Promise.value([number]).then(when(resolved:)).cauterize()
  Promise.value([number]).then(race(fulfilled:)).cauterize()
  Promise.value(number).then(Promise.init).cauterize()
  Promise.value(1.5).then(after(seconds:)).cauterize()
  Promise.value(.seconds(1)).then(after).cauterize()
  let reject: (any Error) -> Promise<Int> = Promise.init(error:)
  let pending: () -> (promise: Promise<Int>, resolver: Resolver<Int>) = Promise.pending
  _ = (reject, pending)
}

private func severalStatements() -> Promise<String> {
  firstly { () -> Promise<Int> in
    let number = 1
    return .value(number)
  }.then { number -> Promise<String> in
    let text = "\(number)"
    return .value(text)
  }.map { text in
    let louder = text + "!"
    return louder
  }.get { text in
    print(text)
    print(text)
  }
}

private func capturedVariables() {
  var count = 0
  var log: [String] = []
  let user = User()
  Promise.value(1).done {
    count += $0
    log.append("\(count)")
    user.name = "Ann"
  }.ensure {
    log.removeAll()
  }.catch { _ in
    count = 0
  }
  after(seconds: 0.1).done { count += 1 }
  after(.milliseconds(10)).then { () -> Promise<Int> in
    count += 1
    return .value(count)
  }.cauterize()
}

private func recovering(_ failed: Promise<Int>) {
  failed.recover { error -> Promise<Int> in
    guard case Failure.bad = error else { throw error }
    return .value(1)
  }.cauterize()
  failed.recover { _ in .value(3) }.done { _ in }
  failed.recover { _ in Promise.value(3) }.cauterize()
  failed.recover { _ in Guarantee.value(3) }.done { _ in }
  failed.asVoid().recover { _ in }.done {}
  failed.asVoid().recover { error in throw error }.cauterize()
  failed.asVoid().recover { error in if error.isCancelled { throw error } }.cauterize()
  failed.recover(only: Failure.bad) { _ in Promise.value(1) }.cauterize()
  failed.recover(only: Failure.self, policy: .allErrors) { error -> Promise<Int> in throw error }.cauterize()
  failed.catch(only: Failure.bad) { _ in }.catch(only: Failure.self) { _ in }.catch { _ in }.finally {}
}

private func combining(_ a: Promise<Int>, _ b: Promise<String>, _ c: Guarantee<Double>) {
  firstly { when(fulfilled: a, b) }.done { number, text in print(text + "\(number)") }.cauterize()
  when(fulfilled: a, b, c).map { number, _, _ in number }.cauterize()
  let nothing = a.asVoid()
  when(fulfilled: nothing, nothing).done {}.cauterize()
  let all: [Promise<Void>] = [
    when(fulfilled: nothing, nothing), when(fulfilled: nothing, nothing, nothing),
    when(fulfilled: nothing, nothing, nothing, nothing), when(fulfilled: nothing, nothing, nothing, nothing, nothing),
    when(fulfilled: nothing, nothing, nothing, nothing, nothing, nothing),
  ]
  when(fulfilled: nothing, nothing, nothing, nothing).catch { _ in }
  when(fulfilled: nothing, nothing, nothing, nothing, nothing).map { all.count }.cauterize()
  when(fulfilled: nothing, nothing, nothing, nothing, nothing).done { _, _, _, _, _ in }.cauterize()
  PromiseKit.when(fulfilled: nothing, nothing, nothing, nothing).cauterize()
  when(fulfilled: [a, a]).done { print("\($0.count)") }.cauterize()
  when(resolved: a, a).done { results in
    for case .fulfilled(let value) in results { print("\(value)") }
  }
  when(c, c).done { print("\($0.count)") }
  let different: [any Thenable] = [a, b, c]
  when(fulfilled: different).done { print("\($0.count)") }.cauterize()
  when(Guarantee(), Guarantee()).done {}
  when(guarantees: c, Guarantee.value("")).done { _, text in print(text) }
  race(a, a).cauterize()
  race(c, c).done { _ in }
  race(a.asVoid(), Promise(after(seconds: 4))).done {}.cauterize()
}

/// Names that a program qualifies with the module's name.
private func qualified(_ a: PromiseKit.Promise<Int>, _ b: PromiseKit.Guarantee<Int>) throws {
  PromiseKit.conf.Q.map = nil
  PromiseKit.conf.catchPolicy = PromiseKit.CatchPolicy.allErrors
  let results: PromiseKit.Guarantee<[PromiseKit.Result<Int>]> = PromiseKit.when(resolved: a, a)
  let both: PromiseKitFacade.Promise<(Int, Int)> = PromiseKit.when(fulfilled: a, b)
  let six = PromiseKit.when(fulfilled: a, b, a, b, a, b).map { first, _, _, _, _, last in first + last }
  PromiseKit.firstly { PromiseKit.race(six, a) }.catch { _ in }
  let guarantees: PromiseKit.Guarantee<(Int, Int, Int)> = PromiseKit.when(guarantees: b, b, b)
  PromiseKit.after(seconds: 1).done { _ = (results, both, guarantees) }
  _ = try PromiseKit.hang(a)
}

/// A function of PromiseKit's documentation.
private func attempt<T>(
  maximumRetryCount: Int = 3, delayBeforeRetry: DispatchTimeInterval = .seconds(2), _ body: @escaping () -> Promise<T>
) -> Promise<T> {
  var attempts = 0
  func attempt() -> Promise<T> {
    attempts += 1
    return body().recover { error -> Promise<T> in
      guard attempts < maximumRetryCount else { throw error }
      return after(delayBeforeRetry).then(on: nil, attempt)
    }
  }
  return attempt()
}

extension Promise {
  fileprivate func timeout(seconds: TimeInterval) -> Promise<T> {
    race(self, after(seconds: seconds).then { () -> Promise<T> in throw Failure.bad })
  }
}

extension Thenable where T: Sequence {
  fileprivate func counted() -> Promise<Int> { map { Array($0).count } }
}

private func generic<U: Thenable>(_ thenable: U) -> Promise<U.T> { thenable.then { Promise.value($0) } }
private func texts<S: Sequence>(_ guarantee: Guarantee<S>) -> Guarantee<[String]> { guarantee.mapValues { "\($0)" } }
private func sorted<S: Sequence>(_ promise: Promise<S>) -> Promise<[S.Element]> where S.Element: Comparable {
  promise.sortedValues()
}

private func dispatched(_ queue: DispatchQueue) {
  queue.async(.promise) { 1 }.done { _ in }
  queue.async(.promise) { try throwing(1) }.done(print).cauterize()
  queue.async(.promise, group: DispatchGroup(), qos: .utility, flags: .barrier) { 1 }.done { _ in }
}

private func configured() {
  conf.Q = (map: .global(), return: nil)
  conf.Q.map = nil
  conf.catchPolicy = .allErrors
  var last: LogEvent?
  conf.logHandler = { last = $0 }
  // Version 8's cases, all of them.
  switch last {
  case .waitOnMainThread, .pendingPromiseDeallocated, .pendingGuaranteeDeallocated, nil: break
  case .cauterized(let error): show(error)
  }
  // Every error of version 8 but the deprecated one.
  switch PMKError.badInput {
  case .invalidCallingConvention, .returnedSelf, .badInput, .cancelled, .compactMap, .emptySequence, .noWinner: break
  case .flatMap: break
  }
}
