// The names that later versions of PromiseKit 7 gave to parts of cancellable chains. Owns no behavior.

import Dispatch
import PromiseCore
import PromiseTrace

/// Work that can be stopped.
public typealias Cancellable = CancellableTask

extension CancellableThenable {
  /// Registers a task that a cancellation of the chain stops, and a closure that it then calls with the error.
  public func appendCancellable(_ cancellable: (any Cancellable)?, reject: ((any Error) -> Void)?) {
    appendCancellableTask(cancellable, reject: reject)
  }
}

extension CancellablePromise {
  /// Creates a promise that `body` settles through a ``Resolver``; `body` runs immediately, and canceling stops
  /// `cancellable`.
  ///
  /// - Parameters:
  ///   - cancellable: The work that a cancellation of the chain stops.
  ///   - body: Receives the resolver. An error that it throws rejects the promise.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  public convenience init(
    cancellable: (any Cancellable)?, resolver body: (Resolver<T>) throws -> Void, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function
  ) {
    self.init(task: cancellable, resolver: body, file: file, line: line, function: function)
  }

  /// Makes a promise and its resolver the source of a cancellable chain; canceling stops `cancellable`.
  public convenience init(cancellable: (any Cancellable)?, promise: Promise<T>, resolver: Resolver<T>) {
    self.init(task: cancellable, promise: promise, resolver: resolver)
  }

  /// Creates a rejected promise.
  ///
  /// - Parameters:
  ///   - cancellable: The work that a cancellation of the chain stops.
  ///   - error: The error to reject with.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  public convenience init(
    cancellable: (any Cancellable)?, error: any Error, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    self.init(task: cancellable, error: error, file: file, line: line, function: function)
  }

  /// Calls a closure with the result: immediately if it is available, otherwise within the call that settles.
  public func pipe(to: @escaping (Result<T>) -> Void) { promise.pipe(to: to) }
}

extension CancellablePromise where T == Void {
  /// Creates a fulfilled promise without a value.
  public convenience init(cancellable: any Cancellable) { self.init(task: cancellable) }
}
