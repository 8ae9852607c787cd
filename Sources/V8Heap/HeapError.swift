// Why a memory is refused; `pscope` makes sentences of it.

/// Why a memory can't be read.
package enum HeapError: Error, Equatable {
  /// The executable exports no layout of V8's objects.
  case noLayout
  /// A version of V8 whose layout was not verified, such as `14.1.146`.
  case unverified(version: String)
  /// The memory has no object of V8: it was read too early, or is incomplete.
  case noHeap
}
