// Random programs, run by several threads at once: checks invariants that hold in every order.
//
// A program that fails prints its seed and its number of threads. Reproducing a race may take many runs.

@Suite("random threads", .serialized)
struct RandomThreadsTests {
  private static let programs: UInt64 = 300

  private func isCancelled(_ ending: String) -> Bool { ending == "cancelled" }

  /// The promise that provides the outcome of a promise that did not settle itself.
  private func source(_ origin: SharedPlay.Origin, _ facts: SharedPlay.Facts) -> Int? {
    if case .adopted(let source)? = facts.wins.first { return source }
    if let followed = facts.followed { return followed }
    if case .derived(let parent, _, _, _) = origin, facts.bodyRuns == 0 { return parent }
    return nil
  }

  private func judge(_ play: SharedPlay, _ promises: [Promise<Int>], _ facts: [SharedPlay.Facts]) -> [String] {
    var complaints: [String] = []
    for (number, promise) in promises.enumerated() {
      func expect(_ condition: Bool, _ complaint: String) {
        if !condition { complaints.append("#\(number) \(promise.ending): \(complaint), \(facts[number])") }
      }
      let (fact, origin) = (facts[number], play.origins[number])
      let special = ["cancelled", "cycle", "itself"].contains(promise.ending)
      expect(fact.wins.count <= 1, "more than one winner")
      if case .outcome(let ending)? = fact.wins.first { expect(promise.ending == ending, "not the winner's outcome") }
      if let source = source(origin, fact) {
        let isLast = fact.wins.first == nil || fact.wins.first == .adopted(source)
        if isLast, !special { expect(promise.ending == promises[source].ending, "differs from \(source)") }
      }
      // A pending promise waits for another pending one, and not in a cycle.
      var above: Int? = promise.isPending ? number : nil
      for _ in promises.indices { above = above.flatMap { source(play.origins[$0], facts[$0]) } }
      expect(above == nil, "waits in a cycle")
      expect(fact.bodyRuns <= 1 && fact.starts <= 1, "began twice")
      if case .lazy = origin {
        expect(
          fact.isWanted || fact.bodyRuns == 0 || isSource(number, play, facts), "started although nothing waits for it")
        if fact.isWanted, fact.wins.isEmpty, !special { expect(fact.bodyRuns == 1, "did not begin") }
      }
      if case .derived(let parent, _, _, _) = origin, fact.bodyRuns > 0 {
        expect(!promises[parent].isPending, "its handler ran before its parent settled")
      }
      for (line, count) in fact.registered {
        let ran = fact.ran[line] ?? []
        expect(ran.count == (promise.isPending ? 0 : count), "\(ran.count) of \(count) handlers ran")
        expect(ran == ran.sorted(), "handlers ran out of order")
      }
    }
    return complaints
  }

  /// Whether another promise waited for this one.
  private func isSource(_ number: Int, _ play: SharedPlay, _ facts: [SharedPlay.Facts]) -> Bool {
    zip(play.origins, facts).contains { origin, facts in
      if case .derived(number, _, _, _) = origin { return true }
      return facts.followed == number || facts.wins.contains(.adopted(number))
    }
  }

  @Test("one attempt wins, each handler runs once and in order, and no waiter is left", arguments: 2...4)
  func invariants(_ threads: Int) {
    for seed in 0..<RandomThreadsTests.programs {
      let play = SharedPlay(seed: seed, threads: threads)
      var complaints: [String] = []
      play.play { promises, facts in complaints = judge(play, promises, facts) }
      if play.living.value != 0 { complaints.append("\(play.living.value) closures left behind") }
      guard !complaints.isEmpty else { continue }
      let text = complaints.joined(separator: "\n")
      Issue.record(Comment(rawValue: "seed \(seed), \(threads) threads\n\(text)\n\(play.origins)\n\(play.acts)"))
      return
    }
  }

  @Test func whateverIsDroppedMeanwhileIsFreed() {
    for seed in 0..<RandomThreadsTests.programs {
      let play = SharedPlay(seed: seed, threads: 3)
      play.play()
      expectEqual(play.living.value, 0, "seed \(seed)")
    }
  }

  @Test("the log has each promise from first to last, with one end at most, and loses nothing", arguments: [0, 1])
  func log(keeping kept: Int) throws {
    for seed in 0..<RandomThreadsTests.programs / 4 {
      var configuration = Tracer.Configuration()
      configuration.mode = .lossless
      let tracer = Tracer(configuration)
      let reader = tracer.makeReader()
      let play = SharedPlay(seed: seed, threads: 3)
      play.play(under: tracer, kept == 0 ? nil : { _, _ in })
      tracer.finish()
      let events = try reader.allEvents()
      let complaints = lives(events)
      #expect(complaints.isEmpty, "seed \(seed)")
      #expect(events.filter { $0.kind == .created }.count >= play.origins.count)
    }
  }

  /// The violations of the event order that a log contains.
  private func lives(_ events: [Event]) -> [String] {
    var complaints: [String] = []
    var lives: [PromiseID: [EventKind]] = [:]
    for event in events {
      if event.kind == .lost { complaints.append("lost events") }
      if event.promise != 0 { lives[event.promise, default: []].append(event.kind) }
    }
    for (id, life) in lives {
      let ends = life.filter { $0 == .fulfilled || $0 == .rejected }.count
      if life.first != .created || life.last != .released || ends > 1
        || life.filter({ $0 == .created || $0 == .released }).count != 2
      {
        complaints.append("#\(id): \(life)")
      }
    }
    return complaints
  }
}
