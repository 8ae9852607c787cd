// unhandled-rejection: a rejection that no handler took. It is reported at the end of the chain, where the handler is missing.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A rejection that no handler took.
  public static let unhandledRejection = Rule(
    "unhandled-rejection", .error, .unhandled, needsSettlement: true,
    "A promise was rejected, and no handler took the rejection.",
    advice: Text(
      "Add a catch or recover handler to the end of the chain, or return the promise to a caller that has one.",
      "在链的末尾添加 catch 或 recover，或者把 Promise 返回给会处理错误的调用方。"),
    words: { runtime, _ in runtime.words.handleError })
}

struct UnhandledRejection: RuleCheck {
  static var rules: [Rule] { [.unhandledRejection] }
  static var events: [WatchedEvent] {
    [
      .init(.registered, hasPeer: true), .init(.adopted, hasPeer: true), .init(.awaiting), .init(.rejected),
      .init(.unhandled),
    ]
  }
  static var after: [any RuleCheck.Type] {
    [FloatingPromise.self, Cycle.self, ReturnWithoutAwait.self, MissingReturn.self]
  }

  private var unhandled = Candidates<PromiseID>()
  /// When each of them was reported, as far as they are kept.
  private var unhandledTimes: [PromiseID: Int64] = [:]
  private var rejected = Candidates<PromiseID>()
  private var helpers = Helpers()
  /// Bodies that awaited in an endless loop or in one with a condition, as workers do.
  private var workers: Set<PromiseID> = []

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    switch event.kind {
    case .registered: helpers.note(event.promise, usedBy: event.peer, store)
    case .adopted: helpers.note(event.peer, usedBy: event.promise, store)
    case .awaiting:
      if event.loop == .endless || event.loop == .condition, workers.count < Candidates<PromiseID>.limit {
        workers.insert(event.promise)
      }
    case .unhandled:
      unhandled.insert(event.promise)
      if unhandledTimes.count < Candidates<PromiseID>.limit { unhandledTimes[event.promise] = event.time }
    default:
      guard !event.isCancelled else { return }
      rejected.prune { id in
        // The walk to the rejection's start is only for those that may still be reported.
        guard let facts = store.facts(id), facts.state == .rejected, !facts.hasReaction else { return true }
        return store.rejection(of: id).isHandled
      }
      rejected.insert(event.promise)
    }
  }

  func candidates(_ watches: Watches) -> CandidateCount { unhandled.count + rejected.count }

  func find(_ report: inout FindingsCollector) {
    let (store, runtime) = (report.store, report.store.runtime)
    // By the promise where the error originated: the last promise that carried the rejection.
    var seen: Set<PromiseID> = []
    for id in unhandled.all {
      let state = store.state(of: id)
      let isLate = state == .rejected && !runtime.isLibrary && unhandledTimes[id] != nil
      guard state == .unhandled || isLate || state == .cancelled && runtime.endsAtCancellation else { continue }
      let known = unhandledTimes[id] ?? store.settledTime(of: id) ?? 0
      // An adapter reports each branch of a rejection: a handler on one branch does not keep the program from ending because of another one.
      add(id, known: known, isReportedBranch: !runtime.isLibrary, isLate: isLate, &seen, &report)
    }
    // The log of another program may not say what was unhandled. At its end, that is known.
    guard store.isEnded else { return }
    for id in rejected.all {
      guard let carrier = store.facts(id), carrier.state == .rejected, !carrier.hasReaction, !carrier.isPlaceholder,
        report.run.isWhole(from: carrier.created), !store.hasDependents(id)
      else { continue }
      add(id, known: store.lastTime, isReportedBranch: false, &seen, &report)
    }
  }

  /// What to do about a rejection that was handled, but too late.
  private static let early = Text(
    "Register its handler before it can be rejected, or create the promise only where it is awaited.",
    "在它可能被拒绝之前登记处理函数，或者到等待它的地方再创建这个 Promise。")

  private func add(
    _ freed: PromiseID, known: Int64, isReportedBranch: Bool, isLate: Bool = false, _ seen: inout Set<PromiseID>,
    _ report: inout FindingsCollector
  ) {
    guard !report.isExplained(freed, by: .floatingPromise) else { return }
    let store = report.store
    // The last one to be freed may be any of those that carried it.
    let id = isReportedBranch ? freed : store.lastCarrier(of: freed)
    guard let carrier = store.facts(id) else { return }
    let rejection = store.rejection(of: id)
    guard isReportedBranch || !rejection.isHandled, let origin = store.facts(rejection.origin) ?? Optional(carrier),
      seen.insert(origin.id).inserted, !report.isExplained(origin.id, by: .cycle, .returnWithoutAwait, .missingReturn)
    else { return }
    report.add(
      .unhandledRejection, origin, at: end(of: carrier, store),
      site: loopSite(of: carrier, from: origin, store) ?? call(to: carrier, origin, store),
      severity: isLate ? .warning : nil,
      advice: isLate ? Self.early : nil, row: id,
      time: origin.settled ?? carrier.settled ?? origin.created, known: known, evidence: origin.id == id ? [] : [id],
      related: way(from: origin.id, to: id, store)
    ) {
      let (name, error) = (store.nameInSentence(origin.id), store.errorInSentence(origin.id))
      if isLate {
        return FindingText(
          "\(name) was rejected\(error.map { " with \($0)" } ?? ""), and reported as unhandled because its handler came too late",
          "\(name) 已拒绝\(error.map { "，错误为 \($0)" } ?? "")，因处理函数来得太晚而被报告为未处理")
      }
      let last = origin.id == id ? nil : store.nameInSentence(id)
      return FindingText(
        "\(name) was rejected\(error.map { " with \($0)" } ?? ""), and no handler \(last.map { "down to \($0) " } ?? "")"
          + "took the rejection",
        "\(name) 已拒绝\(error.map { "，错误为 \($0)" } ?? "")，\(last.map { "直到 \($0) 都" } ?? "")没有处理函数处理它")
    }
  }

  /// The promise at whose call site a handler is missing: the one that carried the rejection last or, if it is the end of a helper that other
  /// code calls, too, the body that called the helper.
  private func end(of carrier: NodeFacts, _ store: ChainStore) -> NodeFacts {
    guard helpers.contains(carrier.site), let caller = store.caller(of: carrier) else { return carrier }
    return caller
  }

  /// The call outside of a helper at which a handler is missing; nil if the log does not have it.
  ///
  /// A helper is a function whose promises others use, or one that wraps a callback in a promise.
  private func call(to carrier: NodeFacts, _ origin: NodeFacts, _ store: ChainStore) -> Site? {
    guard helpers.contains(carrier.site) || carrier.id == origin.id && origin.cause == .resolver else { return nil }
    return store.call(to: carrier, outside: carrier.site)
  }

  /// The line at which a worker's loop ended with an error; nil if the log does not say where bodies throw.
  ///
  /// If the error is handled there, the loop continues.
  private func loopSite(of carrier: NodeFacts, from origin: NodeFacts, _ store: ChainStore) -> Site? {
    workers.contains(carrier.id) && store.throwSite(of: origin) != nil ? store.errorSite(of: carrier) : nil
  }

  /// The promises that carried a rejection, from its origin on, and what happened there.
  private func way(from origin: PromiseID, to last: PromiseID, _ store: ChainStore) -> [RelatedSite?] {
    var carriers: [PromiseID] = []
    var next = last
    while next != origin, next != 0, carriers.count < 64, !carriers.contains(next), let facts = store.facts(next) {
      carriers.append(next)
      next = store.outcome(of: facts).source
    }
    let thrown = store.facts(origin).flatMap(store.throwSite)
    return [store.related(origin, Text("rejected here", "在此被拒绝"), at: thrown)]
      + carriers.reversed().map {
        store.related($0, Text("passed on here, without a handler for it", "在此传下去，没有处理函数"))
      }
  }
}
