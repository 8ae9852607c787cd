// The role of each state of a promise.

import Canvas
import ChainModel
import PlainText

extension NodeState {
  /// The role of this state.
  var role: StyleRole {
    switch self {
    case .pending: .pending
    case .running: .running
    case .waiting: .waiting
    case .fulfilled: .success
    case .rejected: .failure
    case .cancelled: .cancelled
    case .unhandled: .alarm
    case .leaked: .abandoned
    case .unknown: .unknown
    }
  }
}
