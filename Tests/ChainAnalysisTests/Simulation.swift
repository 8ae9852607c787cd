// A simulated program: sources, handlers on serial queues, combinators, timers and retries, each of which takes a random time. Owns the
// rules by which its events follow from each other; every moment of every promise has a recorded cause.

struct Simulation {
  private enum Plan {
    case source
    case then(queue: Int)
    case delay
    case all
    case race
    case retry(attempts: Int)
  }

  private struct Node {
    var plan: Plan
    var parent: PromiseID = 0
    var inputs: [PromiseID] = []
    var settled: Bool?
    var reactions: [PromiseID] = []
  }

  private enum Action {
    case settle(PromiseID, Bool)
    case finish(PromiseID)
    case pass(PromiseID)
    case attempt(PromiseID)
    case grow
  }

  let texts = TextTable()
  private(set) var events: [Event] = []
  private var dice: Dice
  private var time: Int64 = 0
  private var nodes: [PromiseID: Node] = [:]
  private var agenda: [(time: Int64, order: Int, action: Action)] = []
  private var order = 0
  private var waiting: [[PromiseID]] = [[], []]
  private var running: [PromiseID] = [0, 0]
  /// The promise whose body runs while events are emitted, or 0.
  private var context: PromiseID = 0
  private let size: Int

  init(seed: UInt64, size: Int = 60) {
    dice = Dice(seed: seed)
    self.size = size
    for _ in 0..<6 { plan(.grow, after: Int64(dice.roll(UInt64(400)))) }
    while !agenda.isEmpty {
      let next = agenda.indices.min { (agenda[$0].time, agenda[$0].order) < (agenda[$1].time, agenda[$1].order) } ?? 0
      let entry = agenda.remove(at: next)
      time = entry.time
      context = 0
      perform(entry.action)
    }
    emit(.ended, 0)
  }

  // MARK: Acting

  private mutating func plan(_ action: Action, after delay: Int64) {
    order += 1
    agenda.append((time + delay, order, action))
  }

  private mutating func perform(_ action: Action) {
    switch action {
    case .settle(let id, let isFulfilled): settle(id, isFulfilled, .resolver)
    case .pass(let id): settle(id, true, .passthrough, via: nodes[id]?.parent ?? 0)
    case .finish(let id): finish(id)
    case .attempt(let id): attempt(id)
    case .grow:
      grow()
      if nodes.count < size { plan(.grow, after: Int64(dice.roll(UInt64(300)))) }
    }
  }

  /// Creates a promise of any kind.
  @discardableResult
  private mutating func grow() -> PromiseID {
    let known = nodes.keys.sorted()
    func any() -> PromiseID { known[dice.roll(known.count)] }
    guard !known.isEmpty else { return source() }
    switch dice.roll(10) {
    case 0, 1: return source()
    case 2, 3, 4, 5: return derive("then", .then(queue: dice.roll(2)), from: any(), [.fulfilled])
    case 6: return derive("delay", .delay, from: any(), [])
    case 7: return combine("all", .all, [any(), any(), any()])
    case 8: return combine("race", .race, [any(), any()])
    default:
      let id = create("retry", .retry(attempts: 3))
      attempt(id)
      return id
    }
  }

  private mutating func source() -> PromiseID {
    let id = create("wrap", .source)
    plan(.settle(id, dice.roll(5) > 0), after: Int64(dice.roll(UInt64(500))))
    return id
  }

  private mutating func create(_ operation: String, _ plan: Plan, from parent: PromiseID = 0) -> PromiseID {
    let id = PromiseID(nodes.count + 1)
    nodes[id] = Node(plan: plan, parent: parent)
    let site = Site(file: texts.intern("App.swift"), line: UInt32(1 + dice.roll(6)), function: texts.intern("run()"))
    let name = texts.intern(operation)
    emit(.created, id) { ($0.operation, $0.peer, $0.site) = (name, parent, site) }
    return id
  }

  private mutating func derive(_ operation: String, _ plan: Plan, from parent: PromiseID, _ sides: HandledSides)
    -> PromiseID
  {
    let id = create(operation, plan, from: parent)
    emit(.registered, parent) { ($0.peer, $0.handles) = (id, sides) }
    wait(id, for: parent)
    return id
  }

  private mutating func combine(_ operation: String, _ plan: Plan, _ inputs: [PromiseID]) -> PromiseID {
    let id = create(operation, plan)
    for input in inputs { take(input, by: id) }
    for input in inputs { wait(id, for: input) }
    return id
  }

  private mutating func take(_ input: PromiseID, by id: PromiseID) {
    nodes[id]?.inputs.append(input)
    emit(.registered, input) { ($0.peer, $0.handles) = (id, [.fulfilled, .rejected]) }
  }

  private mutating func wait(_ id: PromiseID, for source: PromiseID) {
    if nodes[source]?.settled == nil { nodes[source]?.reactions.append(id) } else { react(id, to: source) }
  }

  private mutating func attempt(_ id: PromiseID) {
    var input = dice.roll(2) == 0 ? source() : grow()
    if depends(input, on: id) { input = source() }
    take(input, by: id)
    wait(id, for: input)
  }

  // MARK: Reacting

