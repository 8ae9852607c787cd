// The parts of a `then`, measured separately: atomic operations and allocations. They explain the figures of the core.

import Measuring
import Synchronization

enum Parts {
  private static let count = 1_000_000

  static func figures() -> [Figure] {
    [
      Figure("an atomic operation on uncontended memory", perItem(steps), "ns"),
      Figure("retain and release of an uncontended object", perItem(references), "ns"),
      Figure("allocation and deallocation of an object the size of a promise", perItem(objects), "ns"),
    ]
  }

  private static func perItem(_ work: () -> Void) -> Double {
    median((0..<9).map { _ in Stopwatch.nanoseconds(work) }) / Double(count)
  }

  private static func steps() {
    let word = Atomic<UInt>(0)
    for index in 0..<UInt(count) {
      _ = word.compareExchange(expected: index, desired: index + 1, ordering: .acquiringAndReleasing)
    }
    keep(word.load(ordering: .relaxed))
  }

  private static func references() {
    let object = Unmanaged.passRetained(Block())
    for _ in 0..<count {
      _ = object.retain()
      keep(object)
      object.release()
    }
    object.release()
  }

  private static func objects() {
    for _ in 0..<count { keep(Block()) }
  }

  private final class Block {
    let words = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  }
}
