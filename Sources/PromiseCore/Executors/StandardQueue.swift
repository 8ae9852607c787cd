// The queues that every process has, and what their executors share.

import Dispatch
import PromiseTrace

/// The queues that every process has.
enum StandardQueue: UInt8 {
  case main, background, utility, `default`, userInitiated, userInteractive, none

  /// The symbol number of the executor's name in the log.
  var symbol: UInt32 { Symbols.firstQueue + UInt32(rawValue) }

  static let mainQueue = DispatchQueue.main
  static let mainHop = DispatchHop(mainQueue)
  /// The queues, indexed by raw value.
  static let queues: [DispatchQueue] = [
    mainQueue, .global(qos: .background), .global(qos: .utility), .global(qos: .default), .global(qos: .userInitiated),
    .global(qos: .userInteractive),
  ]
  /// The inboxes, indexed by raw value; the main queue's is unused.
  static let inboxes: [Unmanaged<BatchInbox>] = queues.map { _ in .passRetained(BatchInbox()) }
}
