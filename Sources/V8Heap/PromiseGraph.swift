// Which promise waits for which: suspended functions, pending promises, and the reactions between them.

/// The promises of a heap that are pending, and have something to do with each other.
struct PromiseGraph {
  enum Kind: Equatable {
    case await, then, finally, all, allSettled, any, adopt
    /// A function that settles another promise is the handler itself: `Promise.race`, or `then(resolve)`.
    case resolver
  }

  /// A reaction on `source`, which settles `target` or continues a task.
  struct Edge {
    var kind: Kind
    var source: Int
    var target = -1
    var task = -1
    /// The handler's site, of `then` and `finally`.
    var site = -1
  }

  struct Node {
    let address: UInt64
    /// The function whose promise this is.
    var task = -1
    /// The edges from and to it.
    var waiters: [Int] = []
    var sources: [Int] = []
    /// Functions that settle it.
    var resolvers: [UInt64] = []
  }

  struct Task {
    let address: UInt64
    let kind: SuspensionParser.FunctionKind
    let site: Int
    let continuation: Int
    var promise = -1
    /// The promise that it waits for.
    var source = -1
  }

  let heap: Heap
  let running: RunningFunctions
  var functions: Functions
  private(set) var nodes: [Node] = []
  private(set) var tasks: [Task] = []
  private(set) var edges: [Edge] = []
  private var nodeNumbers = AddressTable(capacity: 1_024)
  private var taskNumbers = AddressTable()

  /// - Parameter file: Reads a source map.
  init(_ heap: Heap, file: @escaping (String) -> [UInt8]?) {
    self.heap = heap
    running = RunningFunctions(heap)
    functions = Functions(heap, file: file)
    readObjects()
  }

  mutating func node(_ address: UInt64) -> Int {
    if let known = nodeNumbers[address] { return Int(known) }
    nodeNumbers.add(address, UInt32(truncatingIfNeeded: nodes.count))
    nodes.append(Node(address: address))
    return nodes.count - 1
  }

  /// The task of a generator that is suspended.
  func task(_ generator: UInt64) -> Int? { taskNumbers[generator].map(Int.init) }

  private func isPending(_ promise: UInt64) -> Bool {
    heap.integer(promise &+ Layout.promiseFlags).map { $0 & 3 == 0 } ?? false
  }

  private func isPromise(_ object: UInt64) -> Bool { heap.type(object) == heap.layout.promise }

  private func context(_ function: UInt64) -> UInt64 { heap.pointer(function &+ heap.layout.functionContext) }

  /// The promise that a function of V8 settles.
  private func settled(by function: UInt64) -> UInt64 {
    let promise = heap.pointer(context(function) &+ Layout.contextFirst)
    return isPromise(promise) && !functions.hasScript(function) ? promise : 0
  }

  // MARK: Objects

  private mutating func readObjects() {
    let layout = heap.layout
    var (pending, generators, resolvers): ([UInt64], [UInt64], [UInt64]) = ([], [], [])
    heap.eachObject { object, type in
      switch type {
      case layout.promise: if isPending(object) { pending.append(object) }
      case layout.asyncFunction, layout.asyncGenerator: generators.append(object)
      case layout.function: if settled(by: object) != 0 { resolvers.append(object) }
      default: break
      }
    }
    for object in generators { readTask(object) }
    var seen = AddressTable(capacity: pending.count)
    for promise in pending {
      var reaction = heap.pointer(promise &+ Layout.promiseResult)
      // A list of a memory that changed can be a circle, or join another one.
      while heap.type(reaction) == layout.reaction, seen[reaction] == nil {
        seen.add(reaction, 0)
        reaction = read(reaction, of: promise)
      }
    }
    for function in resolvers {
      let promise = settled(by: function)
      if isPending(promise) { nodes[node(promise)].resolvers.append(function) }
    }
  }

  /// Reads a function that is suspended, or on the stack of a thread; -1 for one that has ended.
  @discardableResult
  private mutating func readTask(_ object: UInt64) -> Int {
    if let known = taskNumbers[object] { return Int(known) }
    let type = heap.type(object)
    let function = heap.pointer(object &+ Layout.generatorFunction)
    guard let continuation = heap.integer(object &+ Layout.generatorContinuation),
      continuation >= 0
        || running.functions.contains(function) && isPending(heap.pointer(object &+ Layout.generatorPromise)),
      heap.type(heap.pointer(function &+ heap.layout.functionShared)) == heap.layout.sharedFunction
    else { return -1 }
    let site = functions.site(of: function)
    let kind: SuspensionParser.FunctionKind =
      type == heap.layout.asyncGenerator
      ? .asyncGenerator
      : type == heap.layout.generator
        ? .generator : functions.sites[site].isModule ? .module : .asyncFunction
    taskNumbers.add(object, UInt32(truncatingIfNeeded: tasks.count))
    tasks.append(Task(address: object, kind: kind, site: site, continuation: continuation))
    let number = tasks.count - 1
    switch kind {
    case .asyncGenerator:
      var request = heap.pointer(object &+ Layout.generatorPromise)
      var count = 0
      while heap.type(request) == heap.layout.request, count < 10_000 {
        var next: UInt64 = 0
        for offset in stride(from: UInt64(8), through: 32, by: 8) {
          let field = heap.pointer(request &+ offset)
          if isPromise(field) {
            setPromise(field, of: number, isFirst: count == 0)
          } else if heap.type(field) == heap.layout.request {
            next = field
          }
        }
        request = next
        count += 1
      }
    case .generator: break
    default:
      let promise = heap.pointer(object &+ Layout.generatorPromise)
      if isPromise(promise) { setPromise(promise, of: number, isFirst: true) }
    }
    return number
  }

