// Handlers as a node stores them: without a wrapping closure.
//
// A reaction that captured the handler would cost one more allocation for each `then`. So the node stores the handler itself, cast to
// `Reaction`, and the address of the code that calls it. This file contains the casts between the two forms.
//
// The casts rely on this: a Swift function value is two words, code and context, and the context is null if nothing is captured, and
// one counted reference otherwise, whatever the type of the function. So a node may store, move and release any handler as a
// `Reaction`. Only the code that was stored with the handler calls it, after casting it back. The casts apply to structs, never to
// functions, because a function that is passed as a generic value is wrapped in a thunk.

/// Code that casts `work` back to a handler, calls the handler, and settles `node`.
///
/// It should capture nothing; if it does, the handler and the code are stored in one closure.
@usableFromInline
package typealias HandlerCode =
  @Sendable (
    _ node: PromiseNode, _ parent: PromiseNode, _ work: @escaping PromiseNode.Reaction
  ) -> Void

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

  /// The handler cast to a reaction, which must not be called as one; if `code` is 0, a real reaction.
  @usableFromInline let work: PromiseNode.Reaction
  /// The address of the code that calls the handler; 0 if `work` is a real reaction.
  @usableFromInline let code: UInt

  /// Stores a reaction unchanged.
  @inlinable @inline(__always)
  package init(_ reaction: __owned @escaping PromiseNode.Reaction) {
    work = reaction
    code = 0
  }

  /// Stores a handler and the code that calls it.
  ///
  /// - Parameters:
  ///   - handler: One of the structs above.
  ///   - code: The code that calls the handler, after ``reveal(_:as:)``.
  @inlinable @inline(__always)
  package init<Handler: Sendable>(_ handler: __owned Handler, code: @escaping HandlerCode) {
    let disguised = unsafeBitCast(handler, to: Whole.self).reaction
    let (address, context) = unsafeBitCast(Code(code), to: (UInt, UInt).self)
    if context == 0 {
      work = disguised
      self.code = address
    } else {
      // Unspecialized generic code captures its type metadata.
      work = { node, parent in code(node, parent, disguised) }
      self.code = 0
    }
  }

  /// Casts a stored reaction back to its handler.
  @inlinable @inline(__always)
  package static func reveal<Handler>(_ work: @escaping PromiseNode.Reaction, as type: Handler.Type) -> Handler {
    unsafeBitCast(Whole(work), to: Handler.self)
  }

  /// Calls the work that a node has stored.
  @inline(__always)
  static func call(_ work: @escaping PromiseNode.Reaction, _ code: UInt, _ node: PromiseNode, _ parent: PromiseNode) {
    if code == 0 { return work(node, parent) }
    unsafeBitCast((code, UInt(0)), to: Code.self).call(node, parent, work)
  }
}
