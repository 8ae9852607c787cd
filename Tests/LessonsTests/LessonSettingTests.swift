// The notes of lessons whose scenarios have settings: whatever a student changes, a note is shown exactly if the run bears it out.

import ScenarioStage

struct LessonSettingTests {
  /// Checks the notes and the questions of a changed run against its events, without the code that chooses them.
  private func check(_ run: LessonRun, _ place: String) throws {
    let plan = try run.plan()
    let shown = plan.steps.flatMap(\.notes)
    let proof = PlainRun(run)
    for note in run.lesson.notes {
      let isTrue = proof.happens(note.moment) && note.claims.allSatisfy(proof.isTrue)
      expectEqual(shown.contains(note.text), isTrue, "\(place): \(note.text.english)")
    }
    for question in plan.questions {
      guard let right = question.answers[question.right].claim else { continue }
      #expect(proof.isTrue(right), "\(place): \(question.prompt.english.text)")
      for answer in question.answers where answer != question.answers[question.right] {
        guard let claim = answer.claim else { continue }
        #expect(!proof.isTrue(claim), "\(place): \(answer.text.english.text)")
      }
    }
  }

  @Test("two deliveries: with every policy, cache, and failure", arguments: ListPolicy.allCases, CacheState.allCases)
  func lists(policy: ListPolicy, cache: CacheState) throws {
    for failure in ListFailure.allCases {
      for latency in [nil, 100, 5_000] {
        let run = try LessonRun("two-deliveries") {
          ($0.policy, $0.failure, $0.cache, $0.latency) = (policy, failure, cache, latency)
        }
        try check(run, "\(policy) \(cache) \(failure) \(latency ?? 0)")
      }
    }
  }

  @Test("callbacks: with every failing step", arguments: [nil] + LoginStep.allCases)
  func callbacks(step: LoginStep?) throws {
    try check(try LessonRun("swift/callbacks") { $0.failingStep = step }, "\(step.map { "\($0)" } ?? "none")")
  }

  @Test("every lesson: with each work slow, quick, and failing", arguments: LessonRun.names)
  func works(name: String) throws {
    let lesson = try #require(LessonCatalog.named(name))
    guard let scenario = lesson.scenario.flatMap(ScenarioCatalog.named) else { return }
    #expect(!scenario.works.isEmpty || !scenario.options.isEmpty, "a student can change something")
    let plain = try LessonRun(name).events.map(\.time)
    var changes = 0
    for work in scenario.works {
      for (words, change) in [
        ("slow", { $0.slowWork = work }), ("quick", { $0.quickWork = work }), ("failing", { $0.failingWork = work }),
      ] as [(String, (inout ScenarioOptions) -> Void)] {
        let run = try LessonRun(name, changed: change)
        if run.events.map(\.time) != plain { changes += 1 }
        try check(run, "\(work) is \(words)")
      }
    }
    #expect(changes > 0 || !scenario.options.isEmpty)
  }

  @Test("every lesson: unchanged", arguments: LessonRun.names)
  func unchanged(name: String) throws { try check(try LessonRun(name), name) }
}

/// A second, plain decision of what a lesson states, on the events themselves.
struct PlainRun {
  private let lines: [(label: String, kind: Set<String>, time: Int64, text: String, queue: String)]

  init(_ run: LessonRun) {
    var labels: [PromiseID: String] = [:]
    for event in run.events where event.kind == .named || event.kind == .created {
      labels[event.promise] = run.texts[event.text == .none ? event.operation : event.text]
    }
    lines = run.events.map { event in
      var kinds: Set<String> = ["\(event.kind)"]
      if event.kind == .noted { kinds = ["written"] }
      if event.kind == .fulfilled || event.kind == .rejected { kinds.insert("settled") }
      if event.kind == .rejected, event.isCancelled { kinds = ["canceled", "settled"] }
      return (
        labels[event.promise] ?? "", kinds, event.time, run.texts[event.text] ?? "", run.texts[event.queue] ?? ""
      )
    }
  }

  func happens(_ happening: NamedEvent) -> Bool { !all(happening).isEmpty }

  func isTrue(_ statement: Statement) -> Bool {
    func first(_ happening: NamedEvent) -> Int { all(happening).first ?? .max }
    func time(_ happening: NamedEvent) -> Int64? { all(happening).first.map { lines[$0].time } }
    switch statement {
    case .happens(let one): return happens(one)
    case .never(let one): return !happens(one)
    case .times(let one, let count): return all(one).count == count
    case .before(let one, let other): return first(one) < first(other)
    case .after(let one, let other): return happens(one) && first(other) < first(one)
    case .with(let one, let other):
      guard let a = time(one), let b = time(other) else { return false }
      return abs(a - b) < 1_000_000
    case .at(let one, let moment): return time(one).map { abs($0 - moment) < 1_000_000 } ?? false
    case .first(let one, let others): return happens(one) && others.allSatisfy { first(one) <= first($0) }
    case .last(let one, let others):
      return happens(one) && others.allSatisfy { happens($0) && first($0) <= first(one) }
    case .gives(let one, let text): return all(one).first.map { lines[$0].text == text } ?? false
    case .on(let one, let queue): return all(one).first.map { lines[$0].queue == queue } ?? false
    case .pending(let pending, let all, let moment):
      let end = moment.map(first) ?? lines.count - 1
      guard end != .max else { return false }
      return all.allSatisfy { label in
        let isPending =
          first(NamedEvent(.label(label), .created)) <= end && first(NamedEvent(.label(label), .settled)) > end
        return isPending == pending.contains(label)
      }
    }
  }

  private func all(_ happening: NamedEvent) -> [Int] {
    lines.indices.filter { index in
      let line = lines[index]
      let (wanted, given): (String, String) =
        switch happening.subject {
        case .label(let label): (label, line.label)
        case .line(let text): (text, line.text)
        }
      let parts = wanted.split(separator: "*", omittingEmptySubsequences: false)
      let fits = parts.count == 2 ? given.hasPrefix(parts[0]) && given.hasSuffix(parts[1]) : given == wanted
      return fits && line.kind.contains(happening.kind.rawValue)
    }
  }
}
