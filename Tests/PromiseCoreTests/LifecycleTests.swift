// The transitions of a node's state, one by one and without threads: the result of each, and the resulting state.

import Testing

@testable import PromiseCore

@Suite("lifecycle")
struct LifecycleTests {
  /// Applies transitions to a state and compares the last result, and the final state, with a picture.
  private func check<Action>(
    _ start: Lifecycle, shows picture: String, location: SourceLocation = #_sourceLocation,
    _ transitions: (inout Lifecycle) -> Action
  ) {
    var state = start
    let action = transitions(&state)
    let shown = action is Void ? state.picture : "\(action): \(state.picture)"
    #expect(shown == picture, sourceLocation: location)
  }

  private let derived = Lifecycle.derived(handling: 1, sparesCancellations: false)
  private let value = Lifecycle.root.after { $0.claim(fromOutside: true) }.after {
    $0.publish(.fulfilled(owning: false))
  }
  private let error = Lifecycle.root.after { $0.claim(fromOutside: true) }.after { $0.publish(.rejected) }

  // MARK: Settling

  @Test("the first claim wins, and only the first")
  func claim() {
    check(.root, shows: "true: claimed, detached, counted") { $0.claim(fromOutside: false) }
    check(.root, shows: "true: claimed, detached, fromOutside, counted") { $0.claim(fromOutside: true) }
    check(.root, shows: "false: claimed, detached, counted") {
      _ = $0.claim(fromOutside: false)
      return $0.claim(fromOutside: true)
    }
    check(value, shows: "false: fulfilled, detached, fromOutside, counted") { $0.claim(fromOutside: false) }
    check(.root, shows: "false: following, detached, counted") {
      _ = $0.follow()
      return $0.claim(fromOutside: true)
    }
  }

  @Test("an outcome without waiters needs no delivery; with some, it takes the list and the right to it")
  func publish() {
    check(.root, shows: "nothing: rejected, detached, counted") {
      _ = $0.claim(fromOutside: false)
      return $0.publish(.rejected)
    }
    check(.root, shows: "deliver 0x30: fulfilledOwning, draining, detached, counted") {
      _ = $0.register(0x30, isPassive: false)
      _ = $0.claim(fromOutside: false)
      return $0.publish(.fulfilled(owning: true))
    }
  }

  @Test("an outcome that has to wait for the drain loop leaves the list where it is, unless the node can keep it")
  func publishPostponed() {
    check(.root, shows: "deliver 0x30: fulfilled, draining, detached, counted") {
      _ = $0.register(0x30, isPassive: false)
      _ = $0.claim(fromOutside: false)
      return $0.publish(.fulfilled(owning: false), isPostponed: true).picture
    }
    check(.root, shows: "deliver 0x0: fulfilled, draining, list 0x30, detached, fromOutside, counted") {
      _ = $0.register(0x30, isPassive: false)
      _ = $0.claim(fromOutside: true)
      return $0.publish(.fulfilled(owning: false), isPostponed: true).picture
    }
  }

  @Test("a body whose turn has come settles in one step, unless something else was faster")
  func settle() {
    let running = derived.after { $0.parentSettled(as: value, isSpared: false, runsHere: true) }
    #expect(running.settlesInOneStep && !derived.settlesInOneStep && !Lifecycle.root.settlesInOneStep)
    check(running, shows: "nothing: rejected, handlesFulfilled, detached") {
      $0.settle(.rejected, isPostponed: false)?.picture ?? "refused"
    }
    check(running, shows: "deliver 0x30: fulfilled, draining, handlesFulfilled, detached") {
      _ = $0.register(0x30, isPassive: false)
      return $0.settle(.fulfilled(owning: false), isPostponed: true)?.picture ?? "refused"
    }
    check(running, shows: "refused: claimed, handlesFulfilled, detached, fromOutside, canceled, aside") {
      _ = $0.cancel()
      return $0.settle(.fulfilled(owning: false), isPostponed: false)?.picture ?? "refused"
    }
  }

