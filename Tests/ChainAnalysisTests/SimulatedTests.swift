// Answers about simulated programs, checked against what their events say.

@Suite struct SimulatedTests {
  @Test func criticalPathsAreExactPartitionsEachSegmentIsTrueAndNothingIsLeftUnexplained() throws {
    var kinds: [PathSegment.Kind: Int] = [:]
    var named = 0
    for seed in 0..<50 as Range<UInt64> {
      let program = Simulation(seed: seed)
      let history = FullHistory("seed \(seed)", program.events, program.texts)
      let record = Record(program.events)
      for id in history.ids {
        let path = try #require(history.store.criticalPath(of: id, bodies: history.bodies))
        #expect(flaws(path, history.store) == nil, "seed \(seed) #\(id)")
        #expect(path.start == record.created[id] && path.end == record.settled[id] ?? history.store.lastTime)
        for (index, segment) in path.segments.enumerated() {
          kinds[segment.kind, default: 0] += 1
          if segment.kind == .queued, segment.other != 0 { named += 1 }
          let isTrue = holds(segment, record, after: index > 0 ? path.segments[index - 1] : nil, end: path.end)
          #expect(isTrue, "seed \(seed) #\(id): \(segment) in\n\(picture(path))")
          if !isTrue { return }
        }
      }
      let run = try #require(history.store.criticalPathOfRun(bodies: history.bodies))
      #expect(flaws(run, history.store) == nil, "seed \(seed)")
    }
    #expect(kinds[.running, default: 0] > 200 && kinds[.inFlight, default: 0] > 200 && kinds[.timer, default: 0] > 40)
    #expect(named > 200)
  }

  /// Whether the events confirm a segment.
  private func holds(_ segment: PathSegment, _ record: Record, after former: PathSegment?, end: Int64) -> Bool {
    let id = segment.promise
    func lies(from start: Int64?, to finish: Int64?) -> Bool {
      start.map { segment.start >= $0 } == true && segment.end <= finish ?? end
    }
    // What ended the segment before is what started this one.
    if let former, former.promise != id {
      let ended = record.settled[former.promise] == segment.start || record.created[id] == segment.start
      let handedOver = former.kind == .queued || record.finished[former.promise] == segment.start
      guard ended || handedOver else { return false }
    }
    switch segment.kind {
    case .running: return lies(from: record.started[id], to: record.finished[id])
    case .inFlight: return record.from[id] == nil && lies(from: record.created[id], to: record.settled[id])
    case .timer: return record.started[id] == nil && lies(from: record.created[id], to: record.settled[id])
    case .queued:
      guard lies(from: record.enqueued[id], to: record.started[id]) else { return false }
      let other = segment.other
      guard other != 0 else { return false }
      return record.queue[other] == record.queue[id] && lies(from: record.started[other], to: record.finished[other])
    case .waiting: return false
    }
  }

  @Test("groups equal a count over all events; quantiles are within their stated error")
  func groups() {
    for seed in 0..<30 as Range<UInt64> {
      let program = Simulation(seed: seed, size: 120)
      let history = FullHistory("seed \(seed)", program.events, program.texts)
      let record = Record(program.events)
      var expected: [String: (ids: [PromiseID], totals: [Int64])] = [:]
      for (id, created) in record.created {
        let key = "\(program.texts[record.operation[id] ?? .none] ?? "") \(record.site[id]?.line ?? 0)"
        expected[key, default: ([], [])].ids.append(id)
        if let settled = record.settled[id] { expected[key]?.totals.append(settled - created) }
      }
      expectEqual(history.groups.all.count, expected.count)
      for group in history.groups.all {
        let (ids, totals) = expected["\(group.operation) \(group.site?.line ?? 0)"] ?? ([], [])
        #expect(group.count == ids.count && group.first == ids.min())
        expectEqual(group.fulfilled, ids.count { record.kind[$0] == .fulfilled })
        expectEqual(group.rejected, ids.count { record.kind[$0] == .rejected })
        expectEqual(group.pending, ids.count - totals.count)
        check(group.total, totals)
        let sum = ids.reduce(into: Int64(0)) { sum, id in
          if record.settled[id] != nil { sum += own(id, record, program.texts) }
        }
        expectEqual(group.own.sum, sum, "seed \(seed) \(group.operation)")
      }
    }
  }

  /// The own time of a settled promise, computed from its events in the obvious way.
  private func own(_ id: PromiseID, _ record: Record, _ texts: TextTable) -> Int64 {
    guard let created = record.created[id], let settled = record.settled[id] else { return 0 }
    switch texts[record.operation[id] ?? .none] {
    case "wrap": return settled - created
    case "then": return (record.finished[id] ?? 0) - (record.started[id] ?? 0)
    case "delay": return settled - max(created, record.from[id].flatMap { record.settled[$0] } ?? settled)
    default: return 0
    }
  }

  private func check(_ histogram: Histogram, _ values: [Int64]) {
    let sorted = values.sorted()
    #expect(histogram.count == sorted.count && histogram.sum == sorted.reduce(0, +))
    for quantile in [0, 0.25, 0.5, 0.9, 0.99, 1] where !sorted.isEmpty {
      let exact = sorted[max(1, Int((quantile * Double(sorted.count)).rounded(.up))) - 1]
      let found = histogram.quantile(quantile) ?? -1
      #expect(abs(found - exact) * 64 <= exact, "\(quantile): \(found) instead of \(exact)")
    }
  }

