// Pausing: propagates up to the sources that support it, stopping at the first promise that something else still waits for.

import PromiseTrace
import Synchronization

extension PromiseNode {
  /// Makes the work behind this promise pausable by ``setPaused(_:)``, here and downstream.
  ///
  /// - Parameter change: Pauses or resumes the work, and returns whether that was possible. Called on a thread that calls
  ///   ``setPaused(_:)``; never twice in a row with the same argument, never concurrently, and never once the promise has settled.
  package final func onPause(_ change: @escaping @Sendable (_ isPaused: Bool) -> Bool) {
    register(Unmanaged.passRetained(PauseSwitch(on: self, change)))
  }

  /// Pauses or resumes the sources of this pending promise.
  ///
  /// - Parameter isPaused: True to pause, false to resume.
  /// - Returns: Whether any source changed: it supports pausing, it was not in that state already, and, if `isPaused` is true, nothing
  ///   else waits for it.
  @discardableResult
  package final func setPaused(_ isPaused: Bool) -> Bool {
    var hasChanged = false
    // A loop, not a recursion, because combinators may be nested to any depth.
    var reached: [PromiseNode] = [self]
    while let node = reached.popLast() {
      guard node.isPending else { continue }
      let (switches, relays, waiting) = node.pauseEntries()
      // New waiters may have registered since it was paused; they benefit from resuming, too.
      guard !isPaused || node === self || waiting <= 1 else { continue }
      for entry in switches where entry.set(isPaused) {
        hasChanged = true
        if node.tracedID != 0 { isPaused ? EventEmitter.paused(node.tracedID) : EventEmitter.resumed(node.tracedID) }
      }
      let entries = relays.flatMap(\.entries)
      reached += PromiseNode.upstreamLock.withLock { _ in
        ([node] + entries).reversed().compactMap { $0.livingUpstream() }
      }
    }
    return hasChanged
  }

  /// The entries of this pending promise that can pause its work, and the number of its waiters.
  private final func pauseEntries() -> (switches: [PauseSwitch], relays: [InputRelay], waiting: Int) {
    var switches: [PauseSwitch] = []
    var relays: [InputRelay] = []
    var waiting = 0
    forEachEntry { entry in
      guard !entry.state.now.isDetached else { return }
      if !entry.isPassive {
        if entry.isPending { waiting += 1 }
      } else if let entry = entry as? PauseSwitch {
        switches.append(entry)
      } else if let entry = entry as? InputRelay, entry.passesPauses {
        relays.append(entry)
      }
    }
    return (switches, relays, waiting)
  }
}

/// An entry that marks its promise as pausable and holds the closure that pauses the work.
private final class PauseSwitch: ObserverNode, @unchecked Sendable {
  private struct Position {
    var isPaused = false
    var wanted = false
    /// Whether a thread is changing the position; it continues until the position is the wanted one.
    var isMoving = false
  }

  private let position = Mutex(Position())
  private let change: @Sendable (_ isPaused: Bool) -> Bool

  init(on node: PromiseNode, _ change: @escaping @Sendable (Bool) -> Bool) {
    self.change = change
    super.init(isPassive: true) { _, _ in }
    upstream = Unmanaged.passUnretained(node)
  }

  /// Requests a position.
  ///
  /// - Returns: Whether that changed the wanted position and, as far as this thread knows, the work could follow.
  func set(_ isPaused: Bool) -> Bool {
    let (isNew, isMover) = position.withLock { position in
      defer {
        position.wanted = isPaused
        position.isMoving = true
      }
      return (position.wanted != isPaused, !position.isMoving)
    }
    guard isMover else { return isNew }
    var could = true
    while let next = nextMove() {
      could = change(next)
      position.withLock { position in
        if could { position.isPaused = next } else { position.wanted = position.isPaused }
      }
    }
    return isNew && could
  }

  /// The position to change to; nil if the switch is in the wanted position, so that this thread is done.
  private func nextMove() -> Bool? {
    position.withLock { position in
      position.isMoving = position.wanted != position.isPaused
      return position.isMoving ? position.wanted : nil
    }
  }
}
