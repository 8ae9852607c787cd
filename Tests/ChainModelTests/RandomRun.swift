// Random runs: any event about any promise in any order. Owns the generator; the same seed produces the same run.

struct RandomRun {
  let texts = TextTable()
  let events: [Event]

  // `hasPauses` puts `alive` among the events: it has no effect on promises, but on the dice.
  init(seed: UInt64, count: Int, hasPauses: Bool = false) {
    var dice = Dice(seed: seed)
    var events: [Event] = []
    let texts = texts
    func word(_ dice: inout Dice) -> TextID {
      dice.roll(3) == 0 ? .none : texts.intern("word \(dice.roll(40))")
    }
    let kinds = EventKind.allCases.filter {
      $0 != .ended && ($0 != .alive || hasPauses) && ($0 != .lost || seed % 3 == 0)
    }
    while events.count < count {
      let bound = 4 + UInt64(events.count / 6)
      let kind = dice.roll(3) == 0 ? .created : kinds[Int(dice.roll(UInt64(kinds.count)))]
      var event = Event(kind, dice.roll(bound))
      event.sequence = UInt64(events.count + 1)
      event.time = Int64(events.count) * 1_000 + Int64(dice.roll(1_000))
      event.peer = dice.roll(3) == 0 ? 0 : dice.roll(bound)
      event.context = dice.roll(3) == 0 ? dice.roll(bound) : 0
      (event.text, event.type, event.queue) = (word(&dice), word(&dice), word(&dice))
      (event.operation, event.thread) = (word(&dice), word(&dice))
      event.site = Site(file: word(&dice), line: UInt32(dice.roll(9)), function: word(&dice))
      event.state = PromiseState.allCases[Int(dice.roll(3))]
      event.cause = dice.roll(2) == 0 ? nil : SettlementCause.allCases[Int(dice.roll(7))]
      event.handles = HandledSides(rawValue: UInt8(dice.roll(8)))
      event.isCancelled = dice.roll(4) == 0
      event.fraction = dice.roll(3) == 0 ? -1 : Double(dice.roll(100)) / 100
      event.count = dice.roll(5)
      events.append(event)
    }
    self.events = events
  }

  /// A new store that applied the first `count` events.
  func store(after count: Int, limit: Int) -> ChainStore {
    var store = ChainStore(texts: texts, limit: limit)
    for event in events[..<count] { store.apply(event) }
    return store
  }
}

/// The answers to every query that a store supports.
struct Answers: Equatable {
  var tree: String
  var counts: ChainCounts
  var lastTime: Int64
  var rows: [OutlineRow]
  var nodes: [NodeFacts]
  var handlers: [[NodeHandler]]
  var inputs: [[PromiseID]]
  /// How other promises depend on each, and where its rejection came from, as text.
  var relations: [String]

  /// Queries a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - outline: An outline of the same store to update; nil creates a new one.
  init(_ store: ChainStore, _ outline: Outline? = nil) {
    var outline = outline ?? Outline()
    outline.update(from: store)
    tree = TextTree().render(outline, of: store)
    (counts, lastTime) = (store.counts, store.lastTime)
    rows = (0..<outline.count).map { outline[$0] }
    nodes = rows.compactMap { $0.node.flatMap(store.facts) }
    handlers = nodes.map { store.handlers(of: $0.id) }
    inputs = nodes.map { store.inputs(of: $0.id) }
    relations = nodes.map { node in
      var text =
        "\(store.rejection(of: node.id)), \(store.reactionCount(of: node.id)) reactions, \(store.isHandled(node.id)), "
      text +=
        "\(store.inputCount(of: node.id)) inputs, \(store.ignoredCount(of: node.id)) ignored, \(store.waits(of: node.id)), "
      text += "\(String(describing: store.progress(of: node.id))), \(String(describing: store.canceler(of: node.id))), "
      text +=
        "\(String(describing: store.deadline(of: node.id))), \(String(describing: store.adoptionTime(of: node.id)))"
      store.forEachDependent(of: node.id) {
        text += ", \($0) \($1) \($2.rawValue)"
        return true
      }
      return text
    }
  }
}
