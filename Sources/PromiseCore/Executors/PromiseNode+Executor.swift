// The executor of a node, which the node itself knows only as an address. Inline reactions have none.

import PromiseTrace

extension PromiseNode {
  /// The executor that runs the reaction; nil for inline.
  ///
  /// A new reference, which keeps the executor alive even if it runs and frees this node before it returns.
  package final var executor: Executor? {
    heldExecutor.map { Unmanaged<Executor>.fromOpaque($0).takeUnretainedValue() }
  }

  @usableFromInline
  final var executorSymbol: UInt32 {
    heldExecutor.map { Unmanaged<Executor>.fromOpaque($0)._withUnsafeGuaranteedRef { $0.symbol } } ?? Symbols.inline
  }

  /// Gives up a node's reference to its executor.
  @inline(__always)
  static func release(executor address: UnsafeMutableRawPointer) { Unmanaged<Executor>.fromOpaque(address).release() }
}

extension Executor {
  /// Turns a reference to an executor into one for a node; nil for the inline executor.
  @inlinable @inline(__always)
  static func held(_ executor: __owned Executor) -> UnsafeMutableRawPointer? {
    switch executor.holding {
    case .itself: Unmanaged.passRetained(executor).toOpaque()
    case .substitute: executor.substitute.map { Unmanaged.passRetained($0).toOpaque() }
    case .nothing: nil
    }
  }
}
