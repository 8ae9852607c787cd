// Pausing what a promise waits for: up to the sources that support it, and no further than nobody else is waiting.

import PromiseTrace
import Synchronization

extension PromiseNode {
  /// Lets ``setPaused(_:)`` here and further down reach what this promise stands for.
  ///
  /// - Parameter change: Pauses the work, or lets it go on; returns whether there was anything that could. Never called twice in a row
  ///   with the same argument, nor while another call of it runs, nor once the promise has settled; on the thread of somebody who pauses.
  package final func onPause(_ change: @escaping @Sendable (_ isPaused: Bool) -> Bool) {
    register(Unmanaged.passRetained(PauseSwitch(on: self, change)))
  }

  /// Pauses the sources of this pending promise, or lets them go on.
  ///
  /// - Parameter isPaused: What is wanted.
  /// - Returns: Whether any source changed: it supports this, nobody else waits for it (which a resume does not mind), and it was not so
  ///   already.
  @discardableResult
  package final func setPaused(_ isPaused: Bool) -> Bool {
    var hasChanged = false
    // One at a time, however deep combinators are nested.
    var reached: [PromiseNode] = [self]
    while let node = reached.popLast() {
      guard node.isPending else { continue }
      let (switches, relays, waiting) = node.pauseEntries()
      // Others may have come since it was paused: letting it go on is in their sense too.
      guard !isPaused || node === self || waiting <= 1 else { continue }
      for entry in switches where entry.set(isPaused) {
        hasChanged = true
        if node.tracedID != 0 { isPaused ? EventEmitter.paused(node.tracedID) : EventEmitter.resumed(node.tracedID) }
      }
      let entries = relays.flatMap(\.entries)
      reached += PromiseNode.surgery.withLock { _ in ([node] + entries).reversed().compactMap { $0.livingUpstream() } }
    }
    return hasChanged
  }

  /// Whoever can pause this pending promise's work, and how many wait for it.
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

/// A source's word that it can be paused: an entry in its promise's list.
private final class PauseSwitch: ObserverNode, @unchecked Sendable {
  private struct Position {
    var isPaused = false
    var wanted = false
    /// Somebody is at it, and goes on until the position is the one wanted.
    var isMoving = false
  }

  private let position = Mutex(Position())
  private let change: @Sendable (_ isPaused: Bool) -> Bool

  init(on node: PromiseNode, _ change: @escaping @Sendable (Bool) -> Bool) {
    self.change = change
    super.init(isPassive: true) { _, _ in }
    upstream = Unmanaged.passUnretained(node)
  }

  /// Moves the switch; whether it was elsewhere, and could be moved.
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

  /// Where to move to; nil where the switch is as wanted, and this mover is done.
  private func nextMove() -> Bool? {
    position.withLock { position in
      position.isMoving = position.wanted != position.isPaused
      return position.isMoving ? position.wanted : nil
    }
  }
}
