// The transitions of a promise that follows another one, and of one that is canceled: who settles it, and who owns its reaction.

@testable import PromiseCore

@Suite struct LifecycleFollowingTests {
  private let derived = Lifecycle.derived(handling: 1, cancellationsBypass: false)
  private let value = Lifecycle.root.after { $0.claim(fromOutside: true) }.after {
    $0.publish(.fulfilled(owning: false))
  }
  private let error = Lifecycle.root.after { $0.claim(fromOutside: true) }.after { $0.publish(.rejected) }

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
      return $0.parentSettled(as: error, bypassesHandler: false, runsHere: true)
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

  @Test func aCancelerTakesAWaitingNodeAndItsReactionUnlessTheParentWasFirst() {
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
      _ = $0.parentSettled(as: value, bypassesHandler: false, runsHere: true)
      let cancellation = $0.cancel()
      $0.release()
      return cancellation.picture
    }
    check(derived, shows: "holdFirst: open, handlesFulfilled, takesTurn") { $0.cancel().picture }
    check(derived, shows: "holdFirst: open, handlesFulfilled, takesTurn") { $0.stopWaiting().picture }
    check(derived, shows: "gone: claimed, handlesFulfilled, detached, held, takesTurn, fromOutside, canceled") {
      _ = $0.hold()
      _ = $0.cancel()
      return $0.parentSettled(as: value, bypassesHandler: false, runsHere: true)
    }
  }

  @Test func aCancelerSettlesWhatIsOpenAndNothingThatIsClaimedOrSettled() {
    check(.root, shows: "reject: claimed, detached, fromOutside, canceled, counted") { $0.cancel().picture }
    check(.root, shows: "none: claimed, detached, counted") {
      _ = $0.claim(fromOutside: false)
      return $0.cancel().picture
    }
    check(value, shows: "none: fulfilled, detached, fromOutside, counted") { $0.cancel().picture }
    check(value, shows: "false: fulfilled, detached, fromOutside, counted") { $0.hold() }
  }

  @Test func anEntryIsDetachedButNeverSettled() {
    let entry = Lifecycle.entry(isPassive: false).after { $0.hold() }
    check(
      entry,
      shows: "none, takes the reaction: "
        + "open, handlesFulfilled, handlesRejected, observer, detached, held, takesTurn, fromOutside"
    ) { $0.cancel().picture }
  }

  @Test("a promise that follows another is the canceler's to reject")
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

  @Test func aCancellationThatComesWhileAPromiseIsAboutToFollowAnotherIsLeftForTheThreadThatAttachesIt() {
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
      _ = $0.parentSettled(as: error, bypassesHandler: false, runsHere: true)
      return $0.leaveCycle().picture
    }
  }
}
