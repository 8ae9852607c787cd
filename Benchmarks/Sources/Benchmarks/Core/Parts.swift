// What a `then` is made of on this machine: atomic steps and allocations. The reasons for the core's figures, as figures.

import Measuring
import Synchronization

enum Parts {
  private static let count = 1_000_000

  static func figures() -> [Figure] {
    [
      Figure("an atomic step on memory that no other thread uses", perItem(steps), "ns"),
      Figure("an object retained and released, by no other thread", perItem(references), "ns"),
      Figure("an object as large as a promise, made and freed", perItem(objects), "ns"),
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
