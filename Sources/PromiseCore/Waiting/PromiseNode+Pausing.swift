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
    var found: [(source: PromiseNode, switches: [PauseSwitch])] = []
    var walk = GraphWalk(from: self)
    while let node = walk.next() {
      guard node.isPending else { continue }
      let (switches, relays, waiting) = node.pauseEntries()
      // New waiters may have registered since it was paused; they benefit from resuming, too.
      guard !isPaused || node === self || waiting <= 1 else { continue }
      if !switches.isEmpty { found.append((node, switches)) }
      let entries = [node] + relays.flatMap(\.entries)
      for source in PromiseNode.upstreamLock.withLock({ _ in entries.compactMap { $0.livingUpstream() } }) {
        walk.add(source)
      }
    }
    // Afterwards, because the program's closures may change the graph.
    var hasChanged = false
    for (source, switches) in found {
      for entry in switches where entry.set(isPaused, of: source) { hasChanged = true }
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

  /// Protects only the position: `change` runs outside the lock.
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
  func set(_ isPaused: Bool, of node: PromiseNode) -> Bool {
    let (isNew, isMover) = position.withLock { position in
      defer {
        position.wanted = isPaused
        position.isMoving = true
      }
      return (position.wanted != isPaused, !position.isMoving)
    }
    guard isMover else { return isNew }
    guard Nesting.begin() else {
      nonisolated(unsafe) let node = node
      Nesting.put { _ = self.move(node) }
      return isNew
    }
    defer { Nesting.end() }
    return move(node) && isNew
  }

  /// Changes the position until it is the wanted one.
  ///
  /// - Returns: Whether the work could follow.
  private func move(_ node: PromiseNode) -> Bool {
    var could = false
    while let next = nextMove(node) {
      could = change(next)
      position.withLock { position in
        if could { position.isPaused = next } else { position.wanted = position.isPaused }
      }
      guard could, node.tracedID != 0 else { continue }
      next ? EventEmitter.paused(node.tracedID) : EventEmitter.resumed(node.tracedID)
    }
    return could
  }

  /// The position to change to; nil if the switch is in the wanted position, so that this thread is done.
  private func nextMove(_ node: PromiseNode) -> Bool? {
    position.withLock { position in
      // The calls that preceded this one may have settled the promise.
      if !node.isPending { position.wanted = position.isPaused }
      position.isMoving = position.wanted != position.isPaused
      return position.isMoving ? position.wanted : nil
    }
  }
}