  private mutating func setPromise(_ promise: UInt64, of task: Int, isFirst: Bool) {
    let node = node(promise)
    nodes[node].task = task
    if isFirst, tasks[task].promise < 0 { tasks[task].promise = node }
  }

  // MARK: Reactions

  /// Reads a reaction of a pending promise; returns the next one.
  ///
  /// Its fields have another order in each version.
  private mutating func read(_ reaction: UInt64, of promise: UInt64) -> UInt64 {
    let layout = heap.layout
    var (next, target): (UInt64, UInt64) = (0, 0)
    var handlers: [(function: UInt64, offset: UInt64)] = []
    for offset in stride(from: UInt64(8), through: 40, by: 8) {
      let field = heap.pointer(reaction &+ offset)
      guard field != 0 else { continue }
      switch heap.type(field) {
      case layout.reaction: next = field
      case layout.promise: target = field
      case layout.capability: target = promised(by: field)
      case layout.bound, layout.function: handlers.append((field, offset))
      default: break
      }
    }
    let source = node(promise)
    for var edge in edges(from: source, handlers, target) {
      edge.source = source
      let number = edges.count
      edges.append(edge)
      nodes[source].waiters.append(number)
      if edge.target >= 0 { nodes[edge.target].sources.append(number) }
      if edge.task >= 0 { tasks[edge.task].source = source }
    }
    return next
  }

  private func promised(by capability: UInt64) -> UInt64 {
    for offset in stride(from: UInt64(8), through: 24, by: 8) {
      let field = heap.pointer(capability &+ offset)
      if isPromise(field) { return field }
    }
    return 0
  }

  private mutating func edges(
    from source: Int, _ handlers: [(function: UInt64, offset: UInt64)], _ target: UInt64
  ) -> [Edge] {
    let own = handlers.filter { !functions.hasScript($0.function) && heap.type($0.function) == heap.layout.function }
    // The functions for an input of a combinator have a context with what settles its result.
    var combinators: [(promise: UInt64, offset: UInt64)] = []
    for handler in own {
      let capability = heap.pointer(context(handler.function) &+ Layout.contextFirst &+ 8)
      guard heap.type(capability) == heap.layout.capability else { continue }
      let promise = promised(by: capability)
      if promise != 0 { combinators.append((promise, handler.offset)) }
    }
    if let first = combinators.first {
      // The handler for values comes behind that for errors.
      let isRejection = handlers.contains { $0.offset > first.offset }
      let kind: Kind = combinators.count > 1 ? .allSettled : isRejection ? .any : .all
      return [Edge(kind: kind, source: source, target: node(first.promise))]
    }
    for handler in own {
      let context = context(handler.function)
      for offset in stride(from: UInt64(16), through: 32, by: 8) {
        let generator = heap.pointer(context &+ offset)
        let type = heap.type(generator)
        if type == heap.layout.asyncFunction || type == heap.layout.asyncGenerator {
          return [Edge(kind: .await, source: source, task: readTask(generator))]
        }
      }
      let callback = heap.pointer(context &+ Layout.contextFirst)
      if heap.type(callback) == heap.layout.function {
        let site = functions.site(of: callback)
        return [Edge(kind: .finally, source: source, target: target == 0 ? -1 : node(target), site: site)]
      }
    }
    var found: [Edge] = []
    for handler in own {
      let promise = settled(by: handler.function)
      guard promise != 0 else { continue }
      let number = node(promise)
      if found.last?.target != number { found.append(Edge(kind: .resolver, source: source, target: number)) }
    }
    guard let handler = handlers.first(where: { functions.hasScript($0.function) }) else {
      let number = target == 0 ? -1 : node(target)
      if handlers.isEmpty {
        if number >= 0 { found.append(Edge(kind: .adopt, source: source, target: number)) }
      } else if number >= 0, found.isEmpty || !nodes[number].waiters.isEmpty {
        found.append(Edge(kind: .then, source: source, target: number))
      }
      return found
    }
    if let edge = helper(handler.function, source) { return found + [edge] }
    let number = target == 0 ? -1 : node(target)
    return found + [Edge(kind: .then, source: source, target: number, site: functions.site(of: handler.function))]
  }

  /// What TypeScript and Babel make of `await` for older runtimes: a handler whose scope has `resolve`, and in which, or around which, is a generator.
  private mutating func helper(_ handler: UInt64, _ source: Int) -> Edge? {
    let context = context(handler)
    var promise: UInt64 = 0
    for offset in stride(from: Layout.contextFirst, to: 96, by: 8) where promise == 0 {
      let field = heap.pointer(context &+ offset)
      if heap.type(field) == heap.layout.function { promise = settled(by: field) }
    }
    guard promise != 0 else { return nil }
    var scope = context
    for _ in 0..<3 {
      for offset in stride(from: Layout.contextFirst, to: 96, by: 8) {
        let field = heap.pointer(scope &+ offset)
        guard heap.type(field) == heap.layout.generator else { continue }
        let task = readTask(field)
        guard task >= 0 else { return nil }
        setPromise(promise, of: task, isFirst: true)
        return Edge(kind: .await, source: source, task: task)
      }
      scope = heap.pointer(scope &+ Layout.contextPrevious)
    }
    return nil
  }
}
