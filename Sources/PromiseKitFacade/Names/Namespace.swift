// PromiseKit: the module's name as a type, for programs that write `PromiseKit.Result` or `PromiseKit.after(seconds:)`, so that only
// their import must change. A module of this name would do without these declarations, but no client could have it beside PromiseKit itself, or
// beside a target of its own with this name, because the names of targets are unique in a package graph.

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
  public static func firstly<U: Thenable>(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function, execute body: () throws -> U
  ) -> Promise<U.T> {
    PromiseKitFacade.firstly(file: file, line: line, function: function, execute: body)
  }

  /// Starts a chain with a guarantee.
  public static func firstly<T>(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    execute body: () -> Guarantee<T>
  ) -> Guarantee<T> {
    PromiseKitFacade.firstly(file: file, line: line, function: function, execute: body)
  }

  /// Starts a chain with a promise that is created on a queue.
  public static func firstly<U: Thenable>(
    on: DispatchQueue, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, execute body: @escaping () throws -> U
  ) -> Promise<U.T> {
    PromiseKitFacade.firstly(on: on, flags: flags, file: file, line: line, function: function, execute: body)
  }

  /// Starts a chain with a guarantee that is created on a queue.
  public static func firstly<T>(
    on: DispatchQueue, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, execute body: @escaping () -> Guarantee<T>
  ) -> Guarantee<T> {
    PromiseKitFacade.firstly(on: on, flags: flags, file: file, line: line, function: function, execute: body)
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
  public static func when<U: Thenable>(
    fulfilled thenables: [U], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<[U.T]> {
    PromiseKitFacade.when(fulfilled: thenables, file: file, line: line, function: function)
  }

  /// Waits for all inputs, which have no values, to be fulfilled.
  public static func when<U: Thenable>(
    fulfilled promises: [U], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<Void> where U.T == Void {
    PromiseKitFacade.when(fulfilled: promises, file: file, line: line, function: function)
  }

  /// Waits for all inputs, which have no values, to be fulfilled.
  public static func when<U: Thenable>(
    fulfilled promises: U..., file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<Void> where U.T == Void {
    PromiseKitFacade.when(fulfilled: promises, file: file, line: line, function: function)
  }

  /// Waits for promises and guarantees of any types to be fulfilled.
  @_disfavoredOverload
  public static func when(
    fulfilled thenables: [any Thenable], file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<[Any]> {
    PromiseKitFacade.when(fulfilled: thenables, file: file, line: line, function: function)
  }

  /// Waits for inputs of different types.
  @_disfavoredOverload
  public static func when<First: Thenable, Second: Thenable, each Rest: Thenable>(
    fulfilled first: First, _ second: Second, _ rest: repeat each Rest, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function
  ) -> Promise<(First.T, Second.T, repeat (each Rest).T)> {
    PromiseKitFacade.when(fulfilled: first, second, repeat each rest, file: file, line: line, function: function)
  }

  /// Creates promises, a limited number at a time, and waits for all of them to be fulfilled.
  public static func when<It: IteratorProtocol>(
    fulfilled promiseIterator: It, concurrently: Int, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<[It.Element.T]> where It.Element: Thenable {
    PromiseKitFacade.when(
      fulfilled: promiseIterator, concurrently: concurrently, file: file, line: line, function: function)
  }

  /// Waits until all inputs have settled.
  public static func when<T>(
    resolved promises: Promise<T>..., file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Guarantee<[Result<T>]> {
    PromiseKitFacade.when(resolved: promises, file: file, line: line, function: function)
  }

  /// Waits until all inputs have settled.
  public static func when<T>(
    resolved promises: [Promise<T>], file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Guarantee<[Result<T>]> {
    PromiseKitFacade.when(resolved: promises, file: file, line: line, function: function)
  }

  /// Creates promises, a limited number at a time, and waits until all have settled.
  public static func when<It: IteratorProtocol>(
    resolved promiseIterator: It, concurrently: Int, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Guarantee<[Result<It.Element.T>]> where It.Element: Thenable {
    PromiseKitFacade.when(
      resolved: promiseIterator, concurrently: concurrently, file: file, line: line, function: function)
  }

  /// Waits for all guarantees.
  public static func when<T>(
    _ guarantees: Guarantee<T>..., file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Guarantee<[T]> {
    PromiseKitFacade.when(guarantees: guarantees, file: file, line: line, function: function)
  }

  /// Waits for all guarantees, which have no values.
  public static func when(
    _ guarantees: Guarantee<Void>..., file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Guarantee<Void> {
    PromiseKitFacade.when(guarantees: guarantees, file: file, line: line, function: function)
  }

  /// Waits for all guarantees.
  public static func when<T>(
    guarantees: [Guarantee<T>], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Guarantee<[T]> {
    PromiseKitFacade.when(guarantees: guarantees, file: file, line: line, function: function)
  }

  /// Waits for all guarantees, which have no values.
  public static func when(
    guarantees: [Guarantee<Void>], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Guarantee<Void> {
    PromiseKitFacade.when(guarantees: guarantees, file: file, line: line, function: function)
  }

  /// Waits for guarantees of different types.
  public static func when<First, Second, each Rest>(
    guarantees first: Guarantee<First>, _ second: Guarantee<Second>, _ rest: repeat Guarantee<each Rest>,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Guarantee<(First, Second, repeat each Rest)> {
    PromiseKitFacade.when(guarantees: first, second, repeat each rest, file: file, line: line, function: function)
  }

  /// Settles like the first input to settle.
  public static func race<U: Thenable>(
    _ thenables: U..., file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<U.T> {
    PromiseKitFacade.race(thenables, file: file, line: line, function: function)
  }

  /// Settles like the first input to settle.
  public static func race<U: Thenable>(
    _ thenables: [U], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<U.T> {
    PromiseKitFacade.race(thenables, file: file, line: line, function: function)
  }

  /// Fulfills with the value of the first guarantee to be fulfilled.
  public static func race<T>(
    _ guarantees: Guarantee<T>..., file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Guarantee<T> {
    Guarantee(racing(guarantees, SourceSite(file, line, function)))
  }

  /// Waits for the first input to be fulfilled.
  public static func race<U: Thenable>(
    fulfilled thenables: [U], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<U.T> {
    PromiseKitFacade.race(fulfilled: thenables, file: file, line: line, function: function)
  }
}
