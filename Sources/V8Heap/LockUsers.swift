// Who has a lock: no memory says it, because a lock is an object of the program like any other. The functions that use it both before and behind
// the point at which they are suspended, and that do not wait for it themselves, will give it back.

/// The suspended functions that use what waiting promises are reached through.
struct LockUsers {
  /// A variable, by its name and the context of its scope; or an object, by its address and without a name.
  private struct Key: Hashable {
    var name = ""
    let address: UInt64
  }

  private static let most = 3
  /// The promises of the functions that use each key.
  private var users: [Key: [Int]] = [:]

  init() {}

  /// - Parameter chains: How the resolvers of promises are reached, by the promise's node.
  init(_ graph: PromiseGraph, _ chains: [Int: Holders.Chain]) {
    var graph = graph
    var waiting: [Key: [Int]] = [:]
    var (contexts, properties): (Set<UInt64>, [String: Set<Key>]) = ([], [:])
    for (node, chain) in chains {
      for object in chain.objects { waiting[Key(address: object), default: []].append(node) }
      guard let variable = chain.variable else { continue }
      let key = Key(name: variable.name, address: variable.context)
      waiting[key, default: []].append(node)
      contexts.insert(key.address)
      for property in chain.properties { properties["." + property, default: []].insert(key) }
    }
    guard !waiting.isEmpty else { return }
    // If many variables lead to a property of the same name, its use does not show which of them is meant.
    properties = properties.filter { $0.value.count <= 8 }
    let blocked = waiting.mapValues { Self.above($0, graph) }
    // Each function is parsed once for each point at which it can be suspended.
    var known: [Int: [Int: FunctionWords]] = [:]
    for (number, task) in graph.tasks.enumerated() where task.promise >= 0 && task.source >= 0 {
      let words: FunctionWords
      if let found = known[task.site]?[task.continuation] {
        words = found
      } else {
        words = graph.functions.words(around: task.site, task.kind, continuation: task.continuation)
        known[task.site, default: [:]][task.continuation] = words
      }
      /// Adds the function to the users of a key. If it waits for one of the key's promises, it is added only if the key is certain and its uses are
      /// paired, and never if it awaits such a promise itself.
      func add(_ key: Key, _ isPaired: Bool, isCertain: Bool = false) {
        let found = users[key] ?? []
        guard found.count <= Self.most, let blocked = blocked[key], !found.contains(task.promise),
          !blocked.all.contains(number) || isPaired && isCertain && !blocked.direct.contains(number)
        else { return }
        users[key] = found + [task.promise]
      }
      var context = graph.heap.pointer(task.address &+ Layout.generatorContext)
      for _ in 0..<50 where context != 0 {
        if contexts.contains(context) {
          for (name, isPaired) in words.names { add(Key(name: name, address: context), isPaired, isCertain: true) }
        }
        context = graph.heap.pointer(context &+ Layout.contextPrevious)
      }
      for property in words.properties { for key in properties[property] ?? [] { add(key, false) } }
      let registers = graph.heap.pointer(task.address &+ Layout.generatorRegisters)
      for (index, name) in words.parameters.enumerated() where words.names[name] == true {
        add(Key(address: graph.heap.pointer(registers &+ 16 &+ UInt64(index) &* 8)), true, isCertain: true)
      }
      let receiver = graph.heap.pointer(task.address &+ Layout.generatorReceiver)
      if words.names["this"] == true { add(Key(address: receiver), true) }
    }
  }

  /// The promises of the functions that have what a chain of holders ends at; none if that is not certain enough.
  func of(_ chain: Holders.Chain, _ node: Int, _ graph: PromiseGraph) -> [Int] {
    if let task = graph.task(chain.generator), !Self.above([node], graph, most: 1_000).all.contains(task) {
      return [graph.tasks[task].promise].filter { $0 >= 0 }
    }
    var keys = chain.objects.map { Key(address: $0) }
    if let variable = chain.variable { keys.append(Key(name: variable.name, address: variable.context)) }
    return keys.lazy.compactMap { users[$0] }.first { $0.count <= Self.most } ?? []
  }

  /// The tasks that wait for one of the promises, directly or not, and those that await one directly.
  private static func above(
    _ nodes: [Int], _ graph: PromiseGraph, most: Int = .max
  ) -> (all: Set<Int>, direct: Set<Int>) {
    var tasks: Set<Int> = []
    var seen = Set(nodes)
    let direct = Set(nodes.lazy.flatMap { graph.nodes[$0].waiters }.map { graph.edges[$0].task })
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
    return (tasks, direct)
  }
}

/// The words that the text of a function has both before and after the point at which it is suspended.
private struct FunctionWords {
  /// The names of the parameters, in order; empty for a pattern.
  var parameters: [String] = []
  /// For each variable, whether its uses are paired: one member is used only before that point and another only after it, such as `acquire` and
  /// `release`.
  var names: [String: Bool] = [:]
  /// The names of properties, each with a leading dot.
  var properties: [String] = []
}

extension Functions {
  fileprivate mutating func words(
    around site: Int, _ kind: SuspensionParser.FunctionKind, continuation: Int
  ) -> FunctionWords {
    var words = FunctionWords()
    guard let position = position(of: site, kind, continuation: continuation), let range = sites[site].range,
      let script = sites[site].script, !scripts[script].isInternal
    else { return words }
    scripts[script].text.withUnsafeBufferPointer { text in
      var tokens = ScriptTokens(text, from: range.lowerBound, to: range.upperBound)
      if kind != .module { words.parameters = tokens.readParameters() }
      var (before, behind): (Set<String>, Set<String>) = ([], [])
      var (owner, isProperty) = ("", false)
      while tokens.kind != .end {
        if tokens.kind == .word {
          let name = tokens.name
          for word in isProperty ? ["." + name, owner + "." + name] : [name] {
            if tokens.start < position { before.insert(word) } else { behind.insert(word) }
          }
          owner = name
        }
        isProperty = tokens.kind == .dot
        tokens.advance()
      }
      // The variables whose members are in a set.
      func owners(_ members: Set<String>) -> Set<Substring> {
        Set(members.filter { $0.contains(".") }.map { member in member.prefix { $0 != "." } })
      }
      let paired = owners(before.subtracting(behind)).intersection(owners(behind.subtracting(before)))
      for word in before.intersection(behind) {
        if word.hasPrefix(".") {
          words.properties.append(word)
        } else if !word.contains(".") {
          words.names[word] = paired.contains(Substring(word))
        }
      }
    }
    return words
  }
}

extension ScriptTokens {
  fileprivate var name: String { String(decoding: text[start..<end], as: UTF16.self) }

  /// Reads the parameters of a function, up to the end of their list.
  fileprivate mutating func readParameters() -> [String] {
    while kind == .word || kind == .star {
      let name = name
      advance()
      if kind == .arrow { return [name] }
    }
    guard kind == .openParenthesis else { return [] }
    var (names, depth) = ([""], 1)
    while depth > 0, kind != .end {
      advance()
      switch kind {
      case .openParenthesis, .openBrace, .openBracket: depth += 1
      case .closeParenthesis, .closeBrace, .closeBracket: depth -= 1
      case .comma where depth == 1: names.append("")
      case .word where depth == 1 && names[names.count - 1].isEmpty: names[names.count - 1] = name
      default: break
      }
    }
    return names
  }
}
