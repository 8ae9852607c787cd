// Which errors mean a cancellation rather than a failure. The core asks an error that is a
// `CancellableError`; Foundation's are made to answer here.

import Foundation
import PromiseCore

extension Error {
  /// Whether the error means cancellation.
  ///
  /// `PMKError.cancelled`, `CancellationError`, `URLError.cancelled`, `CocoaError.userCancelled` (or the `NSError` that
  /// stands for one of these, or for a payment that was canceled), and what a `CancellableError` says of itself.
  public var isCancelled: Bool {
    if CancellationErrors.contains(self) { return true }
    guard let error = self as Any as? NSError else { return false }
    return switch (error.domain, error.code) {
    case (NSURLErrorDomain, URLError.cancelled.rawValue): true
    case (NSCocoaErrorDomain, CocoaError.userCancelled.rawValue): true
    case ("SKErrorDomain", 2): true
    default: false
    }
  }
}

extension URLError: CancellableError {
  /// Whether the transfer was canceled.
  public var isCancelled: Bool { code == .cancelled }
}

extension CocoaError: CancellableError {
  /// Whether the user canceled.
  public var isCancelled: Bool { code == .userCancelled }
}
