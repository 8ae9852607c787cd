// Which errors mean that somebody cancelled, rather than that something failed. The core asks an error that is a
// `CancellableError`; Foundation's are made to answer here.

import Foundation
import PromiseCore

extension Error {
  /// Whether the error means cancellation.
  ///
  /// `PMKError.cancelled`, `CancellationError`, `URLError.cancelled`, `CocoaError.userCancelled`, and what a
  /// `CancellableError` says of itself.
  public var isCancelled: Bool { CancellationErrors.contains(self) }
}

extension URLError: CancellableError {
  /// Whether the transfer was cancelled.
  public var isCancelled: Bool { code == .cancelled }
}

extension CocoaError: CancellableError {
  /// Whether the user cancelled.
  public var isCancelled: Bool { code == .userCancelled }
}
