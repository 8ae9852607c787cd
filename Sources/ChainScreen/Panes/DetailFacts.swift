// The facts about one promise, as named lines, the most important first. Does not know how much room there is.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

/// A named line of the detail pane.
struct Fact {
  var name: String
  var spans: [Span]
  /// Whether it is cut instead of continued on the next line.
  var isOneLine = false
  /// The promise that it names, which Enter goes to.
  var target: PromiseID?
}

struct DetailFacts {
  private let screen: Screen
  private let facts: NodeFacts
  private var store: ChainStore { screen.store }
  private var words: Words { screen.words }

  init(_ screen: Screen, _ facts: NodeFacts) { (self.screen, self.facts) = (screen, facts) }

  /// The lines; facts that are not known are left out.
  var all: [Fact] {
    var lines: [Fact] = []
    func add(_ name: String, _ spans: [Span]) {
      if !spans.isEmpty { lines.append(Fact(name: name, spans: spans)) }
    }
    add(words.stateColumn, state)
    if let text = store.texts[facts.text], facts.state.isSettled {
      add(
        facts.state == .fulfilled ? words.valueFact : words.errorFact,
        [Span(text, facts.state == .fulfilled ? .value : .error)])
    }
    add(words.whyTitle, why + refused)
    add(words.inputsFact, inputs)
    add(facts.state.isSettled ? words.handlersFact : words.waitersFact, handlers)
    add(words.originFact, origin)
    add(words.locationFact, location)
    add(words.callersFact, callers)
    add(words.timesFact, times)
    add(words.ranFact, ran)
    return lines
  }

  private func duration(_ nanoseconds: Int64) -> String {
    DurationText.of(nanoseconds, micro: screen.glyphs.isASCII ? "u" : "µ")
  }

  private var state: [Span] {
    let role = screen.role(of: facts)
    var spans = [Span("\(screen.glyphs.state(facts.state)) \(words.state(facts.state))", role)]
    let total = duration(store.durations(facts, now: screen.shownTime).total)
    switch facts.state {
    case .fulfilled, .rejected, .unhandled, .cancelled:
      if facts.settled != nil { spans.append(Span(words.afterTime(total), .time)) }
      if facts.state != .fulfilled, let type = store.texts[facts.type] { spans.append(Span("  \(type)", .faint)) }
    case .leaked: spans.append(Span(words.afterTime(total), .time))
    case .pending, .running, .waiting, .unknown:
      let time = waitStart.map { duration(screen.shownTime - $0) } ?? total
      spans.append(Span(words.forTime(time), .time))
      let progress = store.progress(of: facts.id)
      if let stage = progress?.stage { spans.append(Span("  \(stage)", .text)) }
      if let percent = progress?.fraction.flatMap({ NumberText.percent($0) }) {
        spans.append(Span("  \(percent)", .running))
      }
    }
    return spans
  }

  /// When it started to wait for the promise that it waits for; nil if it waits for none.
  private var waitStart: Int64? {
    guard let id = facts.waitsOn,
      let start = facts.adopts == 0
        ? store.waits(of: facts.id).known.last?.start
        : store.adoptionTime(of: facts.id) ?? facts.finished ?? facts.created
    else { return nil }
    // A log may not say when it was resolved with a promise that was created after its body had ended.
    return max(start, store.facts(id)?.created ?? start)
  }

