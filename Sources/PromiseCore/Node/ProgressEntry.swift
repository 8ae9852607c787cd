// Entries that receive the progress of the promise that they wait for.

import PromiseTrace
import Synchronization

/// An entry that receives the progress of the promise it waits for.
package class ProgressEntry: ObserverNode, @unchecked Sendable {
  package typealias Listener = @Sendable (PromiseProgress) -> Void

  init(on node: PromiseNode, isPassive: Bool = false, _ reaction: @escaping Reaction) {
    super.init(isPassive: isPassive, wantsProgress: true, reaction)
    upstream = Unmanaged.passUnretained(node)
  }

  /// The handler to call with each report; nil if there is none.
  var listener: Listener? { nil }

  /// Adds a report to the progress of the promise on whose behalf the entry waits.
  ///
  /// Called under a lock that keeps the entry from being run or freed.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - trail: The inputs that the report has passed.
  /// - Returns: The relay that delivers the result; nil if the report does not concern the entry, or has passed it before.
  func relay(_ report: PromiseProgress, along trail: ReportTrail) -> (any ReportRelay)? { nil }

  /// The promise that waits through this entry without being derived from the upstream; nil if there is none.
  ///
  /// Called under the same lock as ``relay(_:)``.
  var waiter: PromiseNode? { nil }

  /// Gives up what the reaction would have used, because the reaction will never run.
  func forget() -> Forgotten { Forgotten() }

  // An entry has no outcome, so its two words of storage are free.

  /// The traced ID of the promise that handles a rejection even after the entry has stopped waiting; nil if none does.
  ///
  /// Belongs to the thread that has the right to the list of the upstream.
  final var lateHandler: PromiseID? {
    get { storage._address.pointee.0 == 0 ? nil : PromiseID(storage._address.pointee.0) - 1 }
    set { storage._address.pointee.0 = newValue.map { UInt($0) + 1 } ?? 0 }
  }

  /// The number of this entry in trails of reports; protected by ``PromiseNode/upstreamLock``.
  final var trailNumber: UInt {
    if storage._address.pointee.1 == 0 { storage._address.pointee.1 = ReportTrail.newNumber() }
    return storage._address.pointee.1
  }
}

/// Progress reports of one promise that are made on several threads and delivered one at a time.
package protocol ReportRelay: AnyObject {
  /// Takes the next report to deliver, and the promise that it concerns; see ``ReportQueue/next(hasTurn:)``.
  func nextReport(hasTurn: Bool) -> (promise: PromiseNode, report: QueuedReport)?
}

/// What an entry gives up if its reaction will never run; it is freed outside all locks.
struct Forgotten {
  var owner: PromiseNode?
  /// What is notified that one of its inputs is gone.
  var gathering: (any InputGathering)?
}

/// What waits for several inputs, one of which may be freed while pending.
protocol InputGathering: AnyObject {
  func inputIsGone()
}
