// What the tests of Promises/A+ need of a promise, and the vocabularies that have it. Each vocabulary's adapter is a file of its own.

import BoltsFacade
import Dispatch
import PromiseCore
import TestSupport

typealias Handler<Input, Output> = @Sendable (Input) throws -> Output

/// A promise of a text in one vocabulary.
protocol Subject: Sendable {
  var state: State { get }

  /// Adds onFulfilled, which returns a value.
  @discardableResult func then(_ handler: @escaping Handler<String, String>) -> any Subject

  /// Adds onFulfilled, which returns a promise.
  @discardableResult func thenFollow(_ handler: @escaping Handler<String, any Subject>) -> any Subject

  /// Adds onRejected, which returns a value.
  @discardableResult func rescue(_ handler: @escaping Handler<any Error, String>) -> any Subject

  /// Adds onRejected, which returns a promise.
  @discardableResult func rescueFollow(_ handler: @escaping Handler<any Error, any Subject>) -> any Subject
}

extension Subject {
  /// A subject of the same vocabulary as this one.
  func own(_ subject: any Subject) -> Self {
    guard let subject = subject as? Self else { preconditionFailure("promises of two vocabularies are mixed") }
    return subject
  }
}

enum State: Equatable {
  case pending
  case fulfilled(String)
  case rejected(String)

  init(_ error: any Error) { self = .rejected("\(error)") }
}

/// A pending promise, and what settles it; later attempts are ignored.
struct Deferred: Sendable {
  let promise: any Subject
  let fulfill: @Sendable (String) -> Void
  let reject: @Sendable (any Error) -> Void
}

/// A vocabulary and the executor of its handlers.
enum Vocabulary: CaseIterable {
  case google, promiseKit, boltsDefault, boltsImmediate, boltsMain, boltsQueue

  /// The vocabularies whose handlers here run on queues, so that they wait for a clean stack.
  static let onQueues: [Vocabulary] = [.google, .promiseKit, .boltsQueue]

  func pending() -> Deferred {
    switch self {
    case .google: GoogleSubject.pending()
    case .promiseKit: PromiseKitSubject.pending()
    case .boltsDefault: BoltsSubject.pending(.default)
    case .boltsImmediate: BoltsSubject.pending(.immediate)
    case .boltsMain: BoltsSubject.pending(.mainThread)
    case .boltsQueue: BoltsSubject.pending(.queue(.global()))
    }
  }

  /// Calls `test` with a promise that is fulfilled at a moment, then runs everything.
  func fulfill(
    at moment: Moment, with value: String = "v", in executor: ManualExecutor, _ test: (any Subject) -> Void
  ) {
    settle(at: moment, in: executor, test) { $0.fulfill(value) }
  }

  /// Calls `test` with a promise that is rejected at a moment, then runs everything.
  func reject(at moment: Moment, with error: Oops = .one, in executor: ManualExecutor, _ test: (any Subject) -> Void) {
    settle(at: moment, in: executor, test) { $0.reject(error) }
  }

  private func settle(
    at moment: Moment, in executor: ManualExecutor, _ test: (any Subject) -> Void, _ settle: (Deferred) -> Void
  ) {
    let deferred = pending()
    if moment == .already { settle(deferred) }
    test(deferred.promise)
    if moment == .later { executor.runReady() }
    if moment != .already { settle(deferred) }
    executor.run()
  }
}

/// When a promise settles, relative to the `then` that waits for it.
enum Moment: CaseIterable {
  case already
  /// Right after `then` returned, before any handler on a queue could run.
  case immediately
  /// Once no other work is left.
  case later
}
