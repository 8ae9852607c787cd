// A small repeated operation whose instructions and allocations can be counted exactly. Owns the counted frame; the other files
// define the kernels. Uses no clocks and no threads, so that the counts of a build are reproducible.

import CAllocationCount

struct Kernel {
  let name: String
  /// Prepares `count` repetitions and returns the closure that is counted.
  ///
  /// Neither the preparation nor the deallocation of the closure is counted.
  let prepare: (_ count: Int) -> () -> Void

  init(_ name: String, prepare: @escaping (_ count: Int) -> () -> Void) {
    self.name = name
    self.prepare = prepare
  }

  /// Runs `count` repetitions inside `countedWork`, which a profiler recognizes by its name.
  ///
  /// - Returns: The number of allocations.
  func run(_ count: Int) -> UInt64 {
    var work = prepare(count)
    return withUnsafeMutablePointer(to: &work) { pointer in
      countedWork({ $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, pointer)
    }
  }
}

/// The sum of the values that handlers receive.
final class Sum: @unchecked Sendable {
  var value = 0
}
