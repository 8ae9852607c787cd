// The layout of a node's state word: which bit means what, and which transitions set and clear it. `Lifecycle.swift` draws the stages.
// Readers of memory rely on these bits, so a change to them increments the version in CPromiseRuntime/DebugLayout.c.
//
//   bits    name                 of      set                                cleared
//   0-2     stage                all     see `Lifecycle`
//   3       draining             all     publish, examine                   nextDelivery, endExamination
//   4-47    the newest waiter    all     register, putBack                  publish, nextDelivery, takeList
//   48, 49  handles a value,     all     at birth
//           handles an error
//   50      cancellationsBypass  promise at birth
//   51      observer             entry   at birth
//   52      passive              entry   at birth
//           checksFirst          promise at birth
//   53      wantsProgress        entry   at birth
//           cluttered            promise clutter
//   54      watched              promise watch
//           retired              entry   retire
//   55      detached             all     see `Lifecycle`; at birth, of a root     attach
//   56      held                 all     hold                               release, cancel, stopWaiting
//   57      takesTurn            promise at birth; when it is detached      parentSettled, beginTurn
//                                        by a canceler
//   58      fromOutside          promise claim, cancel, stopWaiting
//   59      canceled             promise cancel
//   60      counted              promise at birth; claimStart
//   61      lazy                 promise at birth                           claimStart
//   62      combined             promise combine
//   63      aside                promise claim, cancel

extension Lifecycle {
  @inlinable static var stageMask: UInt { 7 }
  @inlinable static var open: UInt { 0 }
  @inlinable static var claimed: UInt { 1 }
  @inlinable static var following: UInt { 2 }
  @inlinable static var abandoned: UInt { 3 }
  @inlinable static var fulfilled: UInt { 4 }
  @inlinable static var fulfilledOwning: UInt { 5 }
  @inlinable static var rejected: UInt { 6 }
  /// The bit that all final stages have in common.
  @inlinable static var settled: UInt { 4 }
  @inlinable static var draining: UInt { 1 << 3 }
  /// Nodes are aligned to 16 bytes and located below 2⁴⁸.
  @inlinable static var pointerMask: UInt { 0x0000_FFFF_FFFF_FFF0 }
  @inlinable static var handlesFulfilled: UInt { 1 << 48 }
  @inlinable static var handlesRejected: UInt { 1 << 49 }
  @inlinable static var cancellationsBypass: UInt { 1 << 50 }
  @inlinable static var observer: UInt { 1 << 51 }
  @inlinable static var passive: UInt { 1 << 52 }
  @inlinable static var checksFirst: UInt { 1 << 52 }
  @inlinable static var wantsProgress: UInt { 1 << 53 }
  @inlinable static var cluttered: UInt { 1 << 53 }
  @inlinable static var watched: UInt { 1 << 54 }
  @inlinable static var retired: UInt { 1 << 54 }
  @inlinable static var detached: UInt { 1 << 55 }
  @inlinable static var held: UInt { 1 << 56 }
  @inlinable static var takesTurn: UInt { 1 << 57 }
  @inlinable static var fromOutside: UInt { 1 << 58 }
  @inlinable static var canceled: UInt { 1 << 59 }
  @inlinable static var counted: UInt { 1 << 60 }
  @inlinable static var lazy: UInt { 1 << 61 }
  @inlinable static var combined: UInt { 1 << 62 }
  @inlinable static var aside: UInt { 1 << 63 }
}
