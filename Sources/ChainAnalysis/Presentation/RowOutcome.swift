// The most important fact about a promise, in a few columns: its problem first, because that is what the user looks for, else its value, its error, or
// why it is not settled yet.

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
  ///   - now: The moment, in nanoseconds, to which waiting promises have waited.
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
    guard finding != nil || root != nil, let facts = store.facts(id) else { return nil }
    let pieces = finding.flatMap { problem($0, facts) } ?? root.map { hangs(on: $0) } ?? []
    return pieces.isEmpty ? nil : pieces.map(\.text).joined()
  }

  /// The fact; empty if there is none.
  package func spans(of facts: NodeFacts) -> [Piece] {
    if let finding = problems.finding(about: facts.id), let problem = problem(finding, facts) { return problem }
    switch facts.state {
    case .fulfilled:
      let queued = queued(facts)
      return queued.isEmpty ? outcome(facts) : queued
    case .rejected, .unhandled, .cancelled: return rejection(facts)
    case .leaked:
      if let root = hopelessRoot(facts), !hidesHangs { return hangs(on: root) }
      return [Piece(words.freedPending, .abandoned)]
    case .unknown: return [Piece(words.eventsMissing, .unknown)]
    case .pending, .running, .waiting:
      if let root = hopelessRoot(facts), !hidesHangs { return hangs(on: root) }
      // First, since a narrow column cuts the rest.
      let paused = facts.isPaused ? [Piece("\(words.pausedWord) ", .notice)] : []
      return paused + progress(facts) + reason(facts)
    }
  }

  // MARK: Problems

  /// The words for a finding about the promise; nil if the promise's own outcome says more.
  private func problem(_ finding: Finding, _ facts: NodeFacts) -> [Piece]? {
    let occurrence = problems.occurrence(of: facts.id)
    switch finding.rule {
    case .unhandledRejection where occurrence.map { $0.row != facts.id } ?? false:
      return error(of: facts) + [Piece("  ")]
        + words.unhandledAt([Piece("#\(occurrence?.row ?? 0)", .link)]).spans(.failure)
    case .unhandledRejection:
      return facts.text == .none && facts.type == .none
        ? [Piece(words.state(.unhandled), .alarm)]
        : words.unhandledError([Piece(errorText(facts), .failure)]).spans(.failure)
    case .neverSettled where finding.isUnfinished, .stuck where finding.isUnfinished: return nil
    case .emptyCombinator where facts.state.isSettled: return nil
    case .neverSettled, .stuck, .emptyCombinator: return root(finding, facts)
    case .cycle: return cycle(finding, facts)
    case .blockingWait: return [Piece(words.rootBlocking, .warning)]
    case .swallowedError: return caught(occurrence?.evidence ?? 0, finding)
    case .slowHandler:
      let time = duration(store.durations(facts, now: now).running)
      guard let queue = store.texts[facts.queue] else { return words.ran([Piece(time, .warning)]).spans(.warning) }
      return words.ranOn([Piece(time, .warning)], [Piece(queue, .warning)]).spans(.warning)
    case .queueContention: return queued(facts)
    case .settledTwice: return outcome(facts) + [Piece("  \(words.settledAgain)", .warning)]
    case .missingReturn:
      let started = occurrence.map { [Piece("#\($0.evidence)", .link)] } ?? []
      return words.notReturned(started).spans(.warning)
    default: return nil
    }
  }

  /// The root of a hang.
  private func root(_ finding: Finding, _ facts: NodeFacts) -> [Piece] {
    let leaf = store.waitChain(from: facts.id, bodies: bodies, limit: Self.waitLimit)
    let text: [Piece]
    switch finding.rule {
    case .emptyCombinator: text = [Piece(words.rootEmpty, .warning)]
    default:
      switch leaf.leaf {
      case .dropped: text = [Piece(words.rootDropped, .warning)]
      case .emptyCombinator: text = [Piece(words.rootEmpty, .warning)]
      case .cycle: text = [Piece(words.waitsForItself, .warning)]
      case .resolver where leaf.links.count == 1:
        let path = store.holder(of: facts.id).map { Escaping.line($0.text) } ?? ""
        let held = path.isEmpty ? nil : words.rootHeld(by: path)
        text = [Piece(store.isRequest(facts.id) ? words.rootInFlight : held ?? words.rootHeld, .warning)]
      default:
        guard facts.state.isOpen else {
          text = [Piece(facts.state.isSettled ? words.rootEnded : words.rootPending, .warning)]
          break
        }
        text = progress(facts) + reason(facts).map { Piece($0.text, $0.role == .faint ? .warning : $0.role) }
      }
    }
    return [Piece(words.root, .warning), Piece("  ")] + text
  }

  /// `cycle: #8 → #1 → #7 → #2`: the promises that waited for this one, the one that it was resolved with first.
  private func cycle(_ finding: Finding, _ facts: NodeFacts) -> [Piece] {
    let waiting = store.cycleMembers(of: facts.id).dropFirst()
    guard !waiting.isEmpty else { return [Piece(words.waitsForItself, .warning)] }
    let path = (waiting + [facts.id]).map { "#\($0)" }.joined(separator: " \((isASCII ? "->" : "→")) ")
    return words.cycleOf([Piece(path, .link)]).spans(.warning)
  }

  /// The error that a handler caught, and the promise whose error it was.
  private func caught(_ source: PromiseID, _ finding: Finding) -> [Piece] {
    guard let facts = store.facts(source) else { return [Piece(finding.sentence(words.language), .warning)] }
    let known = store.rejection(of: source).origin
    let origin = known == 0 ? source : known
    let error = errorText(facts)
    let from = [Piece("#\(origin)", .link)]
    return error.isEmpty
      ? words.caughtUnknown(from).spans(.warning)
      : words.caught([Piece(error, .warning)], from).spans(.warning)
  }

  /// The root of a hang that this promise is a victim of; nil if it may still settle by itself.
  private func hopelessRoot(_ facts: NodeFacts) -> PromiseID? {
    if let roots { return roots[facts.id] }
    let chain = store.waitChain(from: facts.id, bodies: nil, limit: Self.waitLimit)
    guard chain.root != 0, chain.root != facts.id else { return nil }
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

  private func outcome(_ facts: NodeFacts) -> [Piece] {
    switch facts.state {
    case .fulfilled: store.texts[facts.text].map { [Piece($0, .value)] } ?? []
    case .rejected, .unhandled, .cancelled: error(of: facts)
    default: []
    }
  }

  private func rejection(_ facts: NodeFacts) -> [Piece] {
    if facts.state == .unhandled, problems.isEmpty {
      let text = errorText(facts)
      return text.isEmpty
        ? [Piece(words.state(.unhandled), .alarm)] : words.unhandledError([Piece(text, .failure)]).spans(.failure)
    }
    if facts.state == .cancelled, let canceler = store.canceler(of: facts.id) {
      if canceler == facts.id { return [Piece(words.canceledFromInside, .cancelled)] }
      return words.cancelledBy(reference(canceler, name: .faint)).spans(.cancelled)
    }
    return error(of: facts) + handler(of: facts)
  }

  private func errorText(_ facts: NodeFacts) -> String { store.texts[facts.text] ?? store.texts[facts.type] ?? "" }

  /// The error that it was rejected with; empty if there is no text for it.
  private func error(of facts: NodeFacts) -> [Piece] {
    let text = errorText(facts)
    return text.isEmpty ? [] : [Piece(text, facts.state == .cancelled ? .cancelled : .error)]
  }

  /// `handled by #6 retry`, separated from the error before it; empty if its rejection was not handled.
  private func handler(of facts: NodeFacts) -> [Piece] {
    guard let (handler, isElsewhere) = branches.handler(of: facts.id, in: store) else { return [] }
    let gap = errorText(facts).isEmpty ? [] : [Piece("  ")]
    if handler == facts.id { return gap + [Piece(words.handledHere, .faint)] }
    return gap + words.handled(by: reference(handler), isElsewhere: isElsewhere).spans(.faint)
  }

  /// `queued 1.60 s behind #14`, if it waited for its queue longer than everything else took; empty otherwise.
  private func queued(_ facts: NodeFacts) -> [Piece] {
    let durations = store.durations(facts, now: now)
    let limit = settings.queueContention
    guard durations.queued >= limit, durations.queued > durations.total / 2 else { return [] }
    let time = [Piece(duration(durations.queued), .time)]
    let path = bodies.flatMap { store.criticalPath(of: facts.id, bodies: $0, now: now) }
    let bodies = Set((path?.segments ?? []).filter { $0.kind == .queued && $0.promise == facts.id }.map(\.other))
      .subtracting([0])
    guard let body = bodies.first else { return words.queuedFor(time).spans(.faint) }
    return bodies.count == 1
      ? words.queuedBehind(time, [Piece("#\(body)", .link)]).spans(.faint)
      : words.queuedBehindMany(time, [Piece(NumberText.grouped(bodies.count), .text)]).spans(.faint)
  }

  // MARK: Pending

  /// Whether it waits for another promise; one that is pending and not blocked is working, or hangs.
  package func isBlocked(_ facts: NodeFacts) -> Bool {
    switch facts.state {
    case .waiting: true
    case .pending: facts.hasInputs || isOpen(facts.from)
    default: false
    }
  }

  private func isOpen(_ id: PromiseID) -> Bool { id != 0 && store.state(of: id)?.isSettled == false }

  private func progress(_ facts: NodeFacts) -> [Piece] {
    guard let progress = store.progress(of: facts.id) else { return [] }
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
  package func reason(_ facts: NodeFacts) -> [Piece] {
    let wait = wait(of: facts)
    guard let deadline = store.deadline(of: facts.id), deadline > now else { return wait }
    let left = words.timerLeft([Piece(duration(deadline - now), .time)]).spans(.faint)
    // A delay waits for nothing but its timer; a timeout watches another promise meanwhile.
    return runsTimer(facts) || wait.isEmpty ? left : left + [Piece(" ")] + wait
  }

  /// Whether a promise that waits for itself can only be settled by itself: no other input of a race, and no timer.
  private func isInCycle(_ facts: NodeFacts) -> Bool {
    if case .cycle = store.waitChain(from: facts.id, bodies: nil, limit: Self.waitLimit).leaf { return true }
    return false
  }

  private func wait(of facts: NodeFacts) -> [Piece] {
    if facts.isCyclic, isInCycle(facts) { return [Piece(words.waitsForItself, .failure)] }
    if let id = facts.waitsOn { return words.onPromise(reference(id)).spans(.faint) }
    let count = store.inputCount(of: facts.id)
    if count > 0 {
      let inputs = store.inputs(of: facts.id, limit: Self.inputLimit)
      let settled = inputs.count { store.state(of: $0)?.isSettled ?? true }
      let more = count > inputs.count ? "+" : ""
      return [Piece(words.settledOf("\(settled)\(more)", NumberText.grouped(count)), .faint)]
    }
    if facts.state == .pending, isOpen(facts.from) {
      return words.afterPromise(reference(facts.from)).spans(.faint)
    }
    if runsTimer(facts) { return [Piece(words.timerRuns, .faint)] }
    if facts.enqueued != nil, facts.started == nil {
      return [Piece(store.texts[facts.queue].map { words.queuedOn($0) } ?? words.queued, .faint)]
    }
    if facts.state == .running { return [Piece(words.state(.running), .faint)] }
    return []
  }

  /// Whether only a timer keeps it pending.
  private func runsTimer(_ facts: NodeFacts) -> Bool {
    store.isTimer(facts) && (facts.from == 0 || store.readyTime(facts) != nil)
  }

  /// The maximum number of inputs to count, because counting reads each input, for every visible row, in every frame.
  private static let inputLimit = 256

  private func duration(_ nanoseconds: Int64) -> String { DurationText.of(nanoseconds, micro: isASCII ? "u" : "µ") }

  /// `#6 fetch page`.
  private func reference(_ id: PromiseID, name: StyleRole = .text) -> [Piece] {
    [Piece("#\(id)", .link)] + (store.name(of: id).map { [Piece(" \($0)", name)] } ?? [])
  }
}
