// The checks of an analyzer, and which of them watch an event. Each event passes through here: it costs one call for each check that watches it.

import ChainModel
import PromiseTrace

/// The checks of all rules, in the order of their searches: a value, copied when one of two holders changes it.
struct CheckList: Sendable {
  private var storage = Storage(Rule.searchOrder.map { $0.boxed() })

  /// The checks.
  var all: [any RuleCheck] { storage.boxes.map(\.current) }

  /// Hands an event to the checks that watch it.
  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    var rest = storage.watchers[
      WatchedEvent.index(event.kind, hasPeer: event.peer != 0, isInBody: event.context != 0)]
    guard rest != 0 else { return }
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.boxes.map { $0.copy() }) }
    repeat {
      storage.calls[rest.trailingZeroBitCount]._withUnsafeGuaranteedRef { $0.watch(event, &watches, store) }
      rest &= rest - 1
    } while rest != 0
  }

  /// What copies of a list share until one of them changes it; therefore nothing changes while two threads can see it.
  private final class Storage: @unchecked Sendable {
    let boxes: [CheckBox]
    /// The same, to be called without counting references.
    let calls: [Unmanaged<CheckBox>]
    /// The checks that watch an event, by its index: a bit each.
    let watchers: [UInt64]

    init(_ boxes: [CheckBox]) {
      self.boxes = boxes
      calls = boxes.map(Unmanaged.passUnretained)
      var watchers = [UInt64](repeating: 0, count: WatchedEvent.count)
      for (index, check) in Rule.searchOrder.enumerated() {
        for event in check.events.flatMap(\.indexes) { watchers[event] |= 1 << UInt64(index) }
      }
      self.watchers = watchers
    }
  }
}

/// A check of any type.
///
/// A call goes to a class: an array of existentials would make sure before each change that the array and the check have only one holder.
private class CheckBox {
  var current: any RuleCheck { fatalError("abstract") }
  func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {}
  func copy() -> CheckBox { self }
}

private final class Box<Check: RuleCheck>: CheckBox {
  /// Behind a pointer, because each change of a class's property would be checked for exclusive access.
  private let check: UnsafeMutablePointer<Check>

  init(_ initial: Check) {
    check = .allocate(capacity: 1)
    check.initialize(to: initial)
  }

  deinit {
    check.deinitialize(count: 1)
    check.deallocate()
  }

  override var current: any RuleCheck { check.pointee }
  override func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    check.pointee.watch(event, &watches, store)
  }
  override func copy() -> CheckBox { Box(check.pointee) }
}

extension RuleCheck {
  fileprivate static func boxed() -> CheckBox { Box(Self()) }
}
