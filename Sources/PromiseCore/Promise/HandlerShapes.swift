// The shapes of handlers, each stored without a wrapping closure; see StoredWork.swift.
//
// A stored function has the calling convention of the field's type, so a handler of errors is not a `ValueHandler` of errors: storing
// it as one would wrap it in a thunk.

/// A handler of values that returns a value.
///
/// The type of a stored function determines its calling convention, so each shape of handler has a struct of its own.
@usableFromInline
package struct ValueHandler<Value, Result>: Sendable {
  @usableFromInline package let call: @Sendable (Value) throws -> Result

  @inlinable @inline(__always)
  package init(_ call: __owned @escaping @Sendable (Value) throws -> Result) { self.call = call }
}

/// A handler of values that returns a promise.
@usableFromInline
package struct PromiseHandler<Value, Result>: Sendable {
  @usableFromInline package let call: @Sendable (Value) throws -> Promise<Result>

  @inlinable @inline(__always)
  package init(_ call: __owned @escaping @Sendable (Value) throws -> Promise<Result>) { self.call = call }
}

/// A handler of values that returns nothing.
@usableFromInline
package struct VoidHandler<Value>: Sendable {
  @usableFromInline package let call: @Sendable (Value) throws -> Void

  @inlinable @inline(__always)
  package init(_ call: __owned @escaping @Sendable (Value) throws -> Void) { self.call = call }
}

/// A handler of errors that returns a value.
@usableFromInline
package struct ErrorValueHandler<Result>: Sendable {
  @usableFromInline package let call: @Sendable (any Error) throws -> Result

  @inlinable @inline(__always)
  package init(_ call: __owned @escaping @Sendable (any Error) throws -> Result) { self.call = call }
}

/// A handler of errors that returns a promise.
@usableFromInline
package struct ErrorPromiseHandler<Result>: Sendable {
  @usableFromInline package let call: @Sendable (any Error) throws -> Promise<Result>

  @inlinable @inline(__always)
  package init(_ call: __owned @escaping @Sendable (any Error) throws -> Promise<Result>) { self.call = call }
}

/// A handler of errors that returns nothing.
@usableFromInline
package struct ErrorHandler: Sendable {
  @usableFromInline package let call: @Sendable (any Error) -> Void

  @inlinable @inline(__always)
  package init(_ call: __owned @escaping @Sendable (any Error) -> Void) { self.call = call }
}

/// A handler of either outcome that takes no argument.
@usableFromInline
package struct EitherHandler: Sendable {
  @usableFromInline package let call: @Sendable () -> Void

  @inlinable @inline(__always)
  package init(_ call: __owned @escaping @Sendable () -> Void) { self.call = call }
}

/// A handler of values that returns a Boolean.
@usableFromInline
package struct TestHandler<Value>: Sendable {
  @usableFromInline package let call: @Sendable (Value) throws -> Bool

  @inlinable @inline(__always)
  package init(_ call: __owned @escaping @Sendable (Value) throws -> Bool) { self.call = call }
}
