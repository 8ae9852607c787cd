// PromiseKit: the module's name as a type, for programs that write `PromiseKit.Result` or `PromiseKit.after(seconds:)`, so that only
// their import must change. Owns no behavior.

import Dispatch
import PromiseCore
import PromiseTrace

/// The names of PromiseKit, for programs that qualify them with the module's name.
public enum PromiseKit {
  /// See ``PromiseKitFacade/Promise``.
  public typealias Promise<T> = PromiseKitFacade.Promise<T>
  /// See ``PromiseKitFacade/Guarantee``.
  public typealias Guarantee<T> = PromiseKitFacade.Guarantee<T>
  /// See ``PromiseKitFacade/Resolver``.
  public typealias Resolver<T> = PromiseKitFacade.Resolver<T>
  /// See ``PromiseKitFacade/Result``.
  public typealias Result<T> = PromiseKitFacade.Result<T>
  /// See ``PromiseKitFacade/Thenable``.
  public typealias Thenable = PromiseKitFacade.Thenable
  /// See ``PromiseKitFacade/CatchMixin``.
  public typealias CatchMixin = PromiseKitFacade.CatchMixin
  /// See ``PromiseKitFacade/PMKFinalizer``.
  public typealias PMKFinalizer = PromiseKitFacade.PMKFinalizer
  /// See ``PromiseKitFacade/PMKError``.
  public typealias PMKError = PromiseKitFacade.PMKError
  /// An error that may mean a cancellation.
  public typealias CancellableError = PromiseCore.CancellableError
  /// See ``PromiseKitFacade/CatchPolicy``.
  public typealias CatchPolicy = PromiseKitFacade.CatchPolicy
  /// See ``PromiseKitFacade/LogEvent``.
  public typealias LogEvent = PromiseKitFacade.LogEvent
  /// See ``PromiseKitFacade/PMKConfiguration``.
  public typealias PMKConfiguration = PromiseKitFacade.PMKConfiguration

  /// The current settings.
  public static var conf: PMKConfiguration {
    get { PromiseKitFacade.conf }
    set { PromiseKitFacade.conf = newValue }
  }

  /// Starts a chain with a promise.
  ///
  /// - Parameters:
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Returns the promise to follow.
  /// - Returns: A new promise with the outcome of the promise that `body` returns.
  public static func firstly<U: Thenable>(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function, execute body: () throws -> U
  ) -> Promise<U.T> {
    PromiseKitFacade.firstly(file: file, line: line, function: function, execute: body)
  }

  /// Starts a chain with a guarantee.
  ///
  /// - Parameters:
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Returns the guarantee to follow.
  /// - Returns: A guarantee with the outcome of the guarantee that `body` returns.
  public static func firstly<T>(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    execute body: () -> Guarantee<T>
  ) -> Guarantee<T> {
    PromiseKitFacade.firstly(file: file, line: line, function: function, execute: body)
  }

  /// Creates a guarantee that is fulfilled after a number of seconds.
  public static func after(
    seconds: Double, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Guarantee<Void> {
    PromiseKitFacade.after(seconds: seconds, file: file, line: line, function: function)
  }

  /// Creates a guarantee that is fulfilled after an interval.
  public static func after(
    _ interval: DispatchTimeInterval, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Guarantee<Void> {
    PromiseKitFacade.after(interval, file: file, line: line, function: function)
  }

  /// Runs the main run loop until a promise has settled.
  public static func hang<T>(_ promise: Promise<T>) throws -> T { try PromiseKitFacade.hang(promise) }

  /// Waits for all inputs to be fulfilled.
  ///
  /// - Parameters:
  ///   - thenables: The inputs, of any count.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A new promise of the values in the order of the inputs.
  public static func when<U: Thenable>(
    fulfilled thenables: [U], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<[U.T]> {
    PromiseKitFacade.when(fulfilled: thenables, file: file, line: line, function: function)
  }

  /// Waits for all inputs, which have no values, to be fulfilled.
  ///
  /// - Parameters:
  ///   - promises: The inputs, of any count.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A new promise without a value, fulfilled once all inputs are.
  public static func when<U: Thenable>(
    fulfilled promises: U..., file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<Void> where U.T == Void {
    PromiseKitFacade.when(fulfilled: promises, file: file, line: line, function: function)
  }

  /// Waits for two inputs of different types.
  ///
  /// - Parameters:
  ///   - pu: The first input.
  ///   - pv: The second input.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A new promise of the values in the order of the inputs.
  public static func when<U: Thenable, V: Thenable>(
    fulfilled pu: U, _ pv: V, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<(U.T, V.T)> {
    PromiseKitFacade.when(fulfilled: pu, pv, file: file, line: line, function: function)
  }

  /// Waits for three inputs of different types.
  ///
  /// - Parameters:
  ///   - pu: The first input.
  ///   - pv: The second input.
  ///   - pw: The third input.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A new promise of the values in the order of the inputs.
  public static func when<U: Thenable, V: Thenable, W: Thenable>(
    fulfilled pu: U, _ pv: V, _ pw: W, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<(U.T, V.T, W.T)> {
    PromiseKitFacade.when(fulfilled: pu, pv, pw, file: file, line: line, function: function)
  }

  /// Waits until all inputs have settled.
  ///
  /// - Parameters:
  ///   - promises: The inputs, of any count.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A guarantee of the results in the order of the inputs.
  public static func when<T>(
    resolved promises: [Promise<T>], file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Guarantee<[Result<T>]> {
    PromiseKitFacade.when(resolved: promises, file: file, line: line, function: function)
  }

  /// Settles like the first input to settle.
  ///
  /// - Parameters:
  ///   - thenables: The inputs, of any count.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A new promise with the outcome of the input that decides.
  public static func race<U: Thenable>(
    _ thenables: U..., file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<U.T> {
    PromiseKitFacade.race(thenables, file: file, line: line, function: function)
  }

  /// Settles like the first input to settle.
  ///
  /// - Parameters:
  ///   - thenables: The inputs, of any count.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A new promise with the outcome of the input that decides.
  public static func race<U: Thenable>(
    _ thenables: [U], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<U.T> {
    PromiseKitFacade.race(thenables, file: file, line: line, function: function)
  }
}
