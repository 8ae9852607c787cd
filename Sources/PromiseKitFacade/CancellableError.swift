// Which errors mean a cancellation rather than a failure. Makes Foundation's errors conform to the core's `CancellableError`.

import Foundation
import PromiseCore

extension Error {
  /// Whether the error means cancellation.
  ///
  /// True for `PMKError.cancelled`, `CancellationError`, `URLError.cancelled`, `CocoaError.userCancelled`, an `NSError` equivalent
  /// to one of them or to a canceled payment, and a `CancellableError` whose `isCancelled` is true.
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
