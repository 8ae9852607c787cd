// The link from a combined promise up to its inputs. Pausing, cancellation, and the searches for cycles and deadlocks follow it. It does
// not handle the outcomes of the inputs.

import PromiseTrace
import Synchronization

/// How a combined promise depends on its inputs.
@usableFromInline
package enum InputRule: Sendable {
  /// It needs every input, or is assumed to: a cycle through any input rejects.
  case each
  /// One input may be enough to settle it: only a cycle through all pending inputs rejects.
  case one
  /// It waits for every input, but accepts a rejected one: only a cycle through all pending inputs rejects.
  case allSettled
  /// It may settle without its inputs: a cycle through an input is noted in the log, and nothing rejects.
  case maybe

  /// Whether the promise may settle although one of its inputs is part of a cycle.
  var toleratesCycles: Bool { self == .one || self == .allSettled }
}

/// A part of a cycle that may still be broken from outside; it is checked again when an input has settled or was freed.
protocol CycleSuspect: AnyObject {
  /// Breaks the cycle if nothing else can end it now.
  func leaveCycle()
}

/// A passive entry in the list of a combined promise, with the entries in the lists of its inputs.
///
/// The promise holds it, and so do those that add inputs. Any thread may call it.
package final class InputRelay: ObserverNode, InputGathering, @unchecked Sendable {
  private struct Suspect: @unchecked Sendable {
    weak var object: (any CycleSuspect)?
  }

  private struct State: @unchecked Sendable {
    var entries: [PromiseNode] = []
    /// The number of entries at which those that have run are removed.
    var limit = 16
    var suspects: [Suspect] = []
    /// Whether the owner has settled, and whether by a cancellation.
    var isDone = false
    var isCanceled = false
    var turn: Executor?
    var timer: (any ScheduledTimer)?
  }

  let rule: InputRule
  /// Whether pausing the owner pauses the inputs that nothing else waits for.
  let passesPauses: Bool
  /// Whether canceling the owner cancels the entries.
  private let passesCancellations: Bool
  /// Whether the entries serve only the owner, so that they stop waiting once it has settled.
  private let servesOnlyOwner: Bool
  private let inputs: Mutex<State>
  private let hasSuspects = Atomic(false)

  /// Creates a relay without inputs; ``PromiseNode/combine(_:)`` connects it.
  ///
  /// - Parameters:
  ///   - rule: How the owner depends on the inputs.
  ///   - passesPauses: Whether pausing the owner pauses the inputs that nothing else waits for.
  ///   - passesCancellations: Whether canceling the owner cancels the entries.
  ///   - servesOnlyOwner: Whether the entries stop waiting once the owner has settled.
  ///   - turn: See ``turn``.
  package init(
    _ rule: InputRule, passesPauses: Bool = false, passesCancellations: Bool = true, servesOnlyOwner: Bool = true,
    turn: Executor? = nil
  ) {
    inputs = Mutex(State(turn: turn))
    self.rule = rule
    self.passesPauses = passesPauses
    self.passesCancellations = passesCancellations
    self.servesOnlyOwner = servesOnlyOwner
    super.init(isPassive: true) { relay, owner in
      unsafeDowncast(relay, to: InputRelay.self).ownerSettled(isCanceled: owner.state.now.isCanceled)
    }
  }

  /// The entries in the lists of the inputs; none once the owner has settled.
  var entries: [PromiseNode] { inputs.withLock { $0.entries } }

  /// The executor that runs what the owner waits for beside the inputs, such as a timer or the code that makes the next input.
  ///
  /// For ``InputRule/maybe``, what may settle the owner without its inputs.
  var turn: Executor? { inputs.withLock { $0.turn } }

  /// Declares that the owner continues once `executor` has run a timer or body; the next input ends that.
  package func awaitTurn(on executor: Executor) {
    inputs.withLock { $0.turn = executor }
  }

  /// Cancels a timer when the owner settles, at once if it has settled; replaces an earlier timer, which has fired.
  package func own(_ timer: any ScheduledTimer) {
    // Freed outside the lock, because its work may hold user objects.
    var former: (any ScheduledTimer)?
    let isDone = inputs.withLock { state in
      former = state.timer
      state.timer = state.isDone ? nil : timer
      return state.isDone
    }
    withExtendedLifetime(former) {}
    if isDone { timer.cancel() }
  }

  /// Adds entries; if the owner has settled, makes them stop waiting instead.
  package func add(_ entries: [PromiseNode]) {
    // Freed outside the lock, because they may hold user objects.
    var former: [PromiseNode] = []
    let (isDone, isCanceled) = inputs.withLock { state in
      guard !state.isDone else { return (true, state.isCanceled) }
      if state.entries.count >= state.limit {
        former = state.entries
        state.entries = former.filter { !$0.state.now.isDetached }
        state.limit = max(16, 2 * state.entries.count)
      }
      state.entries += entries
      return (false, false)
    }
    withExtendedLifetime(former) {}
    if isDone { letGo(of: entries, isCanceled: isCanceled) }
  }

  /// Makes entries stop waiting, because the owner has settled.
  private func letGo(of entries: [PromiseNode], isCanceled: Bool) {
    if isCanceled, passesCancellations {
      for entry in entries { entry.cancel() }
    } else if servesOnlyOwner {
      // The array keeps the entries; a plain loop would count a reference to each.
      entries.withUnsafeBufferPointer { entries in
        for index in entries.indices {
          Unmanaged.passUnretained(entries[index])._withUnsafeGuaranteedRef { $0.retire() }
        }
      }
    }
  }

  /// Replaces the current entries, which have run, with another one; cancels that one instead if the owner has settled.
  ///
  /// Has no effect if the entry has begun to run: on another thread, it may already have made the owner wait for the next one.
  package func replaceAll(with entry: PromiseNode) {
    // Freed outside the lock, because they may hold user objects.
    var former: [PromiseNode] = []
    let isDone = inputs.withLock { state in
      guard !state.isDone, !entry.state.now.isDetached else { return state.isDone }
      former = state.entries
      state.entries = [entry]
      state.turn = nil
      return false
    }
    withExtendedLifetime(former) {}
    if isDone { entry.cancel() }
  }

  private func ownerSettled(isCanceled: Bool) {
    let (entries, timer) = inputs.withLock { state in
      state.isDone = true
      state.isCanceled = isCanceled
      state.suspects = []
      defer { (state.entries, state.timer) = ([], nil) }
      return (state.entries, state.timer)
    }
    timer?.cancel()
    letGo(of: entries, isCanceled: isCanceled)
  }

  // MARK: Cycles

  /// Stores a part of a cycle through some of the inputs, to be checked again when an input has settled or was freed.
  func suspect(_ object: any CycleSuspect) {
    inputs.withLock { if !$0.isDone { $0.suspects.append(Suspect(object: object)) } }
    hasSuspects.store(true, ordering: .sequentiallyConsistent)
  }

  /// Breaks those stored cycles that nothing else can end now that an input has settled or was freed.
  package func inputIsGone() {
    guard hasSuspects.load(ordering: .sequentiallyConsistent) else { return }
    hasSuspects.store(false, ordering: .sequentiallyConsistent)
    let suspects = inputs.withLock { state in
      defer { state.suspects = [] }
      return state.suspects
    }
    for suspect in suspects { suspect.object?.leaveCycle() }
  }
}

