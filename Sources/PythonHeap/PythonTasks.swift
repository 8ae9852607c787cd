// Which task waits for which: the functions that it is suspended in, the futures that they await, and who waits for those.

/// A row of the log: a task, a function that another one awaits, or a future.
struct PythonNode {
  let address: UInt64
  var kind: String
  var label = ""
  /// The line of its function, or of the `await` for it; nil in a library.
  var place: PythonPlace?
  /// Whether `place` is the line of an `await` for it.
  var isAwaited = false
  var hasStarted = false
  /// The node that it awaits, and where.
  var awaits: Int?
  var awaitsAt: PythonPlace?
  /// The nodes that this one needs, such as the tasks of a `gather`.
  var inputs: [Int] = []
  /// The type of the lock that it waits for, and the nodes whose functions are in an `async with` of it.
  var lock = ""
  var holders: [Int] = []
  /// How long it sleeps, in nanoseconds.
  var timer: UInt64 = 0
}

/// The pending tasks of a heap, and what they wait for.
struct PythonTasks {
  private static let locks: Set = ["Lock", "Semaphore", "BoundedSemaphore", "Condition"]

  private let heap: PythonHeap
  private(set) var nodes: [PythonNode] = []
  /// What the threads run, innermost first.
  private(set) var running: [[PythonPlace]] = []
  private var numbers: [UInt64: Int] = [:]
  /// The futures that functions of libraries await, by their `self`.
  private var futuresOfSelf: [UInt64: Int] = [:]
  /// The locks that functions have, and those that futures are awaited for.
  private var held: [UInt64: [Int]] = [:]
  private var wanted: [(lock: UInt64, future: Int)] = []

  init(_ heap: PythonHeap) {
    self.heap = heap
    // A task without a function has ended, or is being made.
    let tasks = heap.futures.filter(heap.isTask).map { (task: $0, chain: heap.frames(of: $0)) }.filter {
      !$0.chain.frames.isEmpty
    }
    for (task, _) in tasks { _ = node(task, "task") }
    for (task, chain) in tasks { read(task, chain.frames, chain.future) }
    for future in heap.futures { readCallbacks(of: future) }
    for (lock, future) in wanted {
      nodes[future].lock = heap.name(ofType: heap.type(lock)) ?? ""
      nodes[future].holders = (held[lock] ?? []).filter { $0 != future }
    }
  }

  private mutating func node(_ address: UInt64, _ kind: String) -> Int {
    if let known = numbers[address] { return known }
    numbers[address] = nodes.count
    nodes.append(PythonNode(address: address, kind: kind))
    return nodes.count - 1
  }

  // MARK: Functions

  private mutating func read(_ task: UInt64, _ frames: [PythonFrame], _ future: UInt64) {
    guard let outer = frames.first, let number = numbers[task] else { return }
    let name = heap.text(heap.word(task &+ heap.layout.taskName)) ?? ""
    nodes[number].label = name.isEmpty || name.hasPrefix("Task-") ? outer.name : name
    nodes[number].hasStarted = outer.state != .created
    if nodes[number].place == nil { nodes[number].place = outer.place }
    // The functions of the program, and the outermost one in any case, are rows.
    var current = number
    var (above, library) = (outer, [PythonFrame]())
    var rows = [number]
    for frame in frames.dropFirst() {
      if frame.isLibrary {
        library.append(frame)
      } else {
        let next = node(frame.coroutine, "coroutine")
        (nodes[next].label, nodes[next].hasStarted) = (frame.name, frame.state != .created)
        wait(current, for: next, at: above)
        (current, above, library) = (next, frame, [])
      }
      rows.append(current)
    }
    if frames.last?.state == .running {
      running.append(frames.reversed().compactMap(\.place))
    }
    note(locks: frames, rows)
    guard future != 0, heap.isPending(future), !heap.isTask(future) || numbers[future] != nil else { return }
    let isNew = numbers[future] == nil
    let leaf = node(future, kind(of: future))
    if isNew { describe(leaf, library.isEmpty && outer.isLibrary ? [outer] : library) }
    wait(current, for: leaf, at: above)
    for frame in frames where frame.isLibrary && frame.first != 0 { futuresOfSelf[frame.first] = leaf }
    if let last = frames.last, last.isLibrary, let lock = self.lock(last.first) { wanted.append((lock, leaf)) }
  }

