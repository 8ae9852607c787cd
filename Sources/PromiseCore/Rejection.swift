// A rejection: one error on its way down a chain. Every promise it passes through holds the same one, so whether it was ever
// handled is a fact of the rejection and not of a promise.

import CPromiseTrace
import PromiseTrace
import Synchronization

/// An error on its way through promises.
@usableFromInline
package final class Rejection: Sendable {
  @usableFromInline package let error: any Error
  @usableFromInline package let isCancelled: Bool
  private let handled = Atomic<Bool>(false)
  /// How many promises carry it.
  private let carriers = Atomic<Int>(0)

  @usableFromInline
  package init(_ error: any Error) {
    self.error = error
    isCancelled = CancellationErrors.contains(error)
  }

  package func addCarrier() { carriers.add(1, ordering: .relaxed) }

  /// A promise that carries it is freed; if it is the last and nobody handled it, that is reported with its id.
  package func dropCarrier(_ tracedID: PromiseID) {
    guard carriers.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    if !isCancelled, tracedID != 0, !handled.load(ordering: .relaxed) { EventEmitter.unhandled(tracedID) }
  }

  /// Records that a rejection handler took the rejection from `node`.
  ///
  /// - Parameters:
  ///   - node: The promise that the handler reacts to.
  ///   - handler: The promise whose handler it is, or the combinator; nil for an observer that is neither.
  @usableFromInline
  package func markHandled(at node: PromiseNode, by handler: PromiseNode?) {
    markHandled(at: node, byID: handler?.tracedID ?? 0)
  }

  /// Records that code which is no reaction took the rejection from `node`, such as an `await`.
  ///
  /// - Parameters:
  ///   - node: The promise that the code waited for.
  ///   - handler: The traced id of the promise in whose body the code runs; 0 for none.
  package func markHandled(at node: PromiseNode, byID handler: PromiseID) {
    guard !handled.exchange(true, ordering: .relaxed) else { return }
    if node.tracedID != 0 { EventEmitter.handled(node.tracedID, by: handler) }
  }

  package func preview(_ policy: ValuePolicy) -> (text: String?, type: String?) {
    Preview.text(of: error, policy: policy)
  }
}

/// Which errors mean "cancelled".
package enum CancellationErrors {
  package static func contains(_ error: any Error) -> Bool {
    let type = UInt(bitPattern: ObjectIdentifier(Swift.type(of: error)))
    // Most errors are of a type that was seen before, and never mean it.
    if psTypeAnswer(Int32(psMayMeanCancellation), type) == type { return false }
    if error is CancellationError { return true }
    let cancellable = error as? any CancellableError
    psSetTypeAnswer(Int32(psMayMeanCancellation), type, cancellable != nil)
    return cancellable?.isCancelled ?? false
  }
}

/// An error that may mean that somebody cancelled, rather than that something failed.
public protocol CancellableError: Error {
  /// Whether it means cancellation.
  var isCancelled: Bool { get }
}

/// Why a promise could not be resolved with what it was given.
///
/// A+ §2.3.1.
public enum PromiseResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A promise was resolved with itself.
  case selfResolution
  /// A promise was resolved with one that is waiting for it.
  case cycle

  /// A sentence.
  public var description: String {
    switch self {
    case .selfResolution: "a promise cannot be resolved with itself"
    case .cycle: "a promise cannot be resolved with one that waits for it"
    }
  }
}