  @Test("whatever settles a node whose body may be running leaves the outcome aside; the body itself does not")
  func aside() {
    let running = derived.after { $0.parentSettled(as: value, isSpared: false, runsHere: true) }
    check(running, shows: "true: claimed, handlesFulfilled, detached, fromOutside, aside") {
      $0.claim(fromOutside: true)
    }
    check(running, shows: "true: claimed, handlesFulfilled, detached") { $0.claim(fromOutside: false, byBody: true) }
    check(derived, shows: "true: claimed, handlesFulfilled, takesTurn, fromOutside") { $0.claim(fromOutside: true) }
    let queued = derived.after { $0.parentSettled(as: value, isSpared: false, runsHere: false) }
    check(queued, shows: "true: claimed, handlesFulfilled, detached, takesTurn, fromOutside") {
      $0.claim(fromOutside: true)
    }
  }

  // MARK: The list

  @Test("registering waits, wakes what is lazy, and comes late once the outcome is delivered")
  func register() {
    check(.root, shows: "waits: open, list 0x30, detached, counted") { $0.register(0x30, isPassive: false) }
    check(.root, shows: "waits: open, list 0x40, detached, counted") {
      _ = $0.register(0x30, isPassive: false)
      return $0.register(0x40, isPassive: true)
    }
    check(.lazyRoot, shows: "wakes: open, list 0x30, detached, takesTurn, lazy") { $0.register(0x30, isPassive: false) }
    check(.lazyRoot, shows: "waits: open, list 0x30, detached, takesTurn, lazy") { $0.register(0x30, isPassive: true) }
    check(value, shows: "isLate: fulfilled, detached, fromOutside, counted") { $0.register(0x30, isPassive: false) }
  }

  @Test("what registers while the outcome is delivered queues up, and is delivered to before the right is given up")
  func nextDelivery() {
    let delivering = Lifecycle.root.after { $0.register(0x30, isPassive: false) }.after { $0.claim(fromOutside: false) }
      .after { $0.publish(.rejected) }
    check(delivering, shows: "waits: rejected, draining, list 0x50, detached, counted") {
      $0.register(0x50, isPassive: false)
    }
    check(delivering, shows: "80: rejected, draining, detached, counted") {
      _ = $0.register(0x50, isPassive: false)
      return $0.nextDelivery()
    }
    check(delivering, shows: "0: rejected, detached, counted") { $0.nextDelivery() }
  }

  @Test("who examines the list of a pending node keeps the right to it, if the node settles meanwhile")
  func examine() {
    let examined = Lifecycle.root.after { $0.register(0x30, isPassive: false) }.after { $0.examine() }
    check(examined, shows: "false: open, draining, list 0x30, detached, counted") { $0.examine() }
    check(examined, shows: "48: open, draining, detached, counted") { $0.takeList() }
    check(examined, shows: "true: open, list 0x30, detached, counted") { $0.endExamination() }
    check(examined, shows: "false: open, draining, list 0x60, detached, counted") {
      let list = $0.takeList()
      _ = $0.register(0x60, isPassive: false)
      return $0.putBack(list)
    }
    check(examined, shows: "false: rejected, draining, list 0x30, detached, counted") {
      _ = $0.claim(fromOutside: false)
      let publication = $0.publish(.rejected)
      #expect(publication == "nothing")
      return $0.endExamination()
    }
    check(value, shows: "false: fulfilled, detached, fromOutside, counted") { $0.examine() }
  }

  // MARK: The parent

  @Test("a settled parent makes its waiter run, queue up, or pass the outcome on")
  func parentSettled() {
    check(derived, shows: "runs: open, handlesFulfilled, detached") {
      $0.parentSettled(as: value, isSpared: false, runsHere: true)
    }
    check(derived, shows: "isQueued: open, handlesFulfilled, detached, takesTurn") {
      $0.parentSettled(as: value, isSpared: false, runsHere: false)
    }
    check(derived, shows: "passes: open, handlesFulfilled, detached") {
      $0.parentSettled(as: error, isSpared: false, runsHere: false)
    }
    let both = Lifecycle.derived(handling: 3, sparesCancellations: true)
    check(both, shows: "runs: open, handlesFulfilled, handlesRejected, sparesCancellations, detached") {
      $0.parentSettled(as: error, isSpared: false, runsHere: true)
    }
    check(both, shows: "passes: open, handlesFulfilled, handlesRejected, sparesCancellations, detached") {
      $0.parentSettled(as: error, isSpared: true, runsHere: true)
    }
    check(.entry(isPassive: true), shows: "runs: open, handlesFulfilled, handlesRejected, observer, passive, detached")
    {
      $0.parentSettled(as: error, isSpared: false, runsHere: true)
    }
  }