  private mutating func wait(_ node: Int, for next: Int, at frame: PythonFrame) {
    guard node != next else { return }
    (nodes[node].awaits, nodes[node].awaitsAt) = (next, frame.place)
    guard let place = frame.place, !nodes[next].isAwaited else { return }
    (nodes[next].place, nodes[next].isAwaited) = (place, true)
  }

  private func kind(of future: UInt64) -> String {
    if heap.isTask(future) { return "task" }
    return heap.name(ofType: heap.type(future)) == "_GatheringFuture" ? "gather" : "future"
  }

  /// Names a future by the call of a library that awaits it.
  private mutating func describe(_ future: Int, _ library: [PythonFrame]) {
    guard nodes[future].kind == "future" else { return }
    // `async with lock` calls `__aenter__`, and that calls `acquire`.
    let calls = library.filter { !($0.name.split(separator: ".").last ?? "").hasPrefix("_") }
    guard let call = calls.first ?? library.first else { return }
    // The end of an `async with` is named by what ends.
    nodes[future].kind =
      calls.isEmpty ? call.name.split(separator: ".").dropLast().joined(separator: ".") : call.name
    if nodes[future].kind.isEmpty { nodes[future].kind = call.name }
    if call.name == "sleep" { nodes[future].timer = heap.nanoseconds(call.first) ?? 0 }
  }

  // MARK: Locks

  /// The lock that an object is, or that a method belongs to.
  private func lock(_ object: UInt64) -> UInt64? {
    let object = heap.hasType(object, "PyMethod_Type") ? heap.word(object &+ PythonLayout.methodSelf) : object
    return Self.locks.contains(heap.name(ofType: heap.type(object)) ?? "") ? object : nil
  }

  /// Notes the locks whose `async with` functions are in: their `__aexit__` waits on the stack, also while the lock is being acquired.
  private mutating func note(locks frames: [PythonFrame], _ rows: [Int]) {
    let acquired = Set(frames.filter(\.isLibrary).map(\.first))
    for (frame, row) in zip(frames, rows) {
      for lock in Set(frame.stack.compactMap(lock)) where !acquired.contains(lock) && !(held[lock] ?? []).contains(row)
      {
        held[lock, default: []].append(row)
      }
    }
  }

  // MARK: Callbacks

  /// Finds what a future settles besides the task that awaits it: the result of `gather`, the end of a task group.
  private mutating func readCallbacks(of future: UInt64) {
    var callbacks = [heap.word(future &+ PythonLayout.firstCallback)]
    for pair in heap.items(of: heap.word(future &+ PythonLayout.callbacks), isTuple: false) {
      callbacks += heap.items(of: pair, isTuple: true).prefix(1)
    }
    for callback in callbacks where callback != 0 {
      for target in targets(of: callback) {
        guard let source = numbers[future], source != target, nodes[target].awaits != source,
          !nodes[target].inputs.contains(source)
        else { continue }
        nodes[target].inputs.append(source)
      }
    }
  }

  private mutating func targets(of callback: UInt64) -> [Int] {
    if heap.hasType(callback, "PyMethod_Type") {
      return futuresOfSelf[heap.word(callback &+ PythonLayout.methodSelf)].map { [$0] } ?? []
    }
    guard heap.hasType(callback, "PyFunction_Type") else { return [] }
    let cells = heap.items(of: heap.word(callback &+ PythonLayout.closure), isTuple: true)
    return cells.prefix(32).compactMap { cell in
      let content = heap.word(cell &+ PythonLayout.cell)
      guard heap.isFuture(content), heap.isPending(content) else { return nil }
      return numbers[content]
    }
  }
}
