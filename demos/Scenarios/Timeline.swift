// Where the parts of a scenario wait. Owns nothing but the way to say "later"; live that is Dispatch, virtually the manual clock.

import Dispatch

/// Runs closures later.
struct Timeline: Sendable {
  /// Runs a closure after so many seconds, on a thread of the timeline's choice.
  let after: @Sendable (_ seconds: Double, _ body: @escaping @Sendable () -> Void) -> Void

  /// The real clock, `speed` times as fast; closures run on a queue of their own, as the callbacks of real parts do.
  static func dispatch(speed: Double) -> Timeline {
    let queue = DispatchQueue(label: "timeline")
    let pace = speed > 0 ? speed : 1
    return Timeline { seconds, body in
      queue.asyncAfter(deadline: .now() + max(0, seconds) / pace, execute: body)
    }
  }
}
