// States of a node as pictures, and the check of a transition against one. Owns the states that several tests start from.

@testable import PromiseCore

/// Applies transitions to a state and compares the last result, and the final state, with a picture.
func check<Action>(
  _ start: Lifecycle, shows picture: String, location: SourceLocation = #_sourceLocation,
  _ transitions: (inout Lifecycle) -> Action
) {
  var state = start
  let action = transitions(&state)
  let shown = action is Void ? state.picture : "\(action): \(state.picture)"
  #expect(shown == picture, sourceLocation: location)
}

extension Lifecycle {
  static let flags: [(name: String, bit: UInt)] = [
    ("handlesFulfilled", handlesFulfilled), ("handlesRejected", handlesRejected),
    ("cancellationsBypass", cancellationsBypass), ("observer", observer), ("passive", passive),
    ("wantsProgress", wantsProgress), ("watched", watched), ("detached", detached), ("held", held),
    ("takesTurn", takesTurn), ("fromOutside", fromOutside), ("canceled", canceled), ("counted", counted),
    ("lazy", lazy), ("combined", combined), ("aside", aside),
  ]

  /// The state as text: the stage, then the bits that are set.
  var picture: String {
    let stages = ["open", "claimed", "following", "abandoned", "fulfilled", "fulfilledOwning", "rejected", "?"]
    var words = [stages[Int(bits & Lifecycle.stageMask)]]
    if bits & Lifecycle.draining != 0 { words.append("draining") }
    if list != 0 { words.append("list 0x" + String(list, radix: 16)) }
    words += Lifecycle.flags.filter { bits & $0.bit != 0 }.map(\.name)
    return words.joined(separator: ", ")
  }

  /// The state after one more transition.
  func after<Action>(_ transition: (inout Lifecycle) -> Action) -> Lifecycle {
    var state = self
    _ = transition(&state)
    return state
  }

  /// Publishes outside of any drain loop; returns the result as text.
  mutating func publish(_ outcome: Outcome) -> String { publish(outcome, isPostponed: false).picture }
}

extension Lifecycle.Publication {
  var picture: String { delivers ? "deliver 0x" + String(taken, radix: 16) : "nothing" }
}

extension Lifecycle.Cancellation {
  var picture: String { "\(duty)" + (takesReaction ? ", takes the reaction" : "") }
}