  @Test("a queued handler's turn comes once its executor takes it")
  func beginTurn() {
    check(.rootWithBody, shows: "open, detached, counted") { $0.beginTurn() }
  }

  @Test("a lazy body begins once, and not after the promise has been settled")
  func beginLazy() {
    check(.lazyRoot, shows: "true: open, detached, takesTurn, counted") { $0.beginLazy() }
    check(.lazyRoot, shows: "false: open, detached, takesTurn, counted") {
      _ = $0.beginLazy()
      return $0.beginLazy()
    }
    check(.lazyRoot, shows: "false: claimed, detached, takesTurn, fromOutside, lazy") {
      _ = $0.claim(fromOutside: true)
      return $0.beginLazy()
    }
  }

  @Test("progress is wanted further up only where values pass untouched")
  func watch() {
    check(derived, shows: "false: open, handlesFulfilled, watched, takesTurn") { $0.watch() }
    let passing = Lifecycle.derived(handling: 2, sparesCancellations: false)
    check(passing, shows: "true: open, handlesRejected, watched, takesTurn") { $0.watch() }
    check(passing, shows: "false: open, handlesRejected, watched, takesTurn") {
      _ = $0.watch()
      return $0.watch()
    }
    check(.root, shows: "false: open, watched, detached, counted") { $0.watch() }
  }

  // MARK: Following

  @Test("a promise that follows another is attached to it, and claimed by it in the end")
  func follow() {
    check(.root, shows: "true: following, detached, counted") { $0.follow() }
    check(.root, shows: "true: following, counted") {
      _ = $0.follow()
      return $0.attach()
    }
    check(.root, shows: "follows: claimed, detached, counted") {
      _ = $0.follow()
      _ = $0.attach()
      return $0.parentSettled(as: error, isSpared: false, runsHere: true)
    }
    check(.root, shows: "true: claimed, detached, counted") {
      _ = $0.follow()
      return $0.refuseToFollow()
    }
    check(value, shows: "false: fulfilled, detached, fromOutside, counted") { $0.follow() }
  }

  @Test("a parent that is freed abandons its waiters; those that followed it can still be canceled")
  func parentFreed() {
    check(derived, shows: "true: open, handlesFulfilled, detached, takesTurn") { $0.parentFreed() }
    check(.root, shows: "reject: claimed, detached, takesTurn, fromOutside, canceled, counted") {
      _ = $0.follow()
      _ = $0.attach()
      _ = $0.parentFreed()
      return $0.cancel().duty
    }
  }

  // MARK: Cancelling

  @Test("a canceller takes a waiting node and its reaction, unless the parent was first")
  func cancelAttached() {
    check(
      derived,
      shows: "reject, takes the reaction: claimed, handlesFulfilled, detached, takesTurn, fromOutside, canceled"
    ) {
      _ = $0.hold()
      let cancellation = $0.cancel()
      $0.release()
      return cancellation.picture
    }
    check(derived, shows: "reject: claimed, handlesFulfilled, detached, fromOutside, canceled, aside") {
      _ = $0.hold()
      _ = $0.parentSettled(as: value, isSpared: false, runsHere: true)
      let cancellation = $0.cancel()
      $0.release()
      return cancellation.picture
    }
    check(derived, shows: "holdFirst: open, handlesFulfilled, takesTurn") { $0.cancel().picture }
    check(derived, shows: "holdFirst: open, handlesFulfilled, takesTurn") { $0.stopWaiting().picture }
    check(derived, shows: "gone: claimed, handlesFulfilled, detached, held, takesTurn, fromOutside, canceled") {
      _ = $0.hold()
      _ = $0.cancel()
      return $0.parentSettled(as: value, isSpared: false, runsHere: true)
    }
  }

  @Test("a canceller settles what is open, and nothing that is claimed or settled")
  func cancelDetached() {
    check(.root, shows: "reject: claimed, detached, fromOutside, canceled, counted") { $0.cancel().picture }
    check(.root, shows: "none: claimed, detached, counted") {
      _ = $0.claim(fromOutside: false)
      return $0.cancel().picture
    }
    check(value, shows: "none: fulfilled, detached, fromOutside, counted") { $0.cancel().picture }
    check(value, shows: "false: fulfilled, detached, fromOutside, counted") { $0.hold() }
  }

