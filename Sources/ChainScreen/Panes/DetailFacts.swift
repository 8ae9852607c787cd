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
  private let node: ChainNode
  private var words: Words { screen.words }

  init(_ screen: Screen, _ node: ChainNode) {
    self.screen = screen
    self.node = node
  }

  /// The lines; facts that are not known are left out.
  var all: [Fact] {
    var facts: [Fact] = []
    func add(_ name: String, _ spans: [Span]) {
      if !spans.isEmpty { facts.append(Fact(name: name, spans: spans)) }
    }
    add(words.stateColumn, state)
    if let text = node.text, node.state.isSettled {
      add(
        node.state == .fulfilled ? words.valueFact : words.errorFact,
        [Span(text, node.state == .fulfilled ? .value : .error)])
    }
    add(words.whyTitle, why + refused)
    add(words.inputsFact, inputs)
    add(node.state.isSettled ? words.handlersFact : words.waitersFact, handlers)
    add(words.originFact, origin)
    add(words.locationFact, location)
    add(words.callersFact, callers)
    add(words.timesFact, times)
    add(words.ranFact, ran)
    return facts
  }

  private func duration(_ nanoseconds: Int64) -> String {
    DurationText.of(nanoseconds, micro: screen.glyphs.isASCII ? "u" : "µ")
  }

  private var state: [Span] {
    let role = screen.role(of: node)
    var spans = [Span("\(screen.glyphs.state(node.state)) \(words.state(node.state))", role)]
    let total = duration(node.durations(now: screen.shownTime).total)
    switch node.state {
    case .fulfilled, .rejected, .unhandled, .cancelled:
      if node.settled != nil { spans.append(Span(words.afterTime(total), .time)) }
      if node.state != .fulfilled, let type = node.type { spans.append(Span("  \(type)", .faint)) }
    case .leaked: spans.append(Span(words.afterTime(total), .time))
    case .pending, .running, .waiting, .unknown:
      let time = waitStart.map { duration(screen.shownTime - $0) } ?? total
      spans.append(Span(words.forTime(time), .time))
      if let stage = node.progress?.stage { spans.append(Span("  \(stage)", .text)) }
      if let percent = node.progress?.fraction.flatMap({ NumberText.percent($0) }) {
        spans.append(Span("  \(percent)", .running))
      }
    }
    return spans
  }

  /// When it started to wait for the promise that it waits for; nil if it waits for none.
  private var waitStart: Int64? {
    guard let id = node.waitsOn, let start = node.waitStart else { return nil }
    // A log may not say when it was resolved with a promise that was created after its body had ended.
    return max(start, screen.store.facts(id)?.created ?? start)
  }

  /// Why it is in that state: what it waits for, or where its outcome came from.
  private var why: [Span] {
    switch node.state {
    case .waiting:
      guard let id = node.waitsOn, let since = waitStart else { return [] }
      return words.waitsOn(screen.reference(id)).spans(.faint) + [
        Span(words.sinceTime(DurationText.clock(since), duration(screen.shownTime - since)), .time)
      ]
    case .pending, .running:
      if let from = node.from, screen.store.state(of: from)?.isSettled == false {
        return words.runsAfter(screen.reference(from)).spans(.faint)
      }
      if node.started != nil, node.finished == nil { return [Span(words.bodyRuns(code), .faint)] }
      if node.inputCount > 0 { return screen.reason(of: node) }
      if node.isTimer, let ready = node.ready {
        return words.timerRunsFor([Span(duration(screen.shownTime - ready), .time)]).spans(.faint)
      }
      if node.enqueued != nil, node.started == nil { return [Span(words.legendQueued, .faint)] }
      return [Span(words.notSettled, .faint)]
    case .rejected, .unhandled, .cancelled:
      var spans: [Span] = []
      if let origin = node.origin, origin != node.id {
        spans += words.errorFrom(screen.reference(origin)).spans(.faint)
      } else if node.isCancelRequested, node.cause == .resolver {
        spans +=
          node.canceledBy.map { words.cancelRequestedBy(screen.reference($0)).spans(.faint) + at($0) }
          ?? [Span(words.cancelRequested, .faint)]
      } else if node.state == .cancelled, node.cause == .resolver {
        spans.append(Span(words.rejectedAsCancelled, .faint))
      } else if let cause {
        spans.append(Span(cause, .faint))
      }
      let comma = spans.isEmpty ? "" : words.comma
      if node.state == .unhandled {
        spans.append(Span(comma + words.state(.unhandled), .failure))
      } else if node.isHandled {
        spans.append(Span(comma + words.handled, .success))
        guard let (handler, isElsewhere) = HandlerBranches().handler(of: node.id, in: screen.store) else {
          return spans
        }
        if isElsewhere { spans.append(Span(words.onAnotherBranch, .faint)) }
        spans += words.byPromise(screen.reference(handler)).spans(.faint)
      }
      return spans
    case .fulfilled:
      if let via = node.via, via != node.from { return words.valueFrom(screen.reference(via)).spans(.faint) }
      return cause.map { [Span($0, .faint)] } ?? []
    case .leaked: return [Span(words.freedPending, .abandoned)]
    case .unknown: return [Span(words.outcomeUnknown, .unknown)]
    }
  }

  /// ` (List.swift:12)`, the call site of a promise; empty if that is not known.
  private func at(_ id: PromiseID) -> [Span] {
    screen.store.node(id)?.site.map { [Span(" (\($0.short))", .location)] } ?? []
  }

  /// The number of later attempts to settle it.
  private var refused: [Span] {
    guard node.ignored > 0 else { return [] }
    return [
      Span(why.isEmpty ? "" : words.comma, .faint),
      Span(words.attemptsRefused(node.ignored), .loss),
    ]
  }

  /// What runs for it: its handler or its body.
  private var code: String { screen.store.codeInSentence(node.id, words.language) }

  /// Why it settled; nil if that is not known.
  private var cause: String? {
    switch node.cause {
    case .resolver where node.type == "PromiseResolutionError": words.causeLibrary
    case .resolver: words.causeResolver
    case .returned where node.via != nil: words.causeHandedOn
    case .returned: words.causeReturned(code)
    case .adopted: words.causeAdopted
    case .passthrough where node.isTimer && node.state == .fulfilled: words.causeTimer
    case .passthrough: words.causePassthrough
    case .combinator: words.causeCombinator
    case .threw: words.causeThrew(code)
    case .timeout: words.causeTimeout
    case nil: nil
    }
  }

  private var origin: [Span] {
    var spans: [Span] = []
    if !node.operation.isEmpty { spans.append(Span(node.operation, .text)) }
    if let from = node.from {
      let reference = screen.reference(from)
      spans += (spans.isEmpty ? words.fromPromise(reference) : words.ofPromise(reference)).spans()
    }
    if let inside = node.createdInside, inside != node.from {
      if !spans.isEmpty { spans.append(Span(words.comma, .faint)) }
      spans += words.insidePromise(screen.reference(inside)).spans(.faint)
    }
    if node.isPlaceholder { spans.append(Span(words.creationNotRecorded, .unknown)) }
    return spans
  }

  private var location: [Span] {
    guard let site = node.site else { return [] }
    let line = Span("\(site.file):\(site.line)")
    return site.function.isEmpty ? [line] : [line, Span("  \(site.function)", .faint)]
  }

  /// The functions that led to its creation.
  private var callers: [Span] {
    let names = screen.store.callers(of: node.id).joined(separator: " < ")
    return names.isEmpty ? [] : [Span(names, .faint)]
  }

  private var times: [Span] {
    guard !node.isPlaceholder else { return [] }
    let durations = node.durations(now: screen.shownTime)
    var spans: [Span] = []
    func add(_ word: String, _ nanoseconds: Int64) {
      if !spans.isEmpty { spans.append(Span(screen.glyphs.separator, .faint)) }
      spans += [Span("\(word) ", .faint), Span(duration(nanoseconds), .time)]
    }
    // A source: other code settles it, because it has no body and waits for no promise.
    let isSource = node.enqueued == nil && node.started == nil && node.from == nil && node.inputCount == 0
    if !isSource { add(words.waitedTime, durations.waiting - durations.following) }
    if node.enqueued != nil { add(words.row.queued, durations.queued) }
    if node.started != nil { add(words.ranFact, durations.running) }
    let rest = isSource ? durations.total : restAfterBody(durations)
    if let adopts = node.adopts, durations.following > 0, !node.isTimer {
      // Until it was resolved with the other promise.
      let flight = durations.own - durations.running
      if flight > 0 { add(words.inFlight, flight) }
      if !spans.isEmpty { spans.append(Span(screen.glyphs.separator, .faint)) }
      spans += words.waitedOn([Span("#\(adopts)", .link)]).spans(.faint)
      spans.append(Span(" \(duration(durations.following))", .time))
    } else if node.isTimer, let ready = node.ready {
      add(words.pathTimer, max(0, (node.settled ?? node.released ?? screen.shownTime) - ready))
    } else if rest > 0 || isSource {
      add(words.inFlight, rest)
    }
    return spans
  }

  /// The time from the end of its body until it settled, or until now.
  private func restAfterBody(_ durations: NodeDurations) -> Int64 {
    guard let finished = node.finished, finished >= node.created else { return 0 }
    return max(0, durations.total - (finished - node.created))
  }

  private var ran: [Span] {
    var spans: [Span] = []
    if let queue = node.queue { spans += words.queueNamed([Span(queue)]).spans(.faint) }
    if let thread = node.thread {
      if !spans.isEmpty { spans.append(Span("  ", .faint)) }
      // The system's own names for threads begin with the word.
      spans += thread.hasPrefix("thread ") ? [Span(thread)] : words.threadNamed([Span(thread)]).spans(.faint)
    }
    if node.isCancelRequested { spans.append(Span("  \(words.cancellationRequested)", .cancelled)) }
    return spans
  }

  /// The reactions registered on it, which wait for it or were called, and the promises that wait for it without one.
  private var handlers: [Span] {
    let others = otherWaiters
    let count = node.handlerCount + others.count
    guard count > 0 else { return node.state.isOpen ? [Span(words.none, .faint)] : [] }
    var names = screen.store.handlers(of: node.id, limit: 8).map { handler -> [Span] in
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
    guard node.state.isOpen else { return [] }
    var waiters: [PromiseID] = []
    screen.store.forEachDependent(of: node.id) { id, dependence, _ in
      let waits = dependence == .adopted || dependence == .derived && node.handlerCount == 0
      if waits, screen.store.state(of: id)?.isOpen == true { waiters.append(id) }
      return true
    }
    return waiters
  }

  private var inputs: [Span] {
    guard node.inputCount > 0 else { return [] }
    var spans: [Span] = []
    for id in screen.store.inputs(of: node.id, limit: 16) {
      if !spans.isEmpty { spans.append(Span(" ")) }
      if let state = screen.store.state(of: id) { spans.append(Span(screen.glyphs.state(state), state.role)) }
      spans.append(Span("#\(id)", .link))
    }
    if node.inputCount > 16 { spans.append(Span(words.andMore(NumberText.grouped(node.inputCount - 16)), .faint)) }
    return spans
  }
}
