// How every operator derives a promise from another: the core stores the program's handler directly, without a closure around it
// (see `StoredWork`). Owns the forms of handlers. Does not choose their executor, which `Link` does.

import PromiseCore
import PromiseTrace

extension StoredWork {
  /// A handler of values whose result fulfills the derived promise.
  @inlinable @inline(__always)
  static func mapping<T, U>(_ handler: __owned @escaping (T) throws -> U) -> StoredWork {
    StoredWork(keeping: UncheckedHandler(consume handler)) { node, parent, work in
      let handler = work.reveal(as: UncheckedHandler<T, U>.self)
      let value = unsafeDowncast(parent, to: Core<T>.self).fulfilledValue
      unsafeDowncast(node, to: Core<U>.self).settle { try handler.call(value) }
    }
  }

  /// A handler of values that returns the promise that the derived promise follows.
  @inlinable @inline(__always)
  static func following<T, U: Thenable>(_ handler: __owned @escaping (T) throws -> U) -> StoredWork {
    StoredWork(keeping: UncheckedHandler(consume handler)) { node, parent, work in
      let handler = work.reveal(as: UncheckedHandler<T, U>.self)
      let value = unsafeDowncast(parent, to: Core<T>.self).fulfilledValue
      unsafeDowncast(node, to: Core<U.T>.self).follow { try handler.call(value) }
    }
  }

  /// A handler of values that returns nothing; afterwards the value passes.
  @inlinable @inline(__always)
  static func passing<T>(_ handler: __owned @escaping (T) throws -> Void) -> StoredWork {
    StoredWork(keeping: UncheckedHandler(consume handler)) { node, parent, work in
      let handler = work.reveal(as: UncheckedHandler<T, Void>.self)
      let parent = unsafeDowncast(parent, to: Core<T>.self)
      unsafeDowncast(node, to: Core<T>.self).settle(like: parent) { try handler.call(parent.fulfilledValue) }
    }
  }

  /// A handler of either outcome without a parameter; afterwards the outcome passes.
  @inlinable @inline(__always)
  static func ensuring<T>(_ type: T.Type, _ handler: __owned @escaping () -> Void) -> StoredWork {
    StoredWork(keeping: UncheckedAction(consume handler)) { node, parent, work in
      let action = work.reveal(as: UncheckedAction.self)
      unsafeDowncast(node, to: Core<T>.self).settle(like: unsafeDowncast(parent, to: Core<T>.self), after: action.call)
    }
  }

  /// A handler of errors whose result fulfills the derived promise; values pass, and cancellations if the policy says so.
  @inlinable @inline(__always)
  static func recovering<T>(_ handler: __owned @escaping (any Error) throws -> T) -> StoredWork {
    StoredWork(keeping: UncheckedHandler(consume handler)) { node, parent, work in
      let node = unsafeDowncast(node, to: Core<T>.self)
      guard let error = parent.takeError(for: node) else {
        return node.passUnhandled(unsafeDowncast(parent, to: Core<T>.self))
      }
      let handler = work.reveal(as: UncheckedHandler<any Error, T>.self)
      node.settle { try handler.call(error) }
    }
  }

  /// A handler of errors that returns the promise that the derived promise follows; values pass, and cancellations if the policy says
  /// so.
  @inlinable @inline(__always)
  static func recovering<U: Thenable>(following handler: __owned @escaping (any Error) throws -> U) -> StoredWork {
    StoredWork(keeping: UncheckedHandler(consume handler)) { node, parent, work in
      let node = unsafeDowncast(node, to: Core<U.T>.self)
      guard let error = parent.takeError(for: node) else {
        return node.passUnhandled(unsafeDowncast(parent, to: Core<U.T>.self))
      }
      let handler = work.reveal(as: UncheckedHandler<any Error, U>.self)
      node.follow { try handler.call(error) }
    }
  }

  /// A handler of errors; afterwards, or without an error, the derived promise is fulfilled without a value.
  @inlinable @inline(__always)
  static func catching(_ handler: __owned @escaping (any Error) -> Void) -> StoredWork {
    StoredWork(keeping: UncheckedHandler(consume handler)) { node, parent, work in
      let node = unsafeDowncast(node, to: Core<Void>.self)
      guard parent.isRejected else { return node.pass(parent) }
      guard let error = parent.takeError(for: node) else { return node.settle {} }
      let handler = work.reveal(as: UncheckedHandler<any Error, Void>.self)
      node.settle { try handler.call(error) }
    }
  }
}

extension PromiseNode {
  /// The error that a derived node's handler handles, marked as handled; nil if there is none.
  ///
  /// If cancellations bypass the handler, so do those that only this facade recognizes (``Swift/Error/isCancelled``).
  @usableFromInline
  final func takeError(for node: PromiseNode) -> (any Error)? {
    guard isRejected else { return nil }
    let error = rejection.error
    if node.cancellationsBypass, error.isCancelled { return nil }
    rejection.markHandled(at: self, by: node)
    return error
  }
}

extension Core {
  /// Fulfills with the value that a handler returns or rejects with the error that it throws; logs that the handler finished.
  @inlinable @inline(__always)
  func settle(_ body: () throws -> Value) {
    do {
      bodyReturned(try body())
    } catch {
      fail(error)
    }
  }

  /// Follows the promise that a handler returns or rejects with the error that it throws.
  @inlinable @inline(__always)
  func follow<U: Thenable>(_ body: () throws -> U) where U.T == Value {
    do {
      let source = try body().core
      finished(.promise)
      if source === self { rejectItself() } else { adopt(source) }
    } catch {
      fail(error)
    }
  }

  /// Rejects because the handler returned the promise that it belongs to: nothing was thrown.
  @usableFromInline
  func rejectItself() {
    guard claim(for: .adopted) else { return ignored(.resolve, .adopted) }
    noteSelfResolution()
    rejectClaimed(Rejection(PMKError.returnedSelf), cause: .resolver, via: nil)
  }

  /// Runs a handler that returns nothing, then passes on the outcome of `parent` unless the handler throws.
  @inlinable @inline(__always)
  func settle(like parent: Core<Value>, after body: () throws -> Void) {
    do {
      try body()
      bodyReturned(passing: parent)
    } catch {
      fail(error)
    }
  }

  /// Passes on an outcome that the handler does not handle: a value never reached its executor, an error did.
  @usableFromInline
  func passUnhandled(_ parent: Core<Value>) {
    guard parent.isRejected else { return settle(like: parent) }
    finished(.void)
    settle(like: parent, cause: .returned)
  }

  /// Rejects with an error that a handler threw.
  @usableFromInline
  func fail(_ error: any Error) {
    finished(.threw)
    reject(error, cause: .threw)
  }

  /// The result of a promise that has settled.
  func settled() -> Result<Value> { isFulfilled ? .fulfilled(fulfilledValue) : .rejected(rejection.error) }
}

extension Core where Value == Void {
  /// Fulfills because a parent of any type was fulfilled.
  @usableFromInline
  func pass(_ parent: PromiseNode) { fulfill((), cause: .passthrough, via: parent) }
}
