// Who has a lock: no memory says it, because a lock is an object of the program like any other. The functions that use it both before and behind
// the point at which they are suspended, and that do not wait for it themselves, will give it back.

/// The suspended functions that use what waiting promises are reached through.
struct LockUsers {
  /// A variable of a scope.
  private struct Key: Hashable {
    let name: String
    let context: UInt64
  }

  private static let most = 3
  private var users: [Key: [Int]] = [:]

  init() {}

  /// - Parameter chains: How the resolvers of promises are reached, by the promise's node.
  init(_ graph: PromiseGraph, _ chains: [Int: Holders.Chain]) {
    var graph = graph
    var waiting: [Key: [Int]] = [:]
    var properties: [Key: Set<String>] = [:]
    for (node, chain) in chains {
      guard let variable = chain.variable else { continue }
      let key = Key(name: variable.name, context: variable.context)
      waiting[key, default: []].append(node)
      properties[key, default: []].formUnion(chain.properties)
    }
    guard !waiting.isEmpty else { return }
    // Each suspended function is looked at once for each place at which it can be suspended.
    var words: [Int: [Int: (before: Set<String>, behind: Set<String>)]] = [:]
    let tasks = graph.tasks
    var suspended: [(task: Int, before: Set<String>, behind: Set<String>)] = []
    for (number, task) in tasks.enumerated() where task.promise >= 0 && task.source >= 0 {
      if let known = words[task.site]?[task.continuation] {
        suspended.append((number, known.before, known.behind))
        continue
      }
      let found = graph.functions.words(around: task.site, task.kind, continuation: task.continuation)
      words[task.site, default: [:]][task.continuation] = found
      suspended.append((number, found.before, found.behind))
    }
    for (key, nodes) in waiting {
      let blocked = Self.above(nodes, graph)
      let names = (properties[key] ?? []).map { "." + $0 }
      var found: [Int] = []
      for (number, before, behind) in suspended where found.count <= Self.most && !blocked.contains(number) {
        let usesVariable =
          before.contains(key.name) && behind.contains(key.name) && graph.scope(of: number, has: key.context)
        if usesVariable || names.contains(where: { before.contains($0) && behind.contains($0) }) {
          found.append(tasks[number].promise)
        }
      }
      if found.count <= Self.most { users[key] = found }
    }
  }

  /// The promises of the functions that have what a chain of holders ends at; none if that is not certain enough.
  func of(_ chain: Holders.Chain, _ node: Int, _ graph: PromiseGraph) -> [Int] {
    if let task = graph.task(chain.generator) {
      return Self.above([node], graph, most: 1_000).contains(task) ? [] : [graph.tasks[task].promise].filter { $0 >= 0 }
    }
    return chain.variable.flatMap { users[Key(name: $0.name, context: $0.context)] } ?? []
  }

  /// The tasks that wait for one of some promises, directly or not.
  private static func above(_ nodes: [Int], _ graph: PromiseGraph, most: Int = .max) -> Set<Int> {
    var tasks: Set<Int> = []
    var seen = Set(nodes)
    var queue = nodes
    while let node = queue.popLast(), tasks.count < most {
      for number in graph.nodes[node].waiters {
        let edge = graph.edges[number]
        var target = edge.target
        if edge.task >= 0 {
          tasks.insert(edge.task)
          target = graph.tasks[edge.task].promise
        }
        if target >= 0, seen.insert(target).inserted { queue.append(target) }
      }
    }
    return tasks
  }
}

extension PromiseGraph {
  /// Whether a suspended function is in a scope.
  fileprivate func scope(of task: Int, has context: UInt64) -> Bool {
    var scope = heap.pointer(tasks[task].address &+ Layout.generatorContext)
    for _ in 0..<50 where scope != 0 {
      if scope == context { return true }
      scope = heap.pointer(scope &+ Layout.contextPrevious)
    }
    return false
  }
}

extension Functions {
  /// The names in the text of a suspended function, before and behind the point of suspension; those of properties begin with a dot.
  fileprivate mutating func words(
    around site: Int, _ kind: SuspensionParser.FunctionKind, continuation: Int
  ) -> (before: Set<String>, behind: Set<String>) {
    var (before, behind): (Set<String>, Set<String>) = ([], [])
    guard let position = position(of: site, kind, continuation: continuation), let range = sites[site].range,
      let script = sites[site].script, !scripts[script].isInternal
    else { return (before, behind) }
    scripts[script].text.withUnsafeBufferPointer { text in
      var tokens = ScriptTokens(text, from: range.lowerBound, to: range.upperBound)
      var isProperty = false
      while tokens.kind != .end {
        if tokens.kind == .word {
          let name = String(decoding: text[tokens.start..<tokens.end], as: UTF16.self)
          let word = isProperty ? "." + name : name
          if tokens.start < position { before.insert(word) } else { behind.insert(word) }
        }
        isProperty = tokens.kind == .dot
        tokens.advance()
      }
    }
    return (before, behind)
  }
}