extension PromiseNode {
  /// Makes this promise wait for the inputs of `relay`: cancellation and pausing reach them, and cycles through them are detected.
  package final func combine(_ relay: InputRelay) {
    state.change { $0.combine() }
    relay.upstream = Unmanaged.passUnretained(self)
    register(Unmanaged.passRetained(relay))
  }
}

extension PromiseNode {
  /// Like ``observe(by:_:)``, for an input of a combined promise.
  ///
  /// - Parameters:
  ///   - owner: The combined promise.
  ///   - relay: The relay that was passed to `owner`'s ``combine(_:)``.
  ///   - handlesLate: Whether a rejection is handled even if `owner` has settled before, so that `body` is not called.
  ///   - body: Receives this node once it has settled, unless `owner` has settled before. Must not block.
  @discardableResult
  package final func observe(
    by owner: PromiseNode, in relay: InputRelay, handlesLate: Bool = true,
    _ body: @escaping @Sendable (PromiseNode) -> Void
  ) -> PromiseNode {
    if tracedID != 0 { EventEmitter.registered(tracedID, by: owner.tracedID, handles: [.fulfilled, .rejected]) }
    let entry = OwnedEntry(on: self, by: owner, in: relay, body)
    if handlesLate { entry.lateHandler = owner.tracedID }
    register(Unmanaged.passRetained(entry))
    relay.add([entry])
    return entry
  }

  /// Schedules a timer that settles this promise, and cancels it if the promise settles first.
  ///
  /// The searches for cycles and deadlocks take it into account.
  ///
  /// - Parameters:
  ///   - executor: The executor that the timer fires on.
  ///   - seconds: The delay in seconds.
  ///   - isOnlyWay: Whether only the timer settles the promise, except for a cancellation; false if its parent may, too.
  ///   - work: Settles the promise.
  @usableFromInline
  package final func settleByTimer(
    on executor: Executor, after seconds: Double, isOnlyWay: Bool, _ work: @escaping @Sendable () -> Void
  ) {
    let relay = InputRelay(isOnlyWay ? .each : .maybe, turn: executor.holdable)
    combine(relay)
    relay.own(executor.schedule(after: seconds, work))
  }
}

/// An entry on behalf of a promise that does not derive from the one it waits for.
final class OwnedEntry: ProgressEntry, @unchecked Sendable {
  /// Belongs to the thread that the reaction belongs to, as ``relay`` does.
  private var owner: PromiseNode?
  private var relay: InputRelay?

  init(
    on node: PromiseNode, by owner: PromiseNode, in relay: InputRelay? = nil,
    _ body: @escaping @Sendable (PromiseNode) -> Void
  ) {
    self.owner = owner
    self.relay = relay
    super.init(on: node) { entry, parent in
      let entry = unsafeDowncast(entry, to: OwnedEntry.self)
      entry.owner = nil
      let relay = entry.relay.take()
      body(parent)
      relay?.inputIsGone()
    }
  }

  override var waiter: PromiseNode? { owner }

  override func forget() -> Forgotten {
    guard let owner = owner.take() else { return Forgotten() }
    return Forgotten(owner: owner, gathering: relay.take())
  }
}
