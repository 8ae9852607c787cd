// What goes up from a promise, and what looks through the lists of its waiters: cancellation, progress, pausing, and what is freed.

extension ReferenceModel {
  private func living(_ node: Int) -> [Int] { nodes[node].waiting.filter { nodes[$0].upstream == node } }

  /// Whether an entry is more than a watcher, and not settled from outside.
  private func waits(_ entry: Int) -> Bool { !nodes[entry].isPassive && nodes[entry].outcome == nil }

  private mutating func isAwaited(_ node: Int) -> Bool {
    if nodes[node].outcome != nil { return true }
    nodes[node].waiting = living(node)
    return nodes[node].waiting.contains { waits($0) }
  }

  mutating func cancel(_ first: Int) -> Bool {
    if nodes[first].outcome != nil { return false }
    let used = inUse.count
    var next: Int? = first
    while let node = next, node == first || !isAwaited(node) {
      inUse.append(node)
      next = nodes[node].upstream
      if let next { inUse.append(next) }
      nodes[node].upstream = nil
      nodes[node].isCancelled = true
      if case .watcher = nodes[node].role { continue }
      if nodes[node].follows { conclude(node, .cancelled) } else { _ = settle(node, .cancelled) }
    }
    inUse.removeLast(inUse.count - used)
    return true
  }

  mutating func stop(_ watcher: Int, _ cancelsSource: Bool) {
    let source = nodes[watcher].upstream
    nodes[watcher].upstream = nil
    if cancelsSource, let source, !isAwaited(source) { _ = cancel(source) }
  }

  mutating func report(_ progress: Int, of first: Int) {
    var followers = [first]
    var next = 0
    while next < followers.count {
      let node = followers[next]
      next += 1
      if nodes[node].outcome != nil { continue }
      for child in living(node) {
        switch nodes[child].role {
        case .watcher(.progress, let name): log.append("\(name) at \(progress)")
        case .watcher: continue
        case .derived(let sides, _, _) where !nodes[child].follows && sides.contains(.fulfilled): continue
        default: followers.append(child)
        }
      }
    }
  }

  mutating func setPaused(_ first: Int, _ isPaused: Bool) -> Bool {
    var hasChanged = false
    var next: Int? = first
    while let node = next, nodes[node].outcome == nil {
      let entries = living(node)
      if isPaused, node != first, entries.filter({ waits($0) }).count > 1 { break }
      for entry in entries where nodes[entry].isPaused != isPaused {
        guard case .watcher(.pause(let isSupported), let name) = nodes[entry].role else { continue }
        log.append("\(name) \(isPaused ? "pauses" : "resumes")")
        if isSupported { (nodes[entry].isPaused, hasChanged) = (isPaused, true) }
      }
      next = nodes[node].upstream
    }
    return hasChanged
  }

  // MARK: Memory

  /// Clears the upstream of each waiter whose upstream has been freed.
  mutating func forget() {
    var isReached = [Bool](repeating: false, count: nodes.count)
    var rest = promises.compactMap { $0 } + watchers + queue.map(\.node) + inUse
    for work in line {
      switch work {
      case .reactions(let node), .body(let node, _): rest.append(node)
      }
    }
    while let node = rest.popLast() {
      if isReached[node] { continue }
      isReached[node] = true
      rest += nodes[node].waiting
    }
    for node in nodes.indices where !isReached[node] {
      for child in living(node) { nodes[child].upstream = nil }
      nodes[node].waiting = []
    }
  }
}
