// PMKError: the errors that operators themselves reject with.

import Foundation
import PromiseCore

/// An error that an operator rejects with.
public enum PMKError: Error, @unchecked Sendable {
  /// A handler returned the promise that waits for it.
  case returnedSelf
  /// An operator received invalid input.
  case badInput
  /// The chain was canceled.
  case cancelled
  /// The error of `flatMap`, the former name of `compactMap`.
  @available(*, deprecated, message: "See: `compactMap`")
  case flatMap(Any, Any.Type)
  /// A `compactMap` of this value to this type returned nil.
  case compactMap(Any, Any.Type)
  /// An element of an empty sequence was requested.
  case emptySequence
  /// All promises of `race(fulfilled:)` were rejected.
  case noWinner
  /// A callback received neither a value nor an error.
  case invalidCallingConvention
}

extension PMKError: CancellableError {
  /// Whether the error means cancellation.
  public var isCancelled: Bool {
    if case .cancelled = self { return true }
    return false
  }
}

extension PMKError: CustomDebugStringConvertible, LocalizedError {
  /// A description of the error.
  public var debugDescription: String {
    switch self {
    case .returnedSelf: "A promise handler returned itself"
    case .badInput: "Bad input was provided to a PromiseKit function"
    case .cancelled: "The asynchronous sequence was cancelled"
    case .flatMap(let value, let type): "Could not `flatMap<\(type)>`: \(value)"
    case .compactMap(let value, let type): "Could not `compactMap<\(type)>`: \(value)"
    case .emptySequence: "The first or last element was requested for an empty sequence"
    case .noWinner: "All thenables passed to race(fulfilled:) were rejected"
    case .invalidCallingConvention:
      "A closure was called with an invalid calling convention, probably (nil, nil)"
    }
  }

  /// The same as ``debugDescription``.
  public var errorDescription: String? { debugDescription }
}
