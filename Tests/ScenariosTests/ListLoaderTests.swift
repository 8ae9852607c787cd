// Virtual runs of the list loader: the deliveries, their order and the outcome for each setting.

@testable import Scenarios

struct ListLoaderTests {
  @Test func deliveriesByPolicyInOrder() throws {
    try check(
      """
      localThenRemote    deliver local, deliver remote  succeeded
      local              deliver local                  succeeded
      remote             deliver remote                 succeeded
      remoteElseLocal    deliver remote                 succeeded
      """)
  }

  @Test("the task has the same deliveries; its monitor delivers the local list before the remote page is requested")
  func task() throws {
    try check(
      of: "list-loader-task",
      """
      localThenRemote    deliver local, deliver remote  succeeded
      local              deliver local                  succeeded
      remote             deliver remote                 succeeded
      remoteElseLocal    deliver remote                 succeeded
      """)
    try check(
      of: "list-loader-task", failure: .remote,
      """
      localThenRemote    deliver local                  HTTP 503
      local              deliver local                  succeeded
      remote             -                              HTTP 503
      remoteElseLocal    deliver local                  succeeded
      """)
    try check(
      of: "list-loader-task", failure: .remote, cache: .corrupt,
      """
      localThenRemote    -                              HTTP 503
      local              -                              unreadable cache: file is not a database
      remote             -                              HTTP 503
      remoteElseLocal    -                              unreadable cache: file is not a database
      """)
    let facts = try RecordedScenario(Scenario.named("list-loader-task").runVirtually().source)
    #expect(facts.labels(of: .created).firstIndex(of: "deliver local").map { $0 < 15 } == true)
  }

