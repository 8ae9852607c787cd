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

/// The only reference to a handler whose type the code that was stored with it knows.
@frozen @usableFromInline
package struct StoredHandler: ~Copyable, Sendable {
  /// A function of any type, which is freed in the same way.
  @usableFromInline struct AnyFunction {
    @usableFromInline let call: () -> Void
  }

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
    UnsafeMutableRawPointer(memory._address).assumingMemoryBound(to: AnyFunction.self).deinitialize(count: 1)
  }
}

/// A handler with the code that calls it, as a node stores them.
@frozen @usableFromInline
package struct StoredWork: ~Copyable, Sendable {
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

  @inlinable var isEmpty: Bool { code == 0 }
}