  /// Why it is in that state: what it waits for, or where its outcome came from.
  private var why: [Span] {
    switch facts.state {
    case .waiting:
      guard let id = facts.waitsOn, let since = waitStart else { return [] }
      return words.waitsOn(screen.reference(id)).spans(.faint) + [
        Span(words.sinceTime(DurationText.clock(since), duration(screen.shownTime - since)), .time)
      ]
    case .pending, .running:
      if facts.from != 0, store.state(of: facts.from)?.isSettled == false {
        return words.runsAfter(screen.reference(facts.from)).spans(.faint)
      }
      if facts.started != nil, facts.finished == nil { return [Span(words.bodyRuns(code), .faint)] }
      if facts.hasInputs { return screen.reason(of: facts) }
      if store.isTimer(facts), let ready = store.readyTime(facts) {
        return words.timerRunsFor([Span(duration(screen.shownTime - ready), .time)]).spans(.faint)
      }
      if facts.enqueued != nil, facts.started == nil { return [Span(words.legendQueued, .faint)] }
      return [Span(words.notSettled, .faint)]
    case .rejected, .unhandled, .cancelled:
      var spans: [Span] = []
      if case let origin = store.rejection(of: facts.id).origin, origin != 0, origin != facts.id {
        spans += words.errorFrom(screen.reference(origin)).spans(.faint)
      } else if facts.isCancelRequested, facts.cause == .resolver {
        spans +=
          store.canceler(of: facts.id).map { words.cancelRequestedBy(screen.reference($0)).spans(.faint) + at($0) }
          ?? [Span(words.cancelRequested, .faint)]
      } else if facts.state == .cancelled, facts.cause == .resolver {
        spans.append(Span(words.rejectedAsCancelled, .faint))
      } else if let cause {
        spans.append(Span(cause, .faint))
      }
      let comma = spans.isEmpty ? "" : words.comma
      if facts.state == .unhandled {
        spans.append(Span(comma + words.state(.unhandled), .failure))
      } else if store.isHandled(facts.id) {
        spans.append(Span(comma + words.handled, .success))
        guard let (handler, isElsewhere) = HandlerBranches().handler(of: facts.id, in: screen.store) else {
          return spans
        }
        if isElsewhere { spans.append(Span(words.onAnotherBranch, .faint)) }
        spans += words.byPromise(screen.reference(handler)).spans(.faint)
      }
      return spans
    case .fulfilled:
      if facts.via != 0, facts.via != facts.from {
        return words.valueFrom(screen.reference(facts.via)).spans(.faint)
      }
      return cause.map { [Span($0, .faint)] } ?? []
    case .leaked: return [Span(words.freedPending, .abandoned)]
    case .unknown: return [Span(words.outcomeUnknown, .unknown)]
    }
  }

  /// ` (List.swift:12)`, the call site of a promise; empty if that is not known.
  private func at(_ id: PromiseID) -> [Span] {
    store.callSite(of: id).map { [Span(" (\($0.short))", .location)] } ?? []
  }

  /// The number of later attempts to settle it.
  private var refused: [Span] {
    let ignored = store.ignoredCount(of: facts.id)
    guard ignored > 0 else { return [] }
    return [
      Span(why.isEmpty ? "" : words.comma, .faint),
      Span(words.attemptsRefused(ignored), .loss),
    ]
  }

  /// What runs for it: its handler or its body.
  private var code: String { store.codeInSentence(facts.id, words.language) }

  /// Why it settled; nil if that is not known.
  private var cause: String? {
    switch facts.cause {
    case .resolver where store.texts[facts.type] == "PromiseResolutionError": words.causeLibrary
    case .resolver: words.causeResolver
    case .returned where facts.via != 0: words.causeHandedOn
    case .returned: words.causeReturned(code)
    case .adopted: words.causeAdopted
    case .passthrough where store.isTimer(facts) && facts.state == .fulfilled: words.causeTimer
    case .passthrough: words.causePassthrough
    case .combinator: words.causeCombinator
    case .threw: words.causeThrew(code)
    case .timeout: words.causeTimeout
    case nil: nil
    }
  }

  private var origin: [Span] {
    var spans: [Span] = []
    if let operation = store.texts[facts.operation], !operation.isEmpty { spans.append(Span(operation, .text)) }
    if facts.from != 0 {
      let reference = screen.reference(facts.from)
      spans += (spans.isEmpty ? words.fromPromise(reference) : words.ofPromise(reference)).spans()
    }
    if facts.inside != 0, facts.inside != facts.from {
      if !spans.isEmpty { spans.append(Span(words.comma, .faint)) }
      spans += words.insidePromise(screen.reference(facts.inside)).spans(.faint)
    }
    if facts.isPlaceholder { spans.append(Span(words.creationNotRecorded, .unknown)) }
    return spans
  }

  private var location: [Span] {
    guard let site = store.nodeSite(facts.site) else { return [] }
    let line = Span("\(site.file):\(site.line)")
    return site.function.isEmpty ? [line] : [line, Span("  \(site.function)", .faint)]
  }

  /// The functions that led to its creation.
  private var callers: [Span] {
    let names = store.callers(of: facts.id).joined(separator: " < ")
    return names.isEmpty ? [] : [Span(names, .faint)]
  }

