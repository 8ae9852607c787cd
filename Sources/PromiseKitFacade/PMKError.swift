// The errors that operators reject with of their own accord.

import Foundation
import PromiseCore

/// Why an operator rejected.
public enum PMKError: Error, @unchecked Sendable {
  /// A handler returned the promise that waits for it.
  case returnedSelf
  /// An operator was given something that it can't work with.
  case badInput
  /// The chain was canceled.
  case cancelled
  /// ``timeout(seconds:file:line:function:)`` ran out.
  case timedOut
  /// What is `compactMap` now was `flatMap` once.
  @available(*, deprecated, message: "See: `compactMap`")
  case flatMap(Any, Any.Type)
  /// `compactMap` got nil for this value, on the way to this type.
  case compactMap(Any, Any.Type)
  /// An element of an empty sequence was asked for.
  case emptySequence
  /// All promises of `race(fulfilled:)` were rejected.
  case noWinner
  /// A callback gave neither a value nor an error.
  case invalidCallingConvention
}

extension PMKError: CancellableError {
  /// Whether it means cancellation.
  public var isCancelled: Bool {
    if case .cancelled = self { return true }
    return false
  }
}

extension PMKError: CustomDebugStringConvertible, LocalizedError {
  /// A sentence.
  public var debugDescription: String {
    switch self {
    case .returnedSelf: "A promise handler returned itself"
    case .badInput: "Bad input was provided to a PromiseKit function"
    case .cancelled: "The asynchronous sequence was cancelled"
    case .timedOut: "The asynchronous sequence timed out"
    case .flatMap(let value, let type): "Could not `flatMap<\(type)>`: \(value)"
    case .compactMap(let value, let type): "Could not `compactMap<\(type)>`: \(value)"
    case .emptySequence: "The first or last element was requested for an empty sequence"
    case .noWinner: "All thenables passed to race(fulfilled:) were rejected"
    case .invalidCallingConvention:
      "A closure was called with an invalid calling convention, probably (nil, nil)"
    }
  }

  /// The same sentence.
  public var errorDescription: String? { debugDescription }
}