  private mutating func react(_ id: PromiseID, to source: PromiseID) {
    guard let node = nodes[id], node.settled == nil, let isFulfilled = nodes[source]?.settled else { return }
    if node.parent != source, case .then = node.plan { return settle(id, isFulfilled, .adopted, via: source) }
    switch node.plan {
    case .source: break
    case .then(let queue):
      guard isFulfilled else { return settle(id, false, .passthrough, via: source) }
      let name = texts.intern("queue \(queue)")
      emit(.enqueued, id) { $0.queue = name }
      waiting[queue].append(id)
      turn(queue)
    case .delay:
      guard isFulfilled else { return settle(id, false, .passthrough, via: source) }
      plan(.pass(id), after: Int64(dice.roll(UInt64(300))))
    case .all:
      if !isFulfilled { return settle(id, false, .combinator, via: source) }
      if node.inputs.allSatisfy({ nodes[$0]?.settled == true }) { settle(id, true, .combinator) }
    case .race: settle(id, isFulfilled, .combinator, via: source)
    case .retry(let attempts):
      if isFulfilled || attempts == 0 { return settle(id, isFulfilled, .combinator, via: source) }
      nodes[id]?.plan = .retry(attempts: attempts - 1)
      plan(.attempt(id), after: Int64(dice.roll(UInt64(200))))
    }
  }

  private mutating func turn(_ queue: Int) {
    guard running[queue] == 0, !waiting[queue].isEmpty else { return }
    let id = waiting[queue].removeFirst()
    running[queue] = id
    let (name, thread) = (texts.intern("queue \(queue)"), texts.intern("thread \(queue)"))
    emit(.started, id) { ($0.queue, $0.thread) = (name, thread) }
    plan(.finish(id), after: Int64(dice.roll(UInt64(150))))
  }

  private mutating func finish(_ id: PromiseID) {
    guard case .then(let queue)? = nodes[id]?.plan else { return }
    context = id
    let choice = dice.roll(6)
    // A handler may return a promise that existed before, unless that waits for the handler's own promise.
    let old = PromiseID(1 + dice.roll(nodes.count))
    let next = choice == 0 && nodes.count < 2 * size ? source() : choice == 1 && !depends(old, on: id) ? old : 0
    let name = texts.intern("queue \(queue)")
    emit(.finished, id) { ($0.queue, $0.outcome) = (name, next != 0 ? .promise : choice == 2 ? .threw : .value) }
    running[queue] = 0
    if next != 0 {
      emit(.adopted, id) { $0.peer = next }
      nodes[id]?.parent = 0
      nodes[id]?.inputs = [next]
      wait(id, for: next)
    } else {
      settle(id, choice != 2, choice == 2 ? .threw : .returned)
    }
    context = 0
    turn(queue)
  }

  private func depends(_ id: PromiseID, on target: PromiseID) -> Bool {
    guard id != target else { return true }
    guard let node = nodes[id], node.settled == nil else { return false }
    if case .retry = node.plan { return true }
    return depends(node.parent, on: target) || node.inputs.contains { depends($0, on: target) }
  }

  private mutating func settle(_ id: PromiseID, _ isFulfilled: Bool, _ cause: SettlementCause, via: PromiseID = 0) {
    guard nodes[id]?.settled == nil else { return }
    nodes[id]?.settled = isFulfilled
    let (text, type) = (texts.intern("error \(id)"), texts.intern("SimulatedError"))
    emit(isFulfilled ? .fulfilled : .rejected, id) {
      ($0.cause, $0.peer) = (cause, via)
      if !isFulfilled { ($0.text, $0.type) = (text, type) }
    }
    for reaction in nodes[id]?.reactions ?? [] { react(reaction, to: id) }
  }

  private mutating func emit(_ kind: EventKind, _ promise: PromiseID, _ fill: (inout Event) -> Void = { _ in }) {
    var event = Event(kind, promise)
    event.sequence = UInt64(events.count + 1)
    (event.time, event.context) = (time, context)
    fill(&event)
    events.append(event)
  }
}

/// When everything happened, straight from the events.
struct Record {
  var created: [PromiseID: Int64] = [:]
  var enqueued: [PromiseID: Int64] = [:]
  var started: [PromiseID: Int64] = [:]
  var finished: [PromiseID: Int64] = [:]
  var settled: [PromiseID: Int64] = [:]
  var queue: [PromiseID: TextID] = [:]
  var operation: [PromiseID: TextID] = [:]
  var from: [PromiseID: PromiseID] = [:]
  var adopts: [PromiseID: PromiseID] = [:]
  var inputs: [PromiseID: [PromiseID]] = [:]
  var site: [PromiseID: Site] = [:]
  var kind: [PromiseID: EventKind] = [:]

  init(_ events: some Sequence<Event>) {
    for event in events {
      let id = event.promise
      switch event.kind {
      case .created:
        (created[id], operation[id], site[id]) = (event.time, event.operation, event.site)
        if event.peer != 0 { from[id] = event.peer }
      case .registered: if from[event.peer] != id, event.peer != 0 { inputs[event.peer, default: []].append(id) }
      case .enqueued: (enqueued[id], queue[id]) = (event.time, event.queue)
      case .started: started[id] = event.time
      case .finished: finished[id] = event.time
      case .adopted: adopts[id] = event.peer
      case .fulfilled, .rejected: (settled[id], kind[id]) = (event.time, event.kind)
      default: break
      }
    }
  }
}
