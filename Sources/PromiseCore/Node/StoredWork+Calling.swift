// The code that calls a stored handler, which StoredWork.swift knows only as an address.

/// Code that calls a handler and settles `node`.
///
/// It should capture nothing; if it does, the handler and the code are stored in one closure.
@usableFromInline
package typealias HandlerCode =
  @Sendable (
    _ node: PromiseNode, _ parent: PromiseNode, _ handler: consuming StoredHandler
  ) -> Void

extension StoredWork {
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

  /// Calls the handler, which settles `node`; requires that there is one.
  @inline(__always)
  consuming func call(_ node: PromiseNode, _ parent: PromiseNode) {
    unsafeBitCast((code, UInt(0)), to: Code.self).call(node, parent, handler)
  }
}
