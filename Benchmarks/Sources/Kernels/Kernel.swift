// One small thing the library does, over and over, so that its instructions and allocations can be counted exactly. Owns the frame;
// which things there are is in the other files. Refuses clocks and threads: the same build must count the same each time.

import CAllocationCount

/// A thing to do many times.
struct Kernel {
  let name: String
  /// Gets ready for `count` times, uncounted, and returns what is counted.
  ///
  /// What that holds is freed uncounted again.
  let prepare: (_ count: Int) -> () -> Void

  init(_ name: String, prepare: @escaping (_ count: Int) -> () -> Void) {
    self.name = name
    self.prepare = prepare
  }

  /// Does it `count` times inside `countedWork`, which a profiler can tell from the rest by its name.
  ///
  /// - Returns: The allocations made meanwhile.
  func run(_ count: Int) -> UInt64 {
    var work = prepare(count)
    return withUnsafeMutablePointer(to: &work) { pointer in
      countedWork({ $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, pointer)
    }
  }
}

/// What handlers add to.
final class Sum: @unchecked Sendable {
  var value = 0
}
