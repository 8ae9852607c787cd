// The facts that tests compare between runs: text with labels instead of promise IDs, without times, threads and order.

/// The events of a run.
struct RecordedScenario {
  var events: [Event]
  let texts: TextTable
  private var labels: [PromiseID: String] = [:]

  /// Reads a source to its end.
  init(_ source: any EventSource) throws {
    let events = try source.allEvents()
    self.events = events
    texts = source.texts
    for event in events where event.kind == .named || event.kind == .created {
      if let label = texts[event.text] { labels[event.promise] = label }
    }
  }

  /// The label of a promise; `-` for no promise, `(unlabelled)` for a promise without a label.
  func label(_ id: PromiseID) -> String { id == 0 ? "-" : labels[id] ?? "(unlabelled)" }

  /// The labels of the promises with an event of this kind, in order.
  func labels(of kind: EventKind) -> [String] {
    events.filter { $0.kind == kind }.map { label($0.promise) }
  }

  /// The labels of the fulfilled promises that start with `deliver`, in order: what the user sees.
  var deliveries: [String] { labels(of: .fulfilled).filter { $0.hasPrefix("deliver ") } }

  /// The facts that are the same in live and virtual runs, sorted: labels, kinds, edges, outcomes, values.
  var facts: [String] {
    events.compactMap { event in
      let peer = label(event.peer)
      let rest: String? =
        switch event.kind {
        case .created: "\(texts[event.operation] ?? "?") from \(peer) inside \(label(event.context))"
        case .registered: "by \(peer) \(event.handles.rawValue)"
        case .adopted: "source \(peer)"
        case .fulfilled where event.cause == .combinator:
          // Which input settles last depends on real time.
          "combinator: \(texts[event.text] ?? "")"
        case .fulfilled, .rejected:
          "\(event.cause.map { "\($0)" } ?? "?") via \(peer): \(texts[event.text] ?? "") \(event.isCancelled)"
        case .enqueued, .started: texts[event.queue] ?? "?"
        case .finished: event.outcome.map { "\($0)" } ?? "?"
        case .ignored, .handled, .unhandled, .lost: ""
        case .noted: texts[event.text] ?? ""
        default: nil
        }
      return rest.map { "\(label(event.promise)) \(event.kind) \($0)" }
    }
    .sorted()
  }

  /// All events in order, as text.
  var lines: [String] {
    events.map { event in
      let words = [event.text, event.operation, event.type, event.queue, event.thread, event.site.file]
        .map { texts[$0] ?? "-" }
      return "\(event.sequence) \(event.time) \(event.kind) \(event.promise) \(event.peer) \(event.context) "
        + "\(words) \(event.site.line)"
    }
  }
}

extension Scenario {
  /// The scenario with this name.
  static func named(_ name: String, at location: SourceLocation = #_sourceLocation) throws -> Scenario {
    try #require(ScenarioCatalog.named(name), sourceLocation: location)
  }

  /// When a live run is canceled.
  enum Cancelling {
    case never
    case atOnce
    /// When this label first appears in the log.
    case inFlight(String)
  }

  /// Runs the scenario live and waits for its end.
  func runLive(
    _ options: ScenarioOptions, cancelling: Cancelling = .never
  ) async throws -> (outcome: ScenarioOutcome, facts: RecordedScenario) {
    let (outcomes, continuation) = AsyncStream<ScenarioOutcome>.makeStream()
    let run = start(options: options, isLossless: true) { outcome in
      continuation.yield(outcome)
      continuation.finish()
    }
    switch cancelling {
    case .never: break
    case .atOnce: run.cancel()
    case .inFlight(let label):
      let reader = run.makeReader()
      var events: [Event] = []
      while !events.contains(where: { $0.kind == .named && reader.texts[$0.text] == label }) {
        await Task.yield()
        _ = try reader.read(into: &events, limit: 4096)
      }
      run.cancel()
    }
    var all: [ScenarioOutcome] = []
    for await outcome in outcomes { all.append(outcome) }
    expectEqual(all.count, 1)
    expectEqual(run.outcome, all.first)
    return (try #require(all.first), try RecordedScenario(run.makeReader()))
  }
}
