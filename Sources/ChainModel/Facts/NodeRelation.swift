// Why a promise hangs below another one in the tree.

/// The reason a promise hangs below its parent or, for a reference, the edge that it draws.
public enum NodeRelation: UInt8, Sendable {
  /// Nothing above it: the first promise of a chain, or a loss.
  case root
  /// It derives from the node above (a `then`).
  case derived
  /// An input of the combinator above.
  case input
  /// The promise that the node above adopted.
  case adopted
  /// It was created inside the body of the node above.
  case inside
  /// The body of the node above waits for it, or waited for it.
  case awaited
}
