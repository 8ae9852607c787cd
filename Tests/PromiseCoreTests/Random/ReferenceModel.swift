// What promises are, said as simply as can be: numbered records, lists, and one line of work, first come first served. Owns the
// prediction of a random program's log; refuses threads, memory and speed.

/// What becomes of a promise, as text.
enum Outcome: Equatable, CustomStringConvertible {
  case value(Int)
  case fault(Int)
  case cancelled, cycle, itself

  var side: HandledSides { if case .value = self { .fulfilled } else { .rejected } }

  var description: String {
    switch self {
    case .value(let value): "\(value)"
    case .fault(let number): "fault \(number)"
    case .cancelled: "cancelled"
    case .cycle: "cycle"
    case .itself: "itself"
    }
  }
}

/// Plays a program and writes down what happens.
struct ReferenceModel {
  private struct Node {
    enum Role {
      case plain
      case root(Target, Body)
      case derived(HandledSides, Target, Body)
      case watcher(Watch, name: Int)
    }

    var role: Role
    var outcome: Outcome?
    /// Settled, or locked in to another promise.
    var isDecided = false
    /// Locked in to another promise.
    var follows = false
    /// The promise that it waits for; nil once that promise has released it, or it has left.
    var upstream: Int?
    /// The waiters, in order; one that has left stays in the list until the list is next searched.
    var waiting: [Int] = []
    var isHandingOut = false
    var isCancelled = false
    var isPaused = false
    var isLazy = false

    var isPassive: Bool {
      if case .watcher(let watch, _) = role { return watch != .settled }
      return false
    }
  }

  private enum Work {
    case reactions(of: Int)
    case body(Int, parent: Int)
  }

  private(set) var log: [String] = []
  private var nodes: [Node] = []
  /// The promises that the program still holds, in the order they were made.
  private var promises: [Int?] = []
  private var watchers: [Int] = []
  private var queue: [(node: Int, parent: Int?)] = []
  private var line: [Work] = []
  private var isWorking = false
  private var hasDropped = false
  /// Kept alive by what is going on.
  private var inUse: [Int] = []

  init(_ program: [Step]) {
    for step in program { play(step) }
    while runOne() {}
    for (number, promise) in promises.enumerated() {
      if let promise { log.append("\(number) is \(nodes[promise].outcome?.description ?? "pending")") }
    }
  }

  // MARK: Steps

  private func promise(_ number: Int) -> Int? { promises.isEmpty ? nil : promises[number % promises.count] }

  private mutating func add(_ role: Node.Role) -> Int {
    nodes.append(Node(role: role))
    return nodes.count - 1
  }

  private mutating func play(_ step: Step) {
    if hasDropped { forget() }
    switch step {
    case .make: promises.append(add(.plain))
    case .makeSettled(let value): addSettled(.value(value))
    case .makeRejected(let number): addSettled(.fault(number))
    case .run(let target, let body):
      let node = add(.root(target, body))
      begin(node)
      promises.append(node)
    case .lazy(let target, let body):
      let node = add(.root(target, body))
      nodes[node].isLazy = true
      promises.append(node)
    case .derive(let number, let sides, let target, let body):
      guard let parent = promise(number) else { return }
      let node = add(.derived(sides, target, body))
      register(node, on: parent)
      promises.append(node)
    case .fulfill(let number, let value): if let node = promise(number) { tell(settle(node, .value(value))) }
    case .reject(let number, let fault): if let node = promise(number) { tell(settle(node, .fault(fault))) }
    case .adopt(let number, let source):
      guard let node = promise(number), let source = promise(source), case .plain = nodes[node].role else { return }
      tell(adopt(node, source))
    case .cancel(let number): if let node = promise(number) { tell(cancel(node)) }
    case .start(let number): if let node = promise(number) { tell(start(node)) }
    case .watch(let number, let watch, let name):
      guard let node = promise(number) else { return }
      let watcher = add(.watcher(watch, name: name))
      register(watcher, on: node)
      if watch == .settled { watchers.append(watcher) }
    case .cancelWatch(let number): if !watchers.isEmpty { tell(cancel(watchers[number % watchers.count])) }
    case .stopWatch(let number, let cancelsSource):
      if !watchers.isEmpty { stop(watchers[number % watchers.count], cancelsSource) }
    case .report(let number, let progress): if let node = promise(number) { report(progress, of: node) }
    case .pause(let number, let isPaused): if let node = promise(number) { tell(setPaused(node, isPaused)) }
    case .drop(let number):
      if !promises.isEmpty { promises[number % promises.count] = nil }
      hasDropped = true
    case .runOne: tell(runOne())
    case .runReady: while runOne() {}
    }
  }

  private mutating func tell(_ result: Bool) { log.append("\(result)") }

  private mutating func addSettled(_ outcome: Outcome) {
    let node = add(.plain)
    (nodes[node].isDecided, nodes[node].outcome) = (true, outcome)
    promises.append(node)
  }

  // MARK: Settling

  private mutating func settle(_ node: Int, _ outcome: Outcome) -> Bool {
    if nodes[node].isDecided { return false }
    nodes[node].isDecided = true
    conclude(node, outcome)
    return true
  }

  private mutating func conclude(_ node: Int, _ outcome: Outcome) {
    nodes[node].outcome = outcome
    if nodes[node].waiting.isEmpty { return }
    nodes[node].isHandingOut = true
    line.append(.reactions(of: node))
    if !isWorking { work() }
  }

