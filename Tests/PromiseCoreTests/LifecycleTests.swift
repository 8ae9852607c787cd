// The transitions of a node's state, one by one and without threads: the result of each, and the resulting state.

@testable import PromiseCore

@Suite struct LifecycleTests {
  private let derived = Lifecycle.derived(handling: 1, cancellationsBypass: false)
  private let value = Lifecycle.root.after { $0.claim(fromOutside: true) }.after {
    $0.publish(.fulfilled(owning: false))
  }
  private let error = Lifecycle.root.after { $0.claim(fromOutside: true) }.after { $0.publish(.rejected) }

  // MARK: Settling

  @Test func theFirstClaimWinsAndOnlyTheFirst() {
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

  @Test func anOutcomeThatHasToWaitForTheDrainLoopLeavesTheListWhereItIsUnlessTheNodeCanKeepIt() {
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

  @Test func aBodyWhoseTurnHasComeSettlesInOneStepUnlessSomethingElseWasFaster() {
    let running = derived.after { $0.parentSettled(as: value, bypassesHandler: false, runsHere: true) }
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
    let running = derived.after { $0.parentSettled(as: value, bypassesHandler: false, runsHere: true) }
    check(running, shows: "true: claimed, handlesFulfilled, detached, fromOutside, aside") {
      $0.claim(fromOutside: true)
    }
    check(running, shows: "true: claimed, handlesFulfilled, detached") { $0.claim(fromOutside: false, byBody: true) }
    check(derived, shows: "true: claimed, handlesFulfilled, takesTurn, fromOutside") { $0.claim(fromOutside: true) }
    let queued = derived.after { $0.parentSettled(as: value, bypassesHandler: false, runsHere: false) }
    check(queued, shows: "true: claimed, handlesFulfilled, detached, takesTurn, fromOutside") {
      $0.claim(fromOutside: true)
    }
  }

  // MARK: The list

  @Test func registeringWaitsWakesWhatIsLazyAndComesLateOnceTheOutcomeIsDelivered() {
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
      expectEqual(publication, "nothing")
      return $0.endExamination()
    }
    check(value, shows: "false: fulfilled, detached, fromOutside, counted") { $0.examine() }
  }

  // MARK: The parent

  @Test func aSettledParentMakesItsWaiterRunQueueUpOrPassTheOutcomeOn() {
    check(derived, shows: "runs: open, handlesFulfilled, detached") {
      $0.parentSettled(as: value, bypassesHandler: false, runsHere: true)
    }
    check(derived, shows: "isQueued: open, handlesFulfilled, detached, takesTurn") {
      $0.parentSettled(as: value, bypassesHandler: false, runsHere: false)
    }
    check(derived, shows: "passes: open, handlesFulfilled, detached") {
      $0.parentSettled(as: error, bypassesHandler: false, runsHere: false)
    }
    let both = Lifecycle.derived(handling: 3, cancellationsBypass: true)
    check(both, shows: "runs: open, handlesFulfilled, handlesRejected, cancellationsBypass, detached") {
      $0.parentSettled(as: error, bypassesHandler: false, runsHere: true)
    }
    check(both, shows: "passes: open, handlesFulfilled, handlesRejected, cancellationsBypass, detached") {
      $0.parentSettled(as: error, bypassesHandler: true, runsHere: true)
    }
    check(.entry(isPassive: true), shows: "runs: open, handlesFulfilled, handlesRejected, observer, passive, detached")
    {
      $0.parentSettled(as: error, bypassesHandler: false, runsHere: true)
    }
  }

  @Test("a queued handler's turn comes once its executor takes it")
  func beginTurn() {
    check(.rootWithBody, shows: "open, detached, counted") { $0.beginTurn() }
  }

  @Test("a lazy body starts once, and not after the promise has been settled")
  func claimStart() {
    check(.lazyRoot, shows: "true: open, detached, takesTurn, counted") { $0.claimStart() }
    check(.lazyRoot, shows: "false: open, detached, takesTurn, counted") {
      _ = $0.claimStart()
      return $0.claimStart()
    }
    check(.lazyRoot, shows: "false: claimed, detached, takesTurn, fromOutside, lazy") {
      _ = $0.claim(fromOutside: true)
      return $0.claimStart()
    }
  }

  @Test("progress is wanted further up only where values pass untouched")
  func watch() {
    check(derived, shows: "false: open, handlesFulfilled, watched, takesTurn") { $0.watch() }
    let passing = Lifecycle.derived(handling: 2, cancellationsBypass: false)
    check(passing, shows: "true: open, handlesRejected, watched, takesTurn") { $0.watch() }
    check(passing, shows: "false: open, handlesRejected, watched, takesTurn") {
      _ = $0.watch()
      return $0.watch()
    }
    check(.root, shows: "false: open, watched, detached, counted") { $0.watch() }
  }

  // MARK: Bits

  @Test func noTwoPartsOfTheWordOverlap() {
    let parts =
      [Lifecycle.stageMask, Lifecycle.draining, Lifecycle.pointerMask] + Lifecycle.flags.map { $0.bit }
    for (index, part) in parts.enumerated() {
      for other in parts[..<index] { expectEqual(part & other, 0) }
    }
  }
}
