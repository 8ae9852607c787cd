// A rejection: one error that propagates down a chain. Every promise that it passes through shares the same object, so whether it was
// handled is a property of the rejection and not of a promise.

import CPromiseRuntime
import PromiseTrace
import Synchronization

/// An error that propagates through promises, and whether a handler has handled it.
@usableFromInline
package final class Rejection: Sendable {
  @usableFromInline package let error: any Error
  @usableFromInline package let isCancelled: Bool
  private let handled = Atomic<Bool>(false)
  /// The number of promises that carry it.
  private let carriers = Atomic<Int>(0)

  @usableFromInline
  package init(_ error: any Error) {
    self.error = error
    isCancelled = CancellationErrors.contains(error)
  }

  package func addCarrier() { carriers.add(1, ordering: .relaxed) }

  /// Removes a carrier, which is being freed; if it was the last one and the rejection was never handled, records that with its ID.
  package func dropCarrier(_ tracedID: PromiseID) {
    guard carriers.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    if !isCancelled, tracedID != 0, !handled.load(ordering: .relaxed) { EventEmitter.unhandled(tracedID) }
  }

  /// Marks it as handled.
  ///
  /// - Returns: False if it was handled before.
  func markHandled() -> Bool { !handled.exchange(true, ordering: .relaxed) }

  package func preview(_ policy: ValuePolicy) -> (text: String?, type: String?) {
    Preview.text(of: error, policy: policy)
  }
}

/// Determines which errors are cancellations.
package enum CancellationErrors {
  package static func contains(_ error: any Error) -> Bool {
    let type = UInt(bitPattern: ObjectIdentifier(Swift.type(of: error)))
    // Most errors are of a type that was seen before and is never a cancellation.
    if psTypeAnswer(Int32(psMayMeanCancellation), type) == type { return false }
    if error is CancellationError { return true }
    let cancellable = error as? any CancellableError
    psSetTypeAnswer(Int32(psMayMeanCancellation), type, cancellable != nil)
    return cancellable?.isCancelled ?? false
  }
}

/// An error that may represent a cancellation rather than a failure.
public protocol CancellableError: Error {
  /// Whether this error represents a cancellation.
  var isCancelled: Bool { get }
}

/// The reason why a promise cannot adopt another one.
///
/// Promises/A+ §2.3.1.
public enum PromiseResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A promise was resolved with itself.
  case selfResolution
  /// A promise was resolved with one that waits for it.
  case cycle

  /// A description of the error in one sentence.
  public var description: String {
    switch self {
    case .selfResolution: LibraryNote.selfResolution.text
    case .cycle: "a promise cannot be resolved with one that waits for it"
    }
  }
}
