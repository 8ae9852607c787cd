// A handler of the user's, as a node keeps it: without a closure around it.
//
// A reaction that captured the handler would be one more allocation for each `then`. So the node keeps the handler itself, and beside it
// the address of the code that calls it. Owns the casts between the two forms; proof of their safety below.
//
// What is relied on: a Swift function value is two words, code and context; the context is null where nothing is captured, and else one
// counted reference, whatever the function's type. So a node may hold, move and release any handler as a `Reaction`, and only the code
// that was stored with it calls it, after casting it back. The casts are of structs, never of functions: a function that is passed as a
// generic value gets a thunk around it.

/// Calls a handler that was stored as `work`: reveals it, and settles `node`.
///
/// Must capture nothing; if it does, everything is kept in one closure.
@usableFromInline
package typealias HandlerCode =
  @Sendable (
    _ node: PromiseNode, _ parent: PromiseNode, _ work: @escaping PromiseNode.Reaction
  ) -> Void

/// A handler of values that returns a value.
///
/// The stored function's type decides how it is called, so each shape of handler has a struct of its own.
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

/// A handler as a node stores it.
@usableFromInline
package struct StoredWork: Sendable {
  @usableFromInline struct Whole: Sendable {
    @usableFromInline let reaction: PromiseNode.Reaction

    @inlinable @inline(__always)
    init(_ reaction: __owned @escaping PromiseNode.Reaction) { self.reaction = reaction }
  }

  @usableFromInline struct Code: Sendable {
    @usableFromInline let call: HandlerCode

    @inlinable @inline(__always)
    init(_ call: @escaping HandlerCode) { self.call = call }
  }

  /// The handler in disguise, or where `code` is 0 a reaction that can be called.
  @usableFromInline let work: PromiseNode.Reaction
  /// The address of the code that calls the handler.
  @usableFromInline let code: UInt

  /// A reaction as it is.
  @inlinable @inline(__always)
  package init(_ reaction: __owned @escaping PromiseNode.Reaction) {
    work = reaction
    code = 0
  }

  /// A handler, and the code that calls it.
  ///
  /// - Parameters:
  ///   - handler: One of the structs above.
  ///   - code: Gets the handler in disguise; see ``reveal(_:as:)``.
  @inlinable @inline(__always)
  package init<Handler: Sendable>(_ handler: __owned Handler, code: @escaping HandlerCode) {
    let disguised = unsafeBitCast(handler, to: Whole.self).reaction
    let (address, context) = unsafeBitCast(Code(code), to: (UInt, UInt).self)
    if context == 0 {
      work = disguised
      self.code = address
    } else {
      // Code that was not specialised carries its types with it.
      work = { node, parent in code(node, parent, disguised) }
      self.code = 0
    }
  }

  /// The handler behind its disguise.
  @inlinable @inline(__always)
  package static func reveal<Handler>(_ work: @escaping PromiseNode.Reaction, as type: Handler.Type) -> Handler {
    unsafeBitCast(Whole(work), to: Handler.self)
  }

  /// Calls what a node has stored.
  @inline(__always)
  static func call(_ work: @escaping PromiseNode.Reaction, _ code: UInt, _ node: PromiseNode, _ parent: PromiseNode) {
    if code == 0 { return work(node, parent) }
    unsafeBitCast((code, UInt(0)), to: Code.self).call(node, parent, work)
  }
}
