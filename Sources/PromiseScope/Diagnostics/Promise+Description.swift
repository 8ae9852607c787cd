// How a promise prints: `Pending: Int`, `Fulfilled: 42`, `Rejected: offline`.

import PromiseCore

extension Promise: CustomStringConvertible {
  /// The state, and what came of it.
  @preconcurrency
  public var description: String {
    switch result {
    case .success(let value): "Fulfilled: \(value)"
    case .failure(let error): "Rejected: \(error)"
    case nil: "Pending: \(String(describing: Value.self))"
    }
  }
}