  @Test func durationsAddUpToTheTotalForEveryPromiseAtEveryMoment() {
    for seed in 0..<30 as Range<UInt64> {
      let program = Simulation(seed: seed)
      var store = ChainStore(texts: program.texts)
      for event in program.events {
        store.apply(event)
        guard let durations = store.durations(of: event.promise, now: event.time) else { continue }
        expectEqual(durations.waiting + durations.queued + durations.own, durations.total)
        #expect(durations.running <= durations.own && durations.following <= durations.waiting)
      }
    }
  }

  @Test func waitChainsEqualThoseOfARecursiveSearchAtEveryMoment() {
    for seed in 0..<20 as Range<UInt64> {
      let program = Simulation(seed: seed, size: 40)
      var store = ChainStore(texts: program.texts)
      for (index, event) in program.events.enumerated() {
        store.apply(event)
        guard index % 7 == 0 else { continue }
        let record = Record(program.events[...index])
        for id in record.created.keys where record.settled[id] == nil {
          let chain = store.waitChain(from: id)
          let expected = leaf(id, record, program.texts)
          #expect("\(chain.leaf)".hasPrefix(expected.name), "seed \(seed) event \(index) #\(id): \(chain), \(expected)")
          for (link, next) in zip(chain.links, chain.links.dropFirst()) {
            #expect(upstream(link.promise, record).contains(next.promise))
          }
        }
      }
    }
  }

  private func upstream(_ id: PromiseID, _ record: Record) -> [PromiseID] {
    record.adopts[id].map { [$0] } ?? record.inputs[id] ?? record.from[id].map { [$0] } ?? []
  }

  /// The leaf of a wait, by how little hope there is: recursive, and only for programs without cycles.
  private func leaf(_ id: PromiseID, _ record: Record, _ texts: TextTable) -> (hope: Int, name: String) {
    let open = upstream(id, record).filter { record.settled[$0] == nil }
    let operation = texts[record.operation[id] ?? .none]
    if record.enqueued[id] != nil, record.adopts[id] == nil {
      if record.started[id] == nil { return (7, "queued") }
      return record.finished[id] == nil ? (8, "running") : (6, "unrecorded")
    }
    if open.isEmpty {
      let last = upstream(id, record).map { record.kind[$0] }.last
      switch operation {
      case "wrap": return (3, "resolver")
      case "delay" where last == .fulfilled, "retry" where last == .rejected: return (9, "timer")
      default: return (6, "unrecorded")
      }
    }
    let leaves = open.map { leaf($0, record, texts) }
    let best = operation == "race" ? leaves.max { $0.hope < $1.hope } : leaves.min { $0.hope < $1.hope }
    return best ?? (0, "")
  }
}

@Suite struct AnyEventTests {
  @Test(
    "whatever a log contains, paths are exact, waits end, and every promise has an answer", arguments: [1_000_000, 24])
  func anything(_ limit: Int) throws {
    for seed in 0..<30 as Range<UInt64> {
      let run = AnyEvents(seed: seed, count: 300)
      let history = FullHistory("seed \(seed)", run.events, run.texts, limit: limit)
      var work = WhyWork()
      for id in history.ids {
        let why = try #require(history.store.why(id, bodies: history.bodies))
        // Answers that share what they learn are the same.
        expectEqual(history.store.why(id, bodies: history.bodies, work: &work), why)
        if let path = why.path { #expect(flaws(path, history.store) == nil, "seed \(seed) #\(id)") }
        #expect(!history.store.sentences(why).isEmpty)
        let chain = history.store.waitChain(from: id, bodies: history.bodies)
        expectEqual(chain.links.first?.promise, id)
        expectEqual(Set(chain.links.map(\.promise)).count, chain.links.count)
        if case .cycle = chain.leaf { #expect(!chain.cycle.isEmpty) }
        let durations = try #require(history.store.durations(of: id, now: history.store.lastTime))
        expectEqual(durations.waiting + durations.queued + durations.own, durations.total)
        #expect([durations.waiting, durations.queued, durations.own].allSatisfy { $0 >= 0 })
      }
      if let path = history.store.criticalPathOfRun(bodies: history.bodies) {
        #expect(flaws(path, history.store) == nil)
      }
    }
  }
}

/// Random events about random promises, in any order.
struct AnyEvents {
  let texts = TextTable()
  let events: [Event]

  init(seed: UInt64, count: Int) {
    var dice = Dice(seed: seed)
    let texts = texts
    let names = ["then", "wrap", "all", "race", "retry", "delay", "catch", "lazy", "after"].map { texts.intern($0) }
    let queues = ["a", "b"].map { texts.intern($0) }
    let kinds = EventKind.allCases.filter { $0 != .ended && ($0 != .lost || seed % 3 == 0) }
    events = (1...count).map { index in
      let bound = UInt64(4 + index / 6)
      var event = Event(dice.roll(3) == 0 ? .created : kinds[dice.roll(kinds.count)], dice.roll(bound))
      event.sequence = UInt64(index)
      event.time = Int64(index / 2) * (seed % 2 == 0 ? 10 : 100_000_000)
      event.peer = dice.roll(3) == 0 ? 0 : dice.roll(bound)
      event.context = dice.roll(3) == 0 ? dice.roll(bound) : 0
      (event.operation, event.queue) = (names[dice.roll(names.count)], queues[dice.roll(2)])
      event.state = PromiseState.allCases[dice.roll(3)]
      event.cause = dice.roll(4) == 0 ? nil : SettlementCause.allCases[dice.roll(7)]
      event.handles = HandledSides(rawValue: dice.roll(4))
      event.isCancelled = dice.roll(4) == 0
      event.count = 1
      return event
    }
  }
}
