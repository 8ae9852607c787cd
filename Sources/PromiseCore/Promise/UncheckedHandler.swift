// Handlers of the PromiseKit and Bolts facades, whose APIs predate `Sendable`. These types declare that such handlers may be sent to the
// thread that runs them; as in those libraries, the program is responsible for that. They are stored without a wrapping closure; see
// `StoredWork`.

/// A handler that need not be `Sendable`: it runs once, on one thread.
@usableFromInline
package struct UncheckedHandler<Input, Output>: @unchecked Sendable {
  @usableFromInline package let call: (Input) throws -> Output

  @inlinable @inline(__always)
  package init(_ call: __owned @escaping (Input) throws -> Output) { self.call = call }
}

/// A handler that takes no argument and returns nothing.
@usableFromInline
package struct UncheckedAction: @unchecked Sendable {
  @usableFromInline package let call: () -> Void

  @inlinable @inline(__always)
  package init(_ call: __owned @escaping () -> Void) { self.call = call }
}

/// The code that calls a handler, convertible to the `Sendable` form.
///
/// The conversion is safe even if the types that the code is generic over are not `Sendable`, because it captures no values of them.
@usableFromInline
package struct UncheckedCode {
  @usableFromInline
  package typealias Call = (_ node: PromiseNode, _ parent: PromiseNode, _ handler: consuming StoredHandler) -> Void

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
  /// Stores a handler and the code that calls it.
  ///
  /// - Parameters:
  ///   - handler: One of the structs above.
  ///   - code: The code that calls the handler, after ``StoredHandler/reveal(as:)``. Like ``HandlerCode``, it should capture nothing.
  @inlinable @inline(__always)
  package init<Work: Sendable>(keeping handler: __owned Work, _ code: @escaping UncheckedCode.Call) {
    self.init(handler, code: UncheckedCode(code).checked)
  }
}
