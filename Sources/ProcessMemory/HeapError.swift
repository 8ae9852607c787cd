// Why a memory is refused; `pscope` makes sentences of it.

/// Why the promises of a runtime can't be read from a memory.
package enum HeapError: Error, Equatable {
  /// The executable exports no layout of the runtime's objects.
  case noLayout
  /// A version whose layout was not verified, such as V8 `14.1.146` or CPython `3.11.7`.
  case unverified(version: String)
  /// The memory has no object of the runtime: it was read too early, or is incomplete.
  case noHeap
  /// The memory has tasks, but the executable has no names of the functions that they wait in: it was stripped.
  case noNames(tasks: Int)
}
