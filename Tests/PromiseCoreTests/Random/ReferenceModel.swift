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
  struct Node {
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

  enum Work {
    case reactions(of: Int)
    case body(Int, parent: Int)
  }

  var log: [String] = []
  var nodes: [Node] = []
  /// The promises that the program still holds, in the order they were made.
  var promises: [Int?] = []
  var watchers: [Int] = []
  var queue: [(node: Int, parent: Int?)] = []
  var line: [Work] = []
  private var isWorking = false
  private var hasDropped = false
  /// Kept alive by what is going on.
  var inUse: [Int] = []

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

  mutating func settle(_ node: Int, _ outcome: Outcome) -> Bool {
    if nodes[node].isDecided { return false }
    nodes[node].isDecided = true
    conclude(node, outcome)
    return true
  }

  mutating func conclude(_ node: Int, _ outcome: Outcome) {
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
}
