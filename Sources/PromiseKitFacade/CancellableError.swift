// Which errors mean that somebody cancelled, rather than that something failed.

import Foundation
import PromiseCore

extension Error {
  /// Whether the error means cancellation.
  ///
  /// `PMKError.cancelled`, `CancellationError`, `URLError.cancelled`, `CocoaError.userCancelled`, and what a ``CancellableError`` says of itself.
  public var isCancelled: Bool {
    if let error = self as? any CancellableError { return error.isCancelled }
    if self is CancellationError { return true }
    if let error = self as? URLError { return error.code == .cancelled }
    if let error = self as? CocoaError { return error.code == .userCancelled }
    return false
  }
}
