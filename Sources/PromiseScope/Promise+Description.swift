// Owns the description of a promise: `Pending: Int`, `Fulfilled: 42`, `Rejected: offline`.

import PromiseCore

extension Promise: CustomStringConvertible {
  /// The state of the promise, with its value or error.
  @preconcurrency
  public var description: String {
    switch result {
    case .success(let value): "Fulfilled: \(value)"
    case .failure(let error): "Rejected: \(error)"
    case nil: "Pending: \(String(describing: Value.self))"
    }
  }
}