  @Test("notes say what the list shows after each delivery", arguments: ["list-loader", "list-loader-task"])
  func screenNotes(name: String) throws {
    let facts = try RecordedScenario(Scenario.named(name).runVirtually().source)
    let notes = facts.events.filter { $0.kind == .noted }.compactMap { facts.texts[$0.text] }
    let shown = notes.filter { $0.hasPrefix("screen: ") }
    #expect(
      shown == [
        "screen: 10 + 1 sticky | * House rules | 113 The choir is full (draft) | 112 The ferry is full",
        "screen: 17 + 2 sticky | * House rules | * Who to call | 120 Our bakery needs a hand | 119 The library is full",
      ])
    #expect(shown.allSatisfy { $0.count <= ValuePolicy.previewLimit })
  }

  @Test func anErrorIsPartOfWhatTheListShows() throws {
    var options = ScenarioOptions()
    options.failure = .remote
    let facts = try RecordedScenario(Scenario.named("list-loader").runVirtually(options: options).source)
    let notes = facts.events.filter { $0.kind == .noted }.compactMap { facts.texts[$0.text] }
    #expect(notes.last?.hasPrefix("screen: 10 + 1 sticky | ! HTTP 503 | * House rules | 113 ") == true)
  }

  @Test func aFailingServerDoesNotAffectTheLocalList() throws {
    try check(
      failure: .remote,
      """
      localThenRemote    deliver local                  succeeded
      local              deliver local                  succeeded
      remote             -                              HTTP 503
      remoteElseLocal    deliver local                  succeeded
      """)
  }

  @Test func aFailingServerFailsTheRunIfTheCacheIsEmpty() throws {
    try check(
      failure: .remote, cache: .empty,
      """
      localThenRemote    -                              HTTP 503
      local              -                              succeeded
      remote             -                              HTTP 503
      remoteElseLocal    -                              succeeded
      """)
  }

  @Test func anEmptyLocalListIsNotDelivered() throws {
    try check(
      cache: .empty,
      """
      localThenRemote    deliver remote                 succeeded
      local              -                              succeeded
      remote             deliver remote                 succeeded
      remoteElseLocal    deliver remote                 succeeded
      """)
  }

  @Test("an unreadable cache does not prevent the remote delivery", arguments: [true, false])
  func unreadableCache(isCorrupt: Bool) throws {
    let reason = isCorrupt ? "file is not a database" : "no such table: item"
    try check(
      failure: isCorrupt ? .none : .local, cache: isCorrupt ? .corrupt : .full,
      """
      localThenRemote    deliver remote                 succeeded
      local              -                              unreadable cache: \(reason)
      remote             deliver remote                 succeeded
      remoteElseLocal    deliver remote                 succeeded
      """)
  }

  @Test func ifCacheAndServerFailTheLastErrorIsTheOutcome() throws {
    try check(
      failure: .remote, cache: .corrupt,
      """
      localThenRemote    -                              HTTP 503
      local              -                              unreadable cache: file is not a database
      remote             -                              HTTP 503
      remoteElseLocal    -                              unreadable cache: file is not a database
      """)
  }

  @Test("every promise settles exactly once, for all settings", arguments: ScenarioOptions.all)
  func settlesOnce(options: ScenarioOptions) throws {
    let run = try Scenario.named("list-loader").runVirtually(options: options)
    let facts = try RecordedScenario(run.source)
    let settled = facts.events.filter { $0.kind == .fulfilled || $0.kind == .rejected }.map(\.promise)
    let created = facts.events.filter { $0.kind == .created }.map(\.promise)
    expectEqual(settled.sorted(), created.sorted())
    #expect(facts.labels(of: .ignored).isEmpty)
    #expect(facts.labels(of: .unhandled).isEmpty)
    #expect(!created.map(facts.label).contains("(unlabelled)"))
    #expect(facts.deliveries.count <= 2 && Set(facts.deliveries).count == facts.deliveries.count)
    expectEqual(facts.labels(of: .released), created.sorted().map(facts.label))
  }

  @Test("an error is shown beside the unchanged list", arguments: ListDirection.allCases)
  func errorBesideList(direction: ListDirection) throws {
    var options = ScenarioOptions()
    options.failure = .remote
    options.direction = direction
    let run = try Scenario.named("list-loader").runVirtually(options: options)
    let screen = try #require(run.list?.screen)
    expectEqual(screen.shown, SampleList().cached)
    expectEqual(screen.error, "HTTP 503")
    let rejected = try RecordedScenario(run.source).labels(of: .rejected)
    expectEqual(rejected, ["load remote", "deliver remote", "merge", "save", "then remote"])
  }

  @Test func refreshShowsAndSavesTheNewestPageAboveTheCachedItemsStickyItemsFirst() throws {
    let run = try Scenario.named("list-loader").runVirtually()
    let screen = try #require(run.list?.screen)
    let ids = screen.shown.items.map(\.id)
    expectEqual(ids, [12, 47] + (104...120).reversed())
    expectEqual(screen.shown, SampleList().cached.merging(SampleList().page(before: nil)))
    try expectEqual(saved(run), screen.shown)
  }

  @Test func moreLoadsThePageBelowTheListAndSavesTheResult() throws {
    var options = ScenarioOptions()
    options.direction = .more
    let run = try Scenario.named("list-loader").runVirtually(options: options)
    let screen = try #require(run.list?.screen)
    expectEqual(screen.shown.items.map(\.id), [12] + (96...113).reversed())
    try expectEqual(saved(run), screen.shown)
  }

  @Test("the server responds after the latency; a negative latency counts as 0", arguments: [-5, 0, 500, 10_000])
  func latency(milliseconds: Int) throws {
    var options = ScenarioOptions()
    options.policy = .remote
    options.latency = milliseconds
    let facts = try RecordedScenario(Scenario.named("list-loader").runVirtually(options: options).source)
    let answers = facts.events.filter { $0.kind == .fulfilled && facts.label($0.promise) == "load remote" }
    expectEqual(answers.map(\.time), [Int64(max(0, milliseconds)) * 1_000_000])
  }

  @Test(
    "cancellation in flight rejects pending promises at once and keeps deliveries",
    arguments: [
      (0.0, [String](), "load local"), (0.4, [], "load local"), (1.5, ["deliver local"], "load remote"),
      (3.0, ["deliver local", "deliver remote"], "write cache"),
    ])
  func cancel(after seconds: Double, deliveries: [String], rejected: String) throws {
    let run = try Scenario.named("list-loader").runVirtually(cancelAfter: seconds)
    expectEqual(run.outcome, .cancelled)
    let facts = try RecordedScenario(run.source)
    expectEqual(facts.deliveries, deliveries)
    let rejections = facts.events.filter { $0.kind == .rejected }
    expectEqual(rejections.first.map { facts.label($0.promise) }, rejected)
    for rejection in rejections {
      #expect(rejection.isCancelled)
      expectEqual(rejection.time, Int64(seconds * 1e9))
    }
    expectEqual(facts.labels(of: .cancelRequested), ["keep the list"])
    expectEqual(facts.labels(of: .created).count, facts.labels(of: .fulfilled).count + rejections.count)
    expectEqual(facts.events.last?.time, Int64(seconds * 1e9))
    #expect(run.list?.screen.error == nil)
  }

  @Test func cancellationAfterTheEndHasNoEffect() throws {
    let facts = try RecordedScenario(Scenario.named("list-loader").runVirtually(cancelAfter: 60).source)
    expectEqual(facts.deliveries, ["deliver local", "deliver remote"])
    #expect(facts.labels(of: .cancelRequested).isEmpty)
  }

  @Test func aSeedChangesTheItemsButNotTheFlow() throws {
    var options = ScenarioOptions()
    options.seed = 99
    let other = try Scenario.named("list-loader").runVirtually(options: options)
    let usual = try Scenario.named("list-loader").runVirtually()
    #expect(other.list?.screen.shown != usual.list?.screen.shown)
    expectEqual(other.source.header.seed, 99)
    try expectEqual(
      RecordedScenario(other.source).labels(of: .fulfilled), RecordedScenario(usual.source).labels(of: .fulfilled))
  }

  /// Compares the deliveries and outcomes of all policies with a picture, one line per policy.
  private func check(
    of name: String = "list-loader", failure: ListFailure = .none, cache: CacheState = .full, _ expected: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let lines = try ListPolicy.allCases.map { policy in
      var options = ScenarioOptions()
      options.policy = policy
      options.failure = failure
      options.cache = cache
      let run = try Scenario.named(name).runVirtually(options: options)
      let deliveries = try RecordedScenario(run.source).deliveries.joined(separator: ", ")
      let outcome = if case .failed(let reason) = run.outcome { reason } else { "\(run.outcome)" }
      return "\(policy)".padded(19) + (deliveries.isEmpty ? "-" : deliveries).padded(31) + outcome
    }
    expectEqual(lines.joined(separator: "\n"), expected, sourceLocation: location)
  }

  private func saved(_ run: VirtualRun) throws -> ItemList {
    let cache = try #require(run.list?.cache as? ScriptedCache)
    return try cache.content.get()
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension ScenarioOptions {
  /// All combinations of the settings of the list loader.
  static let all: [ScenarioOptions] = ListPolicy.allCases.flatMap { policy in
    ListDirection.allCases.flatMap { direction in
      ListFailure.allCases.flatMap { failure in
        CacheState.allCases.map { cache in
          var options = ScenarioOptions()
          options.policy = policy
          options.direction = direction
          options.failure = failure
          options.cache = cache
          return options
        }
      }
    }
  }
}

extension VirtualRun {
  /// The parts of the list loader after the run.
  fileprivate var list: ListPartSet? { parts as? ListPartSet }
}
