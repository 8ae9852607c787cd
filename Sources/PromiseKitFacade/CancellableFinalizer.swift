// The finalizers of cancellable chains: the finalizers of `Promise` with the context that cancels the chain.

import Dispatch
import PromiseCore
import PromiseTrace

/// The end of a cancellable chain.
public class CancelContextFinalizer: @unchecked Sendable {
  /// The context of the chain.
  public let cancelContext: CancelContext

  init(_ context: CancelContext) { cancelContext = context }

  /// Cancels the whole chain.
  ///
  /// - Parameter error: The error to reject with.
  public func cancel(with error: any Error = PMKError.cancelled) { cancelContext.cancel(with: error) }

  /// Whether the chain was canceled and none of its work is still running.
  public var isCancelled: Bool { cancelContext.isCancelled }

  /// Whether the chain was canceled and has not recovered since.
  public var cancelAttempted: Bool { cancelContext.cancelAttempted }

  /// The error that the chain was canceled with; nil if it was not canceled or has recovered.
  public var cancelledError: (any Error)? { cancelContext.cancelledError }
}

/// The end of a cancellable chain whose errors have been caught.
public final class CancellableFinalizer: CancelContextFinalizer, @unchecked Sendable {
  let finalizer: PMKFinalizer

  init(_ finalizer: PMKFinalizer, _ context: CancelContext) {
    self.finalizer = finalizer
    super.init(context)
  }

  /// Calls `body` when the chain ends, fulfilled or rejected, and returns the context that cancels the chain.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Called when the chain has settled.
  /// - Returns: The context, which can cancel the chain.
  @discardableResult
  public func finally(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> CancelContext {
    finalizer.finally(on: on, flags: flags, file: file, line: line, function: function, body)
    return cancelContext
  }
}

/// The end of a cancellable chain some of whose errors have been caught.
public final class CancellableCascadingFinalizer: CancelContextFinalizer, @unchecked Sendable {
  let finalizer: PMKCascadingFinalizer

  init(_ finalizer: PMKCascadingFinalizer, _ context: CancelContext) {
    self.finalizer = finalizer
    super.init(context)
  }

  /// Passes the remaining errors to `body`.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: The finalizer of the chain, for `finally`.
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) -> Void
  ) -> CancellableFinalizer {
    CancellableFinalizer(
      finalizer.catch(on: on, flags: flags, policy: policy, file: file, line: line, function: function, body),
      cancelContext)
  }

  /// Passes one specific error of the remaining ones to `body`.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  public func `catch`<E: Error>(
    only: E, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> CancellableCascadingFinalizer where E: Equatable {
    CancellableCascadingFinalizer(
      finalizer.catch(only: only, on: on, flags: flags, file: file, line: line, function: function, body), cancelContext
    )
  }

  /// Passes the remaining errors of one type to `body`.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  public func `catch`<E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> CancellableCascadingFinalizer {
    CancellableCascadingFinalizer(
      finalizer.catch(
        only: only, on: on, flags: flags, policy: policy, file: file, line: line, function: function, body),
      cancelContext)
  }

  /// Ends the chain; the remaining errors go to ``PMKConfiguration/logHandler``.
  ///
  /// - Parameters:
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: The finalizer of the chain, for `finally`.
  @discardableResult
  public func cauterize(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> CancellableFinalizer {
    CancellableFinalizer(finalizer.cauterize(file: file, line: line, function: function), cancelContext)
  }
}
