// Pausing what a promise waits for: up to the sources that support it, and no further than nobody else is waiting.

import PromiseTrace
import Synchronization

/// A source's word that it can be paused: an entry in its promise's list.
private final class PauseEntry: ObserverNode, @unchecked Sendable {
  let isPaused = Atomic<Bool>(false)
  let change: @Sendable (_ isPaused: Bool) -> Bool

  init(on node: PromiseNode, _ change: @escaping @Sendable (Bool) -> Bool) {
    self.change = change
    super.init(marked: NodeState.passive) { _, _ in }
    upstream = Unmanaged.passUnretained(node)
  }
}

extension PromiseNode {
  /// Lets ``setPaused(_:)`` here and further down reach what this promise stands for.
  ///
  /// - Parameter change: Pauses the work, or lets it go on; returns whether there was anything that could. Never called twice in a row
  ///   with the same argument, nor once the promise has settled; on the thread of whoever pauses.
  package final func onPause(_ change: @escaping @Sendable (_ isPaused: Bool) -> Bool) {
    register(Unmanaged.passRetained(PauseEntry(on: self, change)))
  }

  /// Pauses the sources of this pending promise, or lets them go on.
  ///
  /// - Parameter isPaused: What is wanted.
  /// - Returns: Whether any source changed: it supports this, nobody else waits for it, and it was not so already.
  @discardableResult
  package final func setPaused(_ isPaused: Bool) -> Bool {
    var hasChanged = false
    var node: PromiseNode? = self
    while let current = node, current.isPending {
      let (entries, waiting) = current.pauseEntries()
      guard current === self || waiting <= 1 else { break }
      for entry in entries where entry.isPaused.exchange(isPaused, ordering: .relaxed) != isPaused {
        guard entry.change(isPaused) else {
          entry.isPaused.store(!isPaused, ordering: .relaxed)
          continue
        }
        hasChanged = true
        if current.tracedID != 0 { isPaused ? Trace.paused(current.tracedID) : Trace.resumed(current.tracedID) }
      }
      node = PromiseNode.surgery.withLock { _ in current.livingUpstream() }
    }
    return hasChanged
  }

  /// Pauses what this entry of a combinator waits for, or lets it go on, unless others wait for it too.
  package final func setInputPaused(_ isPaused: Bool) -> Bool {
    guard let input = PromiseNode.surgery.withLock({ _ in livingUpstream() }), input.pauseEntries().waiting <= 1 else {
      return false
    }
    return input.setPaused(isPaused)
  }

  /// Whoever can pause this pending promise's work, and how many wait for it.
  private final func pauseEntries() -> (entries: [PauseEntry], waiting: Int) {
    var entries: [PauseEntry] = []
    var waiting = 0
    forEachEntry { entry in
      guard entry.state.load(ordering: .relaxed) & NodeState.detached == 0 else { return }
      if let entry = entry as? PauseEntry { entries.append(entry) }
      if !entry.isPassive { waiting += 1 }
    }
    return (entries, waiting)
  }
}
