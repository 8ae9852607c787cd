// Handlers as a node stores them: without a wrapping closure, and without counting references.
//
// A reaction that captured the handler would cost one more allocation for each `then`. So the node stores the handler itself, as two
// words, and the address of the code that calls it. This file contains the conversions between the two forms.
//
// They rely on this: a Swift function value is two words, code and context, and the context is null if nothing is captured, and one
// counted reference otherwise, whatever the type of the function. Only the code that was stored with the handler calls it, after
// converting it back. The conversions apply to structs, never to functions, because a function that is passed as a generic value is
// wrapped in a thunk.
//
// A copy of a handler counts a reference, atomically. So handlers are moved: on their way into the node by `consume`, from then on as
// values that cannot be copied.

import Synchronization

/// Code that calls a handler and settles `node`.
///
/// It should capture nothing; if it does, the handler and the code are stored in one closure.
@usableFromInline
package typealias HandlerCode =
  @Sendable (
    _ node: PromiseNode, _ parent: PromiseNode, _ handler: consuming StoredHandler
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

/// The only reference to a handler whose type the code that was stored with it knows.
@frozen @usableFromInline
package struct StoredHandler: ~Copyable, Sendable {
  @usableFromInline var words: (code: UInt, context: UInt)

  @inlinable @inline(__always)
  init() { words = (0, 0) }

  /// Stores a handler.
  ///
  /// - Parameter handler: One of the structs above.
  @inlinable @inline(__always)
  init<Handler: Sendable>(_ handler: __owned Handler) {
    let memory = _Cell<(code: UInt, context: UInt)>((0, 0))
    UnsafeMutableRawPointer(memory._address).initializeMemory(as: Handler.self, to: handler)
    words = memory._address.pointee
  }

  @inlinable @inline(__always)
  package consuming func reveal<Handler>(as type: Handler.Type) -> Handler {
    let memory = _Cell(words)
    discard self
    return UnsafeMutableRawPointer(memory._address).assumingMemoryBound(to: Handler.self).move()
  }

  @inlinable
  deinit {
    guard words.context != 0 else { return }
    // Freed as a function, whatever its type: on Apple's systems, a context is not an object that `Unmanaged` could release.
    let memory = _Cell(words)
    UnsafeMutableRawPointer(memory._address).assumingMemoryBound(to: StoredWork.Code.self).deinitialize(count: 1)
  }
}

/// A handler with the code that calls it, as a node stores them.
@frozen @usableFromInline
package struct StoredWork: ~Copyable, Sendable {
  @usableFromInline struct Code: Sendable {
    @usableFromInline let call: HandlerCode

    @inlinable @inline(__always)
    init(_ call: @escaping HandlerCode) { self.call = call }
  }

  @usableFromInline struct ReactionHandler: Sendable {
    @usableFromInline let call: PromiseNode.Reaction

    @inlinable @inline(__always)
    init(_ call: __owned @escaping PromiseNode.Reaction) { self.call = call }
  }

  @usableFromInline let handler: StoredHandler
  /// The address of the code that calls the handler; 0 if there is nothing to do.
  @usableFromInline let code: UInt

  @inlinable @inline(__always)
  init() { self.init(StoredHandler(), code: 0) }

  @inlinable @inline(__always)
  init(_ handler: consuming StoredHandler, code: UInt) {
    self.handler = handler
    self.code = code
  }

  @inlinable @inline(__always)
  package init(_ reaction: __owned @escaping PromiseNode.Reaction) {
    self.init(
      StoredHandler(ReactionHandler(consume reaction)),
      code: StoredWork.words(of: { node, parent, handler in
        handler.reveal(as: ReactionHandler.self).call(node, parent)
      }).address)
  }

  /// Stores a handler and the code that calls it.
  ///
  /// - Parameters:
  ///   - handler: One of the structs above.
  ///   - code: The code that calls the handler, after ``StoredHandler/reveal(as:)``.
  @inlinable @inline(__always)
  package init<Handler: Sendable>(_ handler: __owned Handler, code: @escaping HandlerCode) {
    let (address, context) = StoredWork.words(of: code)
    if context == 0 {
      self.init(StoredHandler(handler), code: address)
    } else {
      // Unspecialized generic code captures its type metadata.
      self.init { node, parent in code(node, parent, StoredHandler(handler)) }
    }
  }

  @inlinable @inline(__always)
  static func words(of code: @escaping HandlerCode) -> (address: UInt, context: UInt) {
    unsafeBitCast(Code(code), to: (address: UInt, context: UInt).self)
  }

  @inlinable var isEmpty: Bool { code == 0 }

  /// Calls the handler, which settles `node`; requires that there is one.
  @inline(__always)
  consuming func call(_ node: PromiseNode, _ parent: PromiseNode) {
    unsafeBitCast((code, UInt(0)), to: Code.self).call(node, parent, handler)
  }
}
