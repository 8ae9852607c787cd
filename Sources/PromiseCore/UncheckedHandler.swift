// Handlers of vocabularies that are older than `Sendable`: PromiseKit's and Bolts'. Owns the claim that they may cross to the thread that
// runs them, which the program answers for, as it did there. They go to a node as they are, without a closure around them; see `StoredWork`.

/// A handler that need not be `Sendable`: it runs once, on one thread.
@usableFromInline
package struct UncheckedHandler<Input, Output>: @unchecked Sendable {
  @usableFromInline package let call: (Input) throws -> Output

  @inlinable @inline(__always)
  package init(_ call: @escaping (Input) throws -> Output) { self.call = call }
}

/// A handler that gets and returns nothing.
@usableFromInline
package struct UncheckedAction: @unchecked Sendable {
  @usableFromInline package let call: () -> Void

  @inlinable @inline(__always)
  package init(_ call: @escaping () -> Void) { self.call = call }
}

/// The code that calls a handler, before and after it counts as `Sendable`.
///
/// The types that it is generic over may not be: it only names them.
@usableFromInline
package struct UncheckedCode {
  @usableFromInline
  package typealias Call = (_ node: PromiseNode, _ parent: PromiseNode, _ work: @escaping PromiseNode.Reaction) -> Void

  @usableFromInline
  struct Checked {
    @usableFromInline let call: HandlerCode
  }

  @usableFromInline let call: Call

  @inlinable @inline(__always)
  init(_ call: @escaping Call) { self.call = call }

  @inlinable @inline(__always)
  var checked: HandlerCode { unsafeBitCast(self, to: Checked.self).call }
}

extension StoredWork {
  /// A handler, and the code that calls it.
  ///
  /// - Parameters:
  ///   - handler: One of the structs above.
  ///   - code: Gets the handler in disguise, for ``reveal(_:as:)``. Must capture nothing, like ``HandlerCode``.
  @inlinable @inline(__always)
  package init<Work: Sendable>(keeping handler: Work, _ code: @escaping UncheckedCode.Call) {
    self.init(handler, code: UncheckedCode(code).checked)
  }
}
