// Follows repetition while events arrive: promises from one call site, one after another, and attempts that follow a failure. Each step takes
// constant time.

import ChainModel
import PromiseTrace

extension Analyzer {
  // MARK: One after another

  /// Follows the promises from one call site in one body, or in the handlers of one chain.
  mutating func followSeries(_ event: Event, _ store: ChainStore) {
    guard event.site.line > 0, event.peer == 0 else { return }
    if store.isNode, Self.isPause(store.texts[event.operation]) { return }
    let origin = store.origin(of: event.promise)
    let index = Int(truncatingIfNeeded: (origin &* 0x9E37_79B1) >> 24)
    let series = serials[index]
    guard series.origin == origin,
      isNextStep(event.context, after: series.context, store) || isNextInTask(event, series, store)
    else {
      // Another series with the same index must not hide one that repeats often.
      serials[index] = Serial(
        context: event.context, origin: origin, latest: event.promise, count: 1, first: event.promise)
      return
    }
    // Each of its steps needs the value of the one before.
    if store.texts[store.operation(of: event.context)] == "reduce" { return }
    serials[index].context = event.context
    serials[index].latest = event.promise
    guard let former = store.facts(series.latest), let end = former.settled, end <= event.time else {
      serials[index].isParallel = true
      return
    }
    // What failed is rather tried again.
    if former.isRejected { return followFailure(event, index, store) }
    serials[index].failures = Retries()
    // An operation that took no time gains nothing from running in parallel.
    guard !series.isParallel, end > former.created else { return }
    serials[index].count += 1
    guard serials[index].count >= settings.serial else { return }
    // Of a run that repeats it without end, the first findings are kept.
    guard serialCounts[series.first] != nil || serialCounts.count < Candidates<PromiseID>.limit else {
      return serialFound.omit()
    }
    serialFound.insert(series.first)
    serialCounts[series.first] = serials[index].count
    serialPlaces[series.first] = series.latest
  }

  /// Follows a loop in one body that tries again after each failure.
  private mutating func followFailure(_ event: Event, _ index: Int, _ store: ChainStore) {
    if serials[index].failures.attempts == 0 { serials[index].failures.attempts = 1 }
    // A recursion inside of handlers for errors is followed by those handlers.
    guard store.facts(event.context)?.sides.contains(.rejected) != true else { return }
    if count(&serials[index].failures, event.time) { storms.insert(serials[index].first) }
    if serials[index].failures.isStorm, loops.count < Self.retryLimit {
      loops[serials[index].first] = serials[index].failures.attempts
    }
  }

  /// Whether a promise of Node is, or may be, a pause, as between two attempts: one of its timers, or one that a helper made itself.
  private static func isPause(_ operation: String?) -> Bool {
    ["new Promise", "setImmediate", "setTimeout", "setInterval", "wait", "yield"].contains(operation ?? "")
  }

  /// Whether a body is the same as another one, or the handler that follows it in its chain.
  private func isNextStep(_ context: PromiseID, after former: PromiseID, _ store: ChainStore) -> Bool {
    if context == former { return context != 0 }
    guard context != 0, former != 0, let step = store.facts(context), let before = store.facts(former) else {
      return false
    }
    // In a recursion, each step is created inside the one before.
    return (step.from == former || step.inside == former) && step.origin == before.origin
  }

  /// Whether a promise follows another one in a task that is no promise's body: as soon as the task has awaited the one, it created the other.
  private func isNextInTask(_ event: Event, _ series: Serial, _ store: ChainStore) -> Bool {
    guard event.context == 0, series.context == 0, let former = store.facts(series.latest) else { return false }
    var (last, isObserved) = (former, false)
    for _ in 0..<32 {
      var next: PromiseID = 0
      store.forEachDependent(of: last.id, limit: 4) { dependent, kind, _ in
        if kind == .observer { isObserved = true } else { next = dependent }
        return true
      }
      guard next != 0, let facts = store.facts(next) else { break }
      (last, isObserved) = (facts, false)
    }
    // A task resumes at once; a timer or a person would take its time.
    guard isObserved, let end = last.settled, end <= event.time else { return false }
    return (event.time - end) * 4 <= end - former.created
  }

  // MARK: Attempts

  /// Counts an attempt of `retry`.
  mutating func retry(_ event: Event) {
    guard var state = retries[event.peer] else { return }
    if count(&state, event.time) { storms.insert(event.peer) }
    retries[event.peer] = state
  }

  /// Counts an attempt; returns whether there were too many within the window.
  private func count(_ state: inout Retries, _ time: Int64) -> Bool {
    state.attempts += 1
    // The first attempt is no retry.
    guard state.attempts > 1 else { return false }
    state.times.append(time)
    if state.times.count > settings.retries + 1 { state.times.removeFirst() }
    guard state.times.count == settings.retries + 1, time - state.times[0] <= settings.retryWindow else { return false }
    state.isStorm = true
    return true
  }

  /// Follows a loop of retries that the program wrote itself: a handler for errors that is registered inside the same handler of the attempt
  /// before, which had failed.
  mutating func followAttempts(_ event: Event, _ store: ChainStore) {
    let origin = store.origin(of: event.peer)
    var former = store.facts(event.context)
    for _ in 0..<8 {
      guard let facts = former, facts.origin != origin else { break }
      former = store.facts(facts.inside)
    }
    guard let former, former.origin == origin, former.sides.contains(.rejected),
      store.facts(former.from)?.isRejected ?? false
    else { return }
    var state = attempts.removeValue(forKey: former.id) ?? Retries(first: former.id, attempts: 1)
    if count(&state, event.time) { storms.insert(state.first) }
    if state.isStorm { loops[state.first] = state.attempts }
    if attempts.count >= Self.retryLimit { attempts.removeAll() }
    attempts[event.peer] = state
  }
}
