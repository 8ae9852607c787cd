// Walks over linked promises. Promises may wait for one another in circles that something else will end (`race`, `timeout`), and be reached
// along many paths. So every walk over them uses one of these two types, which pass each promise once.
//
// Two walks need neither, because they change each promise that they pass for good: a cancellation detaches it, and `expectProgress` marks it.

/// A walk that may branch: the promises found so far, in the order in which they were found, each once.
///
/// It retains them until it is freed, so free it outside of locks: freeing a promise may run code of the program.
struct GraphWalk {
  private(set) var nodes: [PromiseNode] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// The number of promises that were visited.
  private var visited = 0

  init(from start: PromiseNode) { add(start) }

  /// Adds a promise to visit, unless it was found before.
  ///
  /// - Returns: Its number, the index in ``nodes``.
  @discardableResult
  mutating func add(_ node: PromiseNode) -> Int {
    if let number = numbers[ObjectIdentifier(node)] { return number }
    numbers[ObjectIdentifier(node)] = nodes.count
    nodes.append(node)
    return nodes.count - 1
  }

  func contains(_ node: PromiseNode) -> Bool { numbers[ObjectIdentifier(node)] != nil }

  /// The promise to visit now; nil once all were visited.
  var current: PromiseNode? { visited < nodes.count ? nodes[visited] : nil }

  /// Visits the next promise.
  ///
  /// - Returns: The promise that ``current`` was before.
  @discardableResult
  mutating func next() -> PromiseNode? {
    defer { if visited < nodes.count { visited += 1 } }
    return current
  }
}

/// A walk along one link of each promise, in constant time for each.
///
/// It retains the promises as ``GraphWalk`` does.
struct ChainWalk {
  private(set) var path: [PromiseNode]
  /// The index of the promise that the next ones are compared with; moves on as the walk does, so that it ends up in any circle.
  private var landmark = 0

  init(from start: PromiseNode) { path = [start] }

  var current: PromiseNode { path[path.count - 1] }

  /// Moves to another promise.
  ///
  /// - Returns: False if the walk has come around a circle.
  mutating func move(to next: PromiseNode) -> Bool {
    guard next !== path[landmark] else { return false }
    path.append(next)
    if path.count > 2 * landmark + 1 { landmark = path.count - 1 }
    return true
  }
}
