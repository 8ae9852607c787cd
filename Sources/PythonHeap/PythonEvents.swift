// The tasks of Python as events of a log.

import ProcessMemory
import PromiseTrace

/// Writes the events of one reading.
struct PythonEvents {
  private(set) var texts: ReadingTexts
  private(set) var identities: [PromiseID: UInt64] = [:]
  private var created: [Event] = []
  private var others: [EventKind: [Event]] = [:]

  init(_ tasks: PythonTasks, relativeTo folder: String) {
    texts = ReadingTexts(relativeTo: folder)
    let order = Self.order(tasks.nodes)
    var promises = [PromiseID](repeating: 0, count: tasks.nodes.count)
    for (index, node) in order.enumerated() { promises[node] = PromiseID(index + 1) }
    for node in order { create(tasks.nodes[node], promises[node]) }
    for node in order { connect(tasks.nodes[node], promises[node], promises) }
    for stack in tasks.running where !stack.isEmpty {
      let names = stack.prefix(4).map { "\($0.function) (\($0.file.split(separator: "/").last ?? ""):\($0.line))" }
      var event = Event(.noted)
      event.text = texts.intern(Preview.line("running: " + names.joined(separator: " < ")))
      add(event)
    }
  }

  var all: [Event] {
    created + [EventKind.started, .registered, .awaiting, .held, .noted].flatMap { others[$0] ?? [] }
  }

  /// What nothing waits for first, and what a node waits for behind it.
  private static func order(_ nodes: [PythonNode]) -> [Int] {
    var isNeeded = [Bool](repeating: false, count: nodes.count)
    for node in nodes {
      if let awaits = node.awaits { isNeeded[awaits] = true }
      for input in node.inputs { isNeeded[input] = true }
    }
    var (order, seen) = ([Int](), [Bool](repeating: false, count: nodes.count))
    for start in nodes.indices.filter({ !isNeeded[$0] }) + Array(nodes.indices) {
      var pending = [start]
      while let node = pending.popLast() {
        guard !seen[node] else { continue }
        seen[node] = true
        order.append(node)
        pending += nodes[node].inputs.reversed()
        if let awaits = nodes[node].awaits { pending.append(awaits) }
      }
    }
    return order
  }

  private mutating func create(_ node: PythonNode, _ promise: PromiseID) {
    var event = Event(.created, promise)
    event.isUnknownStart = true
    event.operation = texts.intern(node.kind)
    if !node.label.isEmpty { event.text = texts.intern(Preview.line(node.label)) }
    if node.timer > 0 { event.timer = node.timer }
    event.site = site(node.place)
    if node.isAwaited { event.extra = texts.inferredMember(event.site) }
    identities[promise] = node.address
    created.append(event)
  }

  private mutating func connect(_ node: PythonNode, _ promise: PromiseID, _ promises: [PromiseID]) {
    if node.hasStarted { add(Event(.started, promise)) }
    for input in node.inputs {
      var event = Event(.registered, promises[input])
      (event.peer, event.handles) = (promise, .unknown)
      add(event)
    }
    if let awaits = node.awaits {
      var event = Event(.awaiting, promise)
      (event.peer, event.site) = (promises[awaits], site(node.awaitsAt))
      add(event)
    }
    for holder in node.holders {
      var event = Event(.held, promise)
      (event.peer, event.text) = (promises[holder], texts.intern("asyncio.\(node.lock)"))
      add(event)
    }
  }

  private mutating func site(_ place: PythonPlace?) -> Site {
    place.map { texts.site($0.file, $0.line, $0.function) } ?? Site()
  }

  private mutating func add(_ event: Event) { others[event.kind, default: []].append(event) }
}