  private mutating func adopt(_ node: Int, _ source: Int) -> Bool {
    if nodes[node].isDecided { return false }
    nodes[node].isDecided = true
    if source == node {
      conclude(node, .itself)
      return true
    }
    var above: Int? = source
    // One that was settled from outside still stands in its parent's list, but waits for nothing.
    while let next = above, next != node { above = nodes[next].outcome == nil ? nodes[next].upstream : nil }
    if above == node {
      conclude(node, .cycle)
    } else {
      nodes[node].follows = true
      register(node, on: source)
    }
    return true
  }

  // MARK: Waiting

  private mutating func register(_ child: Int, on parent: Int) {
    nodes[child].upstream = parent
    if nodes[parent].outcome == nil || nodes[parent].isHandingOut {
      nodes[parent].waiting.append(child)
      if !nodes[child].isPassive { _ = start(parent) }
    } else if isWorking {
      handOut(child, of: parent, isInTurn: false)
    } else {
      isWorking = true
      handOut(child, of: parent, isInTurn: true)
      work()
    }
  }

  /// Works off the line; what is added meanwhile comes behind.
  private mutating func work() {
    isWorking = true
    while !line.isEmpty {
      switch line.removeFirst() {
      case .body(let node, let parent): perform(node, parent)
      case .reactions(let node):
        inUse.append(node)
        while !nodes[node].waiting.isEmpty {
          let children = nodes[node].waiting
          nodes[node].waiting = []
          inUse += children
          for child in children { handOut(child, of: node, isInTurn: true) }
          inUse.removeLast(children.count)
        }
        nodes[node].isHandingOut = false
        inUse.removeLast()
      }
    }
    isWorking = false
  }

  private mutating func handOut(_ child: Int, of parent: Int, isInTurn: Bool) {
    guard nodes[child].upstream == parent, let outcome = nodes[parent].outcome else { return }
    nodes[child].upstream = nil
    var (handles, target): (HandledSides, Target) = ([.fulfilled, .rejected], .inline)
    if case .derived(let sides, let chosen, _) = nodes[child].role { (handles, target) = (sides, chosen) }
    if nodes[child].follows {
      conclude(child, outcome)
    } else if !handles.contains(outcome.side) {
      _ = settle(child, outcome)
    } else if target == .manual {
      queue.append((child, parent))
    } else if isInTurn {
      perform(child, parent)
    } else {
      line.append(.body(child, parent: parent))
    }
  }

  // MARK: Bodies

  private mutating func begin(_ node: Int) {
    if case .root(.manual, _) = nodes[node].role { queue.append((node, nil)) } else { perform(node, nil) }
  }

  private mutating func start(_ node: Int) -> Bool {
    if !nodes[node].isLazy || nodes[node].isDecided { return false }
    nodes[node].isLazy = false
    begin(node)
    return true
  }

  private mutating func runOne() -> Bool {
    if queue.isEmpty { return false }
    let (node, parent) = queue.removeFirst()
    perform(node, parent)
    return true
  }

  private mutating func perform(_ node: Int, _ parent: Int?) {
    inUse.append(node)
    defer { inUse.removeLast() }
    let body: Body
    let outcome = parent.flatMap { nodes[$0].outcome }
    switch nodes[node].role {
    case .plain: return
    case .watcher(let watch, let name): return see(watch, name, parent)
    case .root(_, let own), .derived(_, _, let own): body = own
    }
    if nodes[node].isDecided { return }
    log.append("\(body.name) gets \(outcome?.description ?? "nothing")")
    for step in body.steps { play(step) }
    switch body.end {
    case .value(let value): _ = settle(node, .value(value))
    case .fault(let number): _ = settle(node, .fault(number))
    case .follow(let number):
      if let source = promise(number) { _ = adopt(node, source) } else { _ = settle(node, .value(-1)) }
    case .pass: _ = settle(node, outcome ?? .value(0))
    }
  }

  private mutating func see(_ watch: Watch, _ name: Int, _ parent: Int?) {
    guard let parent, let outcome = nodes[parent].outcome else { return }
    switch watch {
    case .settled, .silently: log.append("\(name) sees \(outcome)")
    case .cancelled: if nodes[parent].isCancelled { log.append("\(name) sees \(outcome)") }
    case .progress, .pause: return
    }
  }

  // MARK: Going up, and looking through lists

  private func living(_ node: Int) -> [Int] { nodes[node].waiting.filter { nodes[$0].upstream == node } }

  /// Whether an entry is more than a watcher, and not settled from outside.
  private func waits(_ entry: Int) -> Bool { !nodes[entry].isPassive && nodes[entry].outcome == nil }

  private mutating func isAwaited(_ node: Int) -> Bool {
    if nodes[node].outcome != nil { return true }
    nodes[node].waiting = living(node)
    return nodes[node].waiting.contains { waits($0) }
  }

  private mutating func cancel(_ first: Int) -> Bool {
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

  private mutating func stop(_ watcher: Int, _ cancelsSource: Bool) {
    let source = nodes[watcher].upstream
    nodes[watcher].upstream = nil
    if cancelsSource, let source, !isAwaited(source) { _ = cancel(source) }
  }

  private mutating func report(_ progress: Int, of first: Int) {
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

  private mutating func setPaused(_ first: Int, _ isPaused: Bool) -> Bool {
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
  private mutating func forget() {
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
