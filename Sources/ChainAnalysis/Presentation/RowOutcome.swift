// The most important fact about a promise, in a few columns: its problem, its value, its error, or why it is not settled yet.
//
// Owns the choice: a problem comes before everything else, because it is what the user looks for. The analysis finds the problems.

import ChainModel
import PlainText
import PromiseTrace

/// What became of promises at a moment.
package struct RowOutcome {
  private let store: ChainStore
  private let problems: Problems
  private let now: Int64
  private let words: RowWords
  private let isASCII: Bool
  private let bodies: BodyIndex?
  private let settings: AnalysisSettings
  private let hidesHangs: Bool
  /// The hang that each promise waits for, where all rows are needed; a row at a time follows its wait.
  private let roots: [PromiseID: PromiseID]?
  private let branches = HandlerBranches()

  /// The outcomes of rows at a moment.
  ///
  /// - Parameters:
  ///   - store: The promises.
  ///   - problems: What was found about them.
  ///   - now: The moment, in nanoseconds, to which waiting promises have waited.
  ///   - language: The language of the words.
  ///   - isASCII: Whether only ASCII characters are used.
  ///   - bodies: The bodies on each queue, for what a promise was queued behind; nil to leave that out.
  ///   - settings: What counts as long.
  ///   - hidesHangs: Whether these words would answer a question about a hang.
  package init(
    _ store: ChainStore, _ problems: Problems, now: Int64, _ language: Language, isASCII: Bool,
    bodies: BodyIndex? = nil, settings: AnalysisSettings = AnalysisSettings(), hidesHangs: Bool = false
  ) {
    (self.store, self.problems, self.now, words) = (store, problems, now, RowWords(language))
    (self.isASCII, self.bodies, self.settings, self.hidesHangs) = (isASCII, bodies, settings, hidesHangs)
    roots = nil
  }

  /// The outcomes of all rows, for an export: what each promise hangs on is found once.
  package init(ofAll store: ChainStore, _ problems: Problems, now: Int64, _ language: Language, isASCII: Bool = false) {
    (self.store, self.problems, self.now, words) = (store, problems, now, RowWords(language))
    (self.isASCII, bodies, settings, hidesHangs) = (isASCII, nil, AnalysisSettings(), false)
    roots = problems.rootsOfHangs(in: store)
  }

  /// The words about a promise with a problem, or that hangs; nil for every other one, whose outcome says enough.
  package func exception(_ id: PromiseID) -> String? {
    let (finding, root) = (problems.finding(about: id), roots?[id])
    guard finding != nil || root != nil, let node = store.node(id) else { return nil }
    let pieces = finding.flatMap { problem($0, node) } ?? root.map { hangs(on: $0) } ?? []
    return pieces.isEmpty ? nil : pieces.map(\.text).joined()
  }

  /// The fact; empty if there is none.
  package func spans(of node: ChainNode) -> [Piece] {
    if let finding = problems.finding(about: node.id), let problem = problem(finding, node) { return problem }
    switch node.state {
    case .fulfilled:
      let queued = queued(node)
      return queued.isEmpty ? outcome(node) : queued
    case .rejected, .unhandled, .cancelled: return rejection(node)
    case .leaked:
      if let root = hopelessRoot(node), !hidesHangs { return hangs(on: root) }
      return [Piece(words.freedPending, .abandoned)]
    case .unknown: return [Piece(words.eventsMissing, .unknown)]
    case .pending, .running, .waiting:
      if let root = hopelessRoot(node), !hidesHangs { return hangs(on: root) }
      // First, since a narrow column cuts the rest.
      let paused = node.isPaused ? [Piece("\(words.pausedWord) ", .notice)] : []
      return paused + progress(node) + reason(node)
    }
  }

  // MARK: Problems

  /// The words for a finding about the promise; nil if the promise's own outcome says more.
  private func problem(_ finding: Finding, _ node: ChainNode) -> [Piece]? {
    let occurrence = problems.occurrence(of: node.id)
    switch finding.rule {
    case .unhandledRejection where occurrence.map { $0.row != node.id } ?? false:
      return error(of: node) + [Piece("  ")]
        + words.unhandledAt([Piece("#\(occurrence?.row ?? 0)", .link)]).spans(.failure)
    case .unhandledRejection:
      return node.text == nil && node.type == nil
        ? [Piece(words.state(.unhandled), .alarm)]
        : words.unhandledError([Piece(errorText(node), .failure)]).spans(.failure)
    case .neverSettled where finding.isUnfinished, .stuck where finding.isUnfinished: return nil
    case .emptyCombinator where node.state.isSettled: return nil
    case .neverSettled, .stuck, .emptyCombinator: return root(finding, node)
    case .cycle: return cycle(finding, node)
    case .blockingWait: return [Piece(words.rootBlocking, .warning)]
    case .swallowedError: return caught(occurrence?.evidence ?? 0, finding)
    case .slowHandler:
      let time = duration(node.durations(now: now).running)
      guard let queue = node.queue else { return words.ran([Piece(time, .warning)]).spans(.warning) }
      return words.ranOn([Piece(time, .warning)], [Piece(queue, .warning)]).spans(.warning)
    case .queueContention: return queued(node)
    case .settledTwice: return outcome(node) + [Piece("  \(words.settledAgain)", .warning)]
    case .missingReturn:
      let started = occurrence.map { [Piece("#\($0.evidence)", .link)] } ?? []
      return words.notReturned(started).spans(.warning)
    case .retryStorm, .selfResolution, .lostResult, .serialAlthoughIndependent, .needlessPromise, .manyHandlers,
      .deepChain, .floatingPromise, .missingAwait, .eventLoopBlocked, .unboundedConcurrency, .nestedChain,
      .uncanceledSource,
      .duplicateRequest, .nPlusOne:
      return nil
    }
  }

  /// The root of a hang.
  private func root(_ finding: Finding, _ node: ChainNode) -> [Piece] {
    let leaf = store.waitChain(from: node.id, bodies: bodies, limit: Self.waitLimit)
    let text: [Piece]
    switch finding.rule {
    case .emptyCombinator: text = [Piece(words.rootEmpty, .warning)]
    default:
      switch leaf.leaf {
      case .dropped: text = [Piece(words.rootDropped, .warning)]
      case .emptyCombinator: text = [Piece(words.rootEmpty, .warning)]
      case .cycle: text = [Piece(words.waitsForItself, .warning)]
      case .resolver where leaf.links.count == 1:
        text = [Piece(store.isRequest(node.id) ? words.rootInFlight : words.rootHeld, .warning)]
      default:
        guard node.state.isOpen else {
          text = [Piece(words.rootPending, .warning)]
          break
        }
        text = progress(node) + reason(node).map { Piece($0.text, $0.role == .faint ? .warning : $0.role) }
      }
    }
    return [Piece(words.root, .warning), Piece("  ")] + text
  }

  /// `cycle: #8 → #1 → #7 → #2`: the promises that waited for this one, the one that it was resolved with first.
  private func cycle(_ finding: Finding, _ node: ChainNode) -> [Piece] {
    let waiting = store.cycleMembers(of: node.id).dropFirst()
    guard !waiting.isEmpty else { return [Piece(words.waitsForItself, .warning)] }
    let path = (waiting + [node.id]).map { "#\($0)" }.joined(separator: " \((isASCII ? "->" : "→")) ")
    return words.cycleOf([Piece(path, .link)]).spans(.warning)
  }

  /// The error that a handler caught, and the promise whose error it was.
  private func caught(_ source: PromiseID, _ finding: Finding) -> [Piece] {
    guard let node = store.node(source) else { return [Piece(finding.sentence, .warning)] }
    let origin = node.origin ?? source
    let error = errorText(node)
    let from = [Piece("#\(origin)", .link)]
    return error.isEmpty
      ? words.caughtUnknown(from).spans(.warning)
      : words.caught([Piece(error, .warning)], from).spans(.warning)
  }

  /// The root of a hang that this promise is a victim of; nil if it may still settle by itself.
  private func hopelessRoot(_ node: ChainNode) -> PromiseID? {
    if let roots { return roots[node.id] }
    let chain = store.waitChain(from: node.id, bodies: nil, limit: Self.waitLimit)
    guard chain.root != 0, chain.root != node.id else { return nil }
    let kind = problems.kind(of: chain.root)
    let isKnown = kind == .hang || kind == .cycle
    return chain.leaf.isHopeless || isKnown ? chain.root : nil
  }

  private func hangs(on root: PromiseID) -> [Piece] {
    words.hangsOn(reference(root, name: .faint)).spans(.waiting)
  }

  /// A row follows a wait only so far; the why pane follows it to its end.
  private static let waitLimit = 500

  // MARK: Outcomes

  private func outcome(_ node: ChainNode) -> [Piece] {
    switch node.state {
    case .fulfilled: node.text.map { [Piece($0, .value)] } ?? []
    case .rejected, .unhandled, .cancelled: error(of: node)
    default: []
    }
  }

  private func rejection(_ node: ChainNode) -> [Piece] {
    if node.state == .unhandled, problems.isEmpty {
      let text = errorText(node)
      return text.isEmpty
        ? [Piece(words.state(.unhandled), .alarm)] : words.unhandledError([Piece(text, .failure)]).spans(.failure)
    }
    if node.state == .cancelled, let canceler = node.canceledBy {
      if canceler == node.id { return [Piece(words.canceledFromInside, .cancelled)] }
      return words.cancelledBy(reference(canceler, name: .faint)).spans(.cancelled)
    }
    return error(of: node) + handler(of: node)
  }

  private func errorText(_ node: ChainNode) -> String { node.text ?? node.type ?? "" }

  /// The error that it was rejected with; empty if there is no text for it.
  private func error(of node: ChainNode) -> [Piece] {
    let text = errorText(node)
    return text.isEmpty ? [] : [Piece(text, node.state == .cancelled ? .cancelled : .error)]
  }

  /// `handled by #6 retry`, separated from the error before it; empty if its rejection was not handled.
  private func handler(of node: ChainNode) -> [Piece] {
    guard let (handler, isElsewhere) = branches.handler(of: node.id, in: store) else { return [] }
    let gap = errorText(node).isEmpty ? [] : [Piece("  ")]
    if handler == node.id { return gap + [Piece(words.handledHere, .faint)] }
    return gap + words.handled(by: reference(handler), isElsewhere: isElsewhere).spans(.faint)
  }

  /// `queued 1.60 s behind #14`, if it waited for its queue longer than everything else took; empty otherwise.
  private func queued(_ node: ChainNode) -> [Piece] {
    let durations = node.durations(now: now)
    let limit = settings.queueContention
    guard durations.queued >= limit, durations.queued > durations.total / 2 else { return [] }
    let time = [Piece(duration(durations.queued), .time)]
    let path = bodies.flatMap { store.criticalPath(of: node.id, bodies: $0, now: now) }
    let bodies = Set((path?.segments ?? []).filter { $0.kind == .queued && $0.promise == node.id }.map(\.other))
      .subtracting([0])
    guard let body = bodies.first else { return words.queuedFor(time).spans(.faint) }
    return bodies.count == 1
      ? words.queuedBehind(time, [Piece("#\(body)", .link)]).spans(.faint)
      : words.queuedBehindMany(time, [Piece(NumberText.grouped(bodies.count), .text)]).spans(.faint)
  }

  // MARK: Pending

  /// Whether it waits for another promise; one that is pending and not blocked is working, or hangs.
  package func isBlocked(_ node: ChainNode) -> Bool {
    switch node.state {
    case .waiting: true
    case .pending: node.inputCount > 0 || node.from.map { store.state(of: $0)?.isSettled == false } ?? false
    default: false
    }
  }

  private func progress(_ node: ChainNode) -> [Piece] {
    guard let progress = node.progress else { return [] }
    var spans: [Piece] = []
    if let fraction = progress.fraction, let percent = NumberText.percent(fraction) {
      let cells = 6
      let filled = max(0, min(cells, Int((fraction * Double(cells)).rounded(.down))))
      spans.append(Piece(String(repeating: isASCII ? "=" : "━", count: filled), .barRunning))
      spans.append(Piece(String(repeating: isASCII ? "-" : "─", count: cells - filled), .barWaiting))
      spans.append(Piece(" \(percent) ", .running))
    }
    if let stage = progress.stage { spans.append(Piece("\(stage) ", .text)) }
    return spans
  }

  /// Why it is not settled yet.
  package func reason(_ node: ChainNode) -> [Piece] {
    let wait = wait(of: node)
    guard let deadline = node.deadline, deadline > now else { return wait }
    let left = words.timerLeft([Piece(duration(deadline - now), .time)]).spans(.faint)
    // A delay waits for nothing but its timer; a timeout watches another promise meanwhile.
    return runsTimer(node) || wait.isEmpty ? left : left + [Piece(" ")] + wait
  }

  /// Whether a promise that waits for itself can only be settled by itself: no other input of a race, and no timer.
  private func isInCycle(_ node: ChainNode) -> Bool {
    guard case .cycle = store.waitChain(from: node.id, bodies: nil, limit: Self.waitLimit).leaf else {
      return false
    }
    return true
  }

  private func wait(of node: ChainNode) -> [Piece] {
    if node.isCyclic, isInCycle(node) { return [Piece(words.waitsForItself, .failure)] }
    if let id = node.waitsOn { return words.onPromise(reference(id)).spans(.faint) }
    if node.inputCount > 0 {
      let inputs = store.inputs(of: node.id, limit: Self.inputLimit)
      let settled = inputs.count { store.state(of: $0)?.isSettled ?? true }
      let more = node.inputCount > inputs.count ? "+" : ""
      return [Piece(words.settledOf("\(settled)\(more)", NumberText.grouped(node.inputCount)), .faint)]
    }
    if node.state == .pending, let from = node.from, store.state(of: from)?.isSettled == false {
      return words.afterPromise(reference(from)).spans(.faint)
    }
    if runsTimer(node) { return [Piece(words.timerRuns, .faint)] }
    if node.enqueued != nil, node.started == nil {
      return [Piece(node.queue.map { words.queuedOn($0) } ?? words.queued, .faint)]
    }
    if node.state == .running { return [Piece(words.state(.running), .faint)] }
    return []
  }

  /// Whether only a timer keeps it pending.
  private func runsTimer(_ node: ChainNode) -> Bool { node.isTimer && (node.ready != nil || node.from == nil) }

  /// The maximum number of inputs to count, because counting reads each input, for every visible row, in every frame.
  private static let inputLimit = 256

  // MARK: Words

  private func duration(_ nanoseconds: Int64) -> String { DurationText.of(nanoseconds, micro: isASCII ? "u" : "µ") }

  /// `#6 fetch page`.
  private func reference(_ id: PromiseID, name: StyleRole = .text) -> [Piece] {
    [Piece("#\(id)", .link)] + (store.node(id).map { [Piece(" \($0.name)", name)] } ?? [])
  }
}