  private var times: [Span] {
    guard !facts.isPlaceholder else { return [] }
    let durations = store.durations(facts, now: screen.shownTime)
    var spans: [Span] = []
    func add(_ word: String, _ nanoseconds: Int64) {
      if !spans.isEmpty { spans.append(Span(screen.glyphs.separator, .faint)) }
      spans += [Span("\(word) ", .faint), Span(duration(nanoseconds), .time)]
    }
    // A source: other code settles it, because it has no body and waits for no promise.
    let isSource = facts.enqueued == nil && facts.started == nil && facts.from == 0 && !facts.hasInputs
    if !isSource { add(words.waitedTime, durations.waiting - durations.following) }
    if facts.enqueued != nil { add(words.row.queued, durations.queued) }
    if facts.started != nil { add(words.ranFact, durations.running) }
    let rest = isSource ? durations.total : restAfterBody(durations)
    if facts.adopts != 0, durations.following > 0, !store.isTimer(facts) {
      // Until it was resolved with the other promise.
      let flight = durations.own - durations.running
      if flight > 0 { add(words.inFlight, flight) }
      if !spans.isEmpty { spans.append(Span(screen.glyphs.separator, .faint)) }
      spans += words.waitedOn([Span("#\(facts.adopts)", .link)]).spans(.faint)
      spans.append(Span(" \(duration(durations.following))", .time))
    } else if store.isTimer(facts), let ready = store.readyTime(facts) {
      add(words.pathTimer, max(0, (facts.settled ?? facts.released ?? screen.shownTime) - ready))
    } else if rest > 0 || isSource {
      add(words.inFlight, rest)
    }
    return spans
  }

  /// The time from the end of its body until it settled, or until now.
  private func restAfterBody(_ durations: NodeDurations) -> Int64 {
    guard let finished = facts.finished, finished >= facts.created else { return 0 }
    return max(0, durations.total - (finished - facts.created))
  }

  private var ran: [Span] {
    var spans: [Span] = []
    if let queue = store.texts[facts.queue] { spans += words.queueNamed([Span(queue)]).spans(.faint) }
    if let thread = store.texts[facts.thread] {
      if !spans.isEmpty { spans.append(Span("  ", .faint)) }
      // The system's own names for threads begin with the word.
      spans += thread.hasPrefix("thread ") ? [Span(thread)] : words.threadNamed([Span(thread)]).spans(.faint)
    }
    if facts.isCancelRequested { spans.append(Span("  \(words.cancellationRequested)", .cancelled)) }
    return spans
  }

  /// The reactions registered on it, which wait for it or were called, and the promises that wait for it without one.
  private var handlers: [Span] {
    let others = otherWaiters
    let count = store.reactionCount(of: facts.id) + others.count
    guard count > 0 else { return facts.state.isOpen ? [Span(words.none, .faint)] : [] }
    var names = store.handlers(of: facts.id, limit: 8).map { handler -> [Span] in
      if let by = handler.by { return screen.reference(by) }
      return [Span(words.observers(handler.count))]
    }
    for id in others.prefix(max(0, 8 - names.count)) { names.append(screen.reference(id)) }
    var spans = count > 1 ? [Span(words.countBefore(NumberText.grouped(count)), .faint)] : []
    for (index, name) in names.enumerated() {
      if index > 0 { spans.append(Span(words.comma, .faint)) }
      spans += name
    }
    return spans
  }

  /// The promises that were resolved with it and, if the log has no reactions of it, those that derive from it.
  private var otherWaiters: [PromiseID] {
    guard facts.state.isOpen else { return [] }
    var waiters: [PromiseID] = []
    store.forEachDependent(of: facts.id) { id, dependence, _ in
      let waits = dependence == .adopted || dependence == .derived && store.reactionCount(of: facts.id) == 0
      if waits, store.state(of: id)?.isOpen == true { waiters.append(id) }
      return true
    }
    return waiters
  }

  private var inputs: [Span] {
    let count = store.inputCount(of: facts.id)
    guard count > 0 else { return [] }
    var spans: [Span] = []
    for id in store.inputs(of: facts.id, limit: 16) {
      if !spans.isEmpty { spans.append(Span(" ")) }
      if let state = store.state(of: id) { spans.append(Span(screen.glyphs.state(state), state.role)) }
      spans.append(Span("#\(id)", .link))
    }
    if count > 16 { spans.append(Span(words.andMore(NumberText.grouped(count - 16)), .faint)) }
    return spans
  }
}