  @Test("an entry is detached but never settled")
  func cancelEntry() {
    let entry = Lifecycle.entry(isPassive: false).after { $0.hold() }
    check(
      entry,
      shows: "none, takes the reaction: "
        + "open, handlesFulfilled, handlesRejected, observer, detached, held, takesTurn, fromOutside"
    ) { $0.cancel().picture }
  }

  @Test("a promise that follows another is the canceller's to reject")
  func cancelFollowing() {
    check(.root, shows: "reject, takes the reaction: claimed, detached, takesTurn, fromOutside, canceled, counted") {
      _ = $0.follow()
      _ = $0.attach()
      _ = $0.hold()
      let cancellation = $0.cancel()
      $0.release()
      return cancellation.picture
    }
  }

  @Test("a cancellation that comes while a promise is about to follow another is left for the thread that attaches it")
  func cancelLate() {
    let late = Lifecycle.root.after { $0.follow() }
    check(late, shows: "leaveRejection: following, detached, canceled, counted") { $0.cancel().picture }
    check(late, shows: "none: following, detached, canceled, counted") {
      _ = $0.cancel()
      return $0.cancel().picture
    }
    check(late, shows: "false: claimed, detached, canceled, counted") {
      _ = $0.cancel()
      return $0.attach()
    }
    check(late, shows: "false: claimed, detached, canceled, counted") {
      _ = $0.cancel()
      return $0.refuseToFollow()
    }
  }

  @Test("a promise leaves a cycle once, and not after its source has settled it")
  func leaveCycle() {
    let following = Lifecycle.root.after { $0.follow() }.after { $0.attach() }
    check(following, shows: "reject, takes the reaction: claimed, detached, held, takesTurn, fromOutside, counted") {
      _ = $0.hold()
      return $0.leaveCycle().picture
    }
    check(following, shows: "none: claimed, detached, counted") {
      _ = $0.parentSettled(as: error, isSpared: false, runsHere: true)
      return $0.leaveCycle().picture
    }
  }

  // MARK: Bits

  @Test("no two parts of the word overlap")
  func noAliases() {
    let parts =
      [Lifecycle.stageMask, Lifecycle.draining, Lifecycle.pointerMask] + Lifecycle.flags.map { $0.bit }
    for (index, part) in parts.enumerated() {
      for other in parts[..<index] { #expect(part & other == 0) }
    }
  }
}

extension Lifecycle {
  fileprivate static let flags: [(name: String, bit: UInt)] = [
    ("handlesFulfilled", handlesFulfilled), ("handlesRejected", handlesRejected),
    ("sparesCancellations", sparesCancellations), ("observer", observer), ("passive", passive),
    ("wantsProgress", wantsProgress), ("watched", watched), ("detached", detached), ("held", held),
    ("takesTurn", takesTurn), ("fromOutside", fromOutside), ("canceled", canceled), ("counted", counted),
    ("lazy", lazy), ("combined", combined), ("aside", aside),
  ]

  /// The state as text: the stage, then the bits that are set.
  fileprivate var picture: String {
    let stages = ["open", "claimed", "following", "abandoned", "fulfilled", "fulfilledOwning", "rejected", "?"]
    var words = [stages[Int(bits & Lifecycle.stageMask)]]
    if bits & Lifecycle.draining != 0 { words.append("draining") }
    if list != 0 { words.append("list 0x" + String(list, radix: 16)) }
    words += Lifecycle.flags.filter { bits & $0.bit != 0 }.map(\.name)
    return words.joined(separator: ", ")
  }

  /// The state after one more transition.
  fileprivate func after<Action>(_ transition: (inout Lifecycle) -> Action) -> Lifecycle {
    var state = self
    _ = transition(&state)
    return state
  }

  /// Publishes outside of any drain loop; returns the result as text.
  fileprivate mutating func publish(_ outcome: Outcome) -> String { publish(outcome, isPostponed: false).picture }
}

extension Lifecycle.Publication {
  fileprivate var picture: String { delivers ? "deliver 0x" + String(taken, radix: 16) : "nothing" }
}

extension Lifecycle.Cancellation {
  fileprivate var picture: String { "\(duty)" + (takesReaction ? ", takes the reaction" : "") }
}
