// What a combined promise knows of its inputs. Owns the way from the promise up to them, which pauses, cancellations and the search for
// circles take; refuses to know what comes of the inputs.

import PromiseTrace
import Synchronization

/// How a combined promise depends on its inputs.
@usableFromInline
package enum InputRule: Sendable {
  /// One input that cannot settle keeps it from settling, or is taken to: a circle through any input rejects.
  case each
  /// It may settle as long as one input may: only a circle through all inputs that are still open rejects.
  case one
}

/// A passive entry in the list of a combined promise, with the entries in the lists of its inputs.
///
/// The promise holds it, and so do those that add inputs. Any thread may call it.
package final class InputRelay: ObserverNode, @unchecked Sendable {
  private struct Suspect: Sendable {
    weak var promise: PromiseNode?
  }

  private struct State {
    var entries: [PromiseNode] = []
    var suspects: [Suspect] = []
    /// Whether the owner has settled, and whether by a cancellation.
    var isDone = false
    var isCanceled = false
  }

  let rule: InputRule
  /// Whether pausing the owner pauses the inputs that nothing else waits for.
  let passesPauses: Bool
  private let inputs = Mutex(State())
  private let hasSuspects = Atomic(false)

  /// Creates a relay without inputs; ``PromiseNode/combine(_:)`` connects it.
  package init(_ rule: InputRule, passesPauses: Bool = false) {
    self.rule = rule
    self.passesPauses = passesPauses
    super.init(isPassive: true) { relay, owner in
      unsafeDowncast(relay, to: InputRelay.self).ownerSettled(isCanceled: owner.state.now.isCanceled)
    }
  }

  /// The entries in the lists of the inputs; none once the owner has settled.
  var entries: [PromiseNode] { inputs.withLock { $0.entries } }

  /// Adds entries; if the owner has been canceled, cancels them instead.
  package func add(_ entries: [PromiseNode]) {
    let isCanceled = inputs.withLock { state in
      if !state.isDone { state.entries += entries }
      return state.isCanceled
    }
    if isCanceled { for entry in entries { entry.cancel() } }
  }

  /// Puts one entry in the place of those so far, which have run; if the owner has settled, cancels it instead.
  package func replaceAll(with entry: PromiseNode) {
    let (isDone, former) = inputs.withLock { state in
      let former = state.entries
      state.entries = state.isDone ? [] : [entry]
      return (state.isDone, former)
    }
    withExtendedLifetime(former) {}
    if isDone { entry.cancel() }
  }

  private func ownerSettled(isCanceled: Bool) {
    let entries = inputs.withLock { state in
      state.isDone = true
      state.isCanceled = isCanceled
      state.suspects = []
      defer { state.entries = [] }
      return state.entries
    }
    if isCanceled { for entry in entries { entry.cancel() } }
  }

  // MARK: Circles

  /// Remembers a promise that is part of a circle through some of the inputs, to be looked at again when an input is gone.
  func suspect(_ promise: PromiseNode) {
    inputs.withLock { if !$0.isDone { $0.suspects.append(Suspect(promise: promise)) } }
    hasSuspects.store(true, ordering: .sequentiallyConsistent)
  }

  /// Rejects suspects that only wait for themselves, now that an input has settled or was freed.
  func inputIsGone() {
    guard hasSuspects.load(ordering: .sequentiallyConsistent) else { return }
    hasSuspects.store(false, ordering: .sequentiallyConsistent)
    let suspects = inputs.withLock { state in
      defer { state.suspects = [] }
      return state.suspects
    }
    for suspect in suspects { suspect.promise?.leaveCircle() }
  }
}

extension PromiseNode {
  /// Makes this promise wait for the inputs of `relay`: cancellation and pauses reach them, and circles through them are found.
  package final func combine(_ relay: InputRelay) {
    state.change { $0.combine() }
    relay.upstream = Unmanaged.passUnretained(self)
    register(Unmanaged.passRetained(relay))
  }
}

/// An entry on behalf of a promise that does not derive from the one it waits for.
final class OwnedEntry: ProgressEntry, @unchecked Sendable {
  /// Belongs to the thread that the reaction belongs to.
  private var owner: PromiseNode?

  init(on node: PromiseNode, by owner: PromiseNode, _ body: @escaping @Sendable (PromiseNode) -> Void) {
    self.owner = owner
    super.init(on: node) { entry, parent in
      unsafeDowncast(entry, to: OwnedEntry.self).owner = nil
      body(parent)
    }
  }

  override var waiter: PromiseNode? { owner }

  override func forget() -> AnyObject? { owner.take() }
}
