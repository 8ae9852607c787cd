// The promises of a heap as events of a log.

import ProcessMemory
import PromiseTrace

/// Writes the events of one reading.
struct HeapEvents {
  var graph: PromiseGraph
  private let reachability: Reachability
  private var holders: Holders
  /// Whether the memory was read whole while nothing ran, so that what is not found is not there.
  private let isProof: Bool
  var texts: ReadingTexts
  private(set) var created: [Event] = []
  private(set) var others: [EventKind: [Event]] = [:]
  /// The promise of each node that is in the log; 0 for the others.
  private(set) var promises: [PromiseID]
  private(set) var identities: [PromiseID: UInt64] = [:]
  private var isShown: [Bool]
  private var chains: [Int: Holders.Chain] = [:]
  private var users = LockUsers()

  init(_ graph: PromiseGraph, isProof: Bool, relativeTo folder: String) {
    self.graph = graph
    reachability = Reachability(graph.heap)
    holders = Holders(reachability)
    self.isProof = isProof
    texts = ReadingTexts(relativeTo: folder)
    promises = Array(repeating: 0, count: graph.nodes.count)
    isShown = Array(repeating: false, count: graph.nodes.count)
    choose()
    for node in graph.nodes.indices where isShown[node] && isLeaf(node) { findHolders(of: node) }
    holders.addVariables(to: &chains, graph.functions)
    for node in graph.nodes.indices where isShown[node] && graph.nodes[node].waiters.isEmpty { createAll(from: node) }
    for node in graph.nodes.indices where isShown[node] { createAll(from: node) }
    users = LockUsers(graph, chains)
    for node in graph.nodes.indices where isShown[node] { connect(node) }
    for stack in graph.running.stacks { note(stack) }
  }

  /// All events, in an order in which each promise is created before another event refers to it.
  var events: [Event] {
    created
      + [EventKind.started, .registered, .adopted, .awaiting, .held, .noted, .released].flatMap { others[$0] ?? [] }
  }

  // MARK: Choice

  func isInternal(site: Int) -> Bool {
    guard site >= 0, let script = graph.functions.sites[site].script else { return true }
    return graph.functions.scripts[script].isInternal
  }

  private func isInternal(task: Int) -> Bool { isInternal(site: graph.tasks[task].site) }

  /// Chooses what a function or handler of the program waits for, or what waits for one; not the tasks of Node's own modules above them.
  private mutating func choose() {
    var queue: [Int] = []
    func add(_ node: Int, _ shown: inout [Bool]) {
      guard node >= 0, !shown[node] else { return }
      shown[node] = true
      queue.append(node)
    }
    for task in graph.tasks where !isInternal(site: task.site) { add(task.promise, &isShown) }
    for edge in graph.edges where (edge.kind == .then || edge.kind == .finally) && !isInternal(site: edge.site) {
      add(edge.source, &isShown)
      add(edge.target, &isShown)
    }
    while let node = queue.popLast() {
      let task = graph.nodes[node].task
      if task >= 0 { add(graph.tasks[task].source, &isShown) }
      for edge in graph.nodes[node].sources { add(graph.edges[edge].source, &isShown) }
      for number in graph.nodes[node].waiters {
        let edge = graph.edges[number]
        guard edge.target >= 0 else { continue }
        let above = graph.nodes[edge.target].task
        // V8 itself waits for modules.
        let isHidden =
          above >= 0 && isInternal(task: above) || edge.site >= 0 && isInternal(site: edge.site)
          || edge.kind == .then && edge.site < 0 && task >= 0 && graph.tasks[task].kind == .module
        if !isHidden { add(edge.target, &isShown) }
      }
    }
  }

  // MARK: Creation

  /// Creates a promise, what it derives from before it, and what it waits for behind it.
  private mutating func createAll(from start: Int) {
    var pending = [start]
    while let node = pending.popLast() {
      guard promises[node] == 0 else { continue }
      // A chain of `then` can be long, and in a memory that changed it can be a circle.
      var chain = [node]
      while let above = derived(chain[chain.count - 1]), promises[above] == 0, chain.count < 1_000_000,
        !chain.suffix(64).contains(above)
      {
        chain.append(above)
      }
      for node in chain.reversed() where promises[node] == 0 { create(node) }
      for node in chain {
        if graph.nodes[node].task >= 0 {
          let source = graph.tasks[graph.nodes[node].task].source
          if source >= 0 { pending.append(source) }
        }
        for edge in graph.nodes[node].sources.reversed() { pending.append(graph.edges[edge].source) }
      }
    }
  }

  /// The promise on which `then` or `finally` was called to create another one.
  private func derived(_ node: Int) -> Int? {
    guard graph.nodes[node].task < 0, let first = graph.nodes[node].sources.first else { return nil }
    let edge = graph.edges[first]
    return edge.kind == .then || edge.kind == .finally ? edge.source : nil
  }

  private mutating func create(_ node: Int) {
    let promise = PromiseID(created.count + 1)
    promises[node] = promise
    var event = Event(.created, promise)
    event.isUnknownStart = true
    event.operation = texts.intern(operation(node))
    if let above = derived(node), promises[above] != 0, promises[above] != promise { event.peer = promises[above] }
    let task = graph.nodes[node].task
    var identity = graph.nodes[node].address
    if task >= 0 {
      let site = graph.tasks[task].site
      let name = graph.functions.sites[site].name
      if !name.isEmpty { event.text = texts.intern(Preview.line(name)) }
      identity ^= graph.functions.sites[site].identity
    }
    identities[promise] = identity
    if let timer = chains[node]?.timer, timer > 0 { event.timer = UInt64(timer) * 1_000_000 }
    let (site, isInferred) = place(of: node)
    event.site = site
    if isInferred { event.extra = texts.inferredMember(site) }
    created.append(event)
  }

  private func operation(_ node: Int) -> String {
    let task = graph.nodes[node].task
    if task >= 0 {
      return switch graph.tasks[task].kind {
      case .asyncFunction, .generator: "async function"
      case .asyncGenerator: "async generator"
      case .module: "module"
      }
    }
    let sources = graph.nodes[node].sources
    if let first = sources.first {
      switch graph.edges[first].kind {
      case .then: return "then"
      case .finally: return "finally"
      case .all: return "all"
      case .allSettled: return "allSettled"
      case .any: return "any"
      case .resolver: return sources.count > 1 ? "race" : "new Promise"
      case .adopt, .await: return "promise"
      }
    }
    if chains[node]?.timer != nil { return "setTimeout" }
    return graph.nodes[node].resolvers.isEmpty ? "promise" : "new Promise"
  }

  /// The call site of a promise: the line of its handler, or of the `await` for it, else that of its function.
  private mutating func place(of node: Int) -> (site: Site, isInferred: Bool) {
    if derived(node) != nil, let first = graph.nodes[node].sources.first {
      let site = graph.edges[first].site
      return (site >= 0 ? self.site(of: site) : Site(), false)
    }
    var current = node
    for _ in 0..<20 {
      guard let number = graph.nodes[current].waiters.first else { break }
      let edge = graph.edges[number]
      if edge.task >= 0, !isInternal(task: edge.task) {
        let site = suspension(of: edge.task)
        if site.line > 0 { return (site, true) }
      }
      guard edge.target >= 0, edge.kind != .then, edge.kind != .finally else { break }
      current = edge.target
    }
    let task = graph.nodes[node].task
    guard task >= 0 else { return (Site(), false) }
    let site = graph.tasks[task].site
    return (self.site(of: site), false)
  }

  // MARK: Relations

  private mutating func connect(_ node: Int) {
    let promise = promises[node]
    let task = graph.nodes[node].task
    if task >= 0, graph.tasks[task].promise == node {
      add(Event(.started, promise))
      let source = graph.tasks[task].source
      if source >= 0, source != node, promises[source] != 0 {
        var event = Event(.awaiting, promise)
        event.peer = promises[source]
        event.site = suspension(of: task)
        add(event)
      }
    }
    var isAdopting = false
    for number in graph.nodes[node].sources {
      let edge = graph.edges[number]
      guard promises[edge.source] != 0, edge.source != node else { continue }
      if edge.kind == .adopt, !isAdopting {
        isAdopting = true
        var event = Event(.adopted, promise)
        event.peer = promises[edge.source]
        add(event)
      } else {
        var event = Event(.registered, promises[edge.source])
        event.peer = promise
        event.handles = .unknown
        add(event)
      }
    }
    let isGarbage = isProof && reachability.isGarbage(graph.nodes[node].address)
    if let chain = chains[node], !chain.names.isEmpty {
      var event = Event(.held, promise)
      event.text = texts.intern(Preview.line(chain.names.joined(separator: " ← ")))
      let holders = users.of(chain, node, graph)
      for holder in holders where promises[holder] != 0 && holder != node {
        event.peer = promises[holder]
        add(event)
      }
      if event.peer == 0 { add(event) }
    } else if chains[node] == nil, isProof, !isGarbage, isLeaf(node), !graph.nodes[node].resolvers.isEmpty {
      var event = Event(.noted, promise)
      event.text = texts.intern(LibraryNote.resolverReleased.text)
      add(event)
    }
    if isGarbage {
      var event = Event(.released, promise)
      event.state = .pending
      add(event)
    }
  }

  /// Whether nothing else that is known settles a promise.
  private func isLeaf(_ node: Int) -> Bool { graph.nodes[node].task < 0 && graph.nodes[node].sources.isEmpty }

  /// Finds how the resolver of a promise is reached, if it has one that is not garbage.
  private mutating func findHolders(of node: Int) {
    for function in graph.nodes[node].resolvers.prefix(8) where !reachability.isGarbage(function) {
      guard chains[node]?.names.isEmpty ?? true else { return }
      chains[node] = holders.chain(of: function, &graph.functions)
    }
  }

  mutating func add(_ event: Event) { others[event.kind, default: []].append(event) }
}
