// The most important fact about a promise, in a few columns: its problem, its value, its error, or why it is not settled yet.
//
// Owns the choice: a problem comes before everything else, because it is what the user looks for. The analysis finds the problems.

import Canvas
import ChainAnalysis
import ChainLessons
import ChainModel
import PlainText
import PromiseTrace

struct RowOutcome {
  private let context: ScreenContext
  private var words: Words { context.words }

  init(_ context: ScreenContext) { self.context = context }

  /// Whether a lesson still has a question about a hang, which these words would answer.
  private var hidesHangs: Bool { context.lesson?.walk?.awaits([.leak, .victims]) ?? false }

  /// The fact; empty if there is none.
  func spans(of node: ChainNode) -> [Span] {
    if let finding = context.problems.finding(about: node.id), let problem = problem(finding, node) { return problem }
    switch node.state {
    case .fulfilled:
      let queued = queued(node)
      return queued.isEmpty ? outcome(node) : queued
    case .rejected, .unhandled, .cancelled: return rejection(node)
    case .leaked:
      if let root = hopelessRoot(node), !hidesHangs { return hangs(on: root) }
      return [Span(words.leakedFreed, .abandoned)]
    case .unknown: return [Span(words.eventsMissing, .unknown)]
    case .pending, .running, .waiting:
      if let root = hopelessRoot(node), !hidesHangs { return hangs(on: root) }
      // First, since a narrow column cuts the rest.
      let paused = node.isPaused ? [Span("\(words.pausedWord) ", .notice)] : []
      return paused + progress(node) + reason(node)
    }
  }

  /// Running promises are brightest; waiting ones and handled rejections are calmer.
  static func role(of node: ChainNode, isBlocked: Bool) -> StyleRole {
    switch node.state {
    case .rejected where node.isHandled: .error
    case .pending where !isBlocked: .running
    default: node.state.role
    }
  }

  // MARK: Problems

  /// The words for a finding about the promise; nil if the promise's own outcome says more.
  private func problem(_ finding: Finding, _ node: ChainNode) -> [Span]? {
    let occurrence = finding.list.first { $0.promise == node.id }
    switch finding.rule {
    case .unhandledRejection where occurrence.map { $0.row != node.id } ?? false:
      return error(of: node) + [Span("  ")]
        + words.unhandledAt([Span("#\(occurrence?.row ?? 0)", .link)]).spans(.failure)
    case .unhandledRejection:
      return node.text == nil && node.type == nil
        ? [Span(words.state(.unhandled), .alarm)]
        : words.unhandledError([Span(errorText(node), .failure)]).spans(.failure)
    case .neverSettled where finding.isUnfinished, .stuck where finding.isUnfinished: return nil
    case .neverSettled, .stuck, .emptyCombinator: return root(finding, node)
    case .cycle: return cycle(finding, node)
    case .blockingWait: return [Span(words.rootBlocking, .warning)]
    case .swallowedError: return caught(occurrence?.evidence ?? 0, finding)
    case .slowHandler:
      let time = context.duration(node.durations(now: context.now).running)
      guard let queue = node.queue else { return words.ran([Span(time, .warning)]).spans(.warning) }
      return words.ranOn([Span(time, .warning)], [Span(queue, .warning)]).spans(.warning)
    case .queueContention: return queued(node)
    case .settledTwice: return outcome(node) + [Span("  \(words.settledAgain)", .warning)]
    case .missingReturn:
      let started = occurrence.map { [Span("#\($0.evidence)", .link)] } ?? []
      return words.notReturned(started).spans(.warning)
    case .retryStorm, .selfResolution, .lostResult, .serialAlthoughIndependent, .needlessPromise, .manyHandlers,
      .deepChain, .floatingPromise, .missingAwait, .eventLoopBlocked, .unboundedConcurrency, .nestedChain,
      .uncanceledSource,
      .duplicateRequest, .nPlusOne:
      return nil
    }
  }

  /// The root of a hang.
  private func root(_ finding: Finding, _ node: ChainNode) -> [Span] {
    let leaf = context.store.waitChain(from: node.id, bodies: context.bodies, limit: Self.waitLimit)
    let text: [Span]
    switch finding.rule {
    case .emptyCombinator: text = [Span(words.rootEmpty, .warning)]
    default:
      switch leaf.leaf {
      case .dropped: text = [Span(words.rootDropped, .warning)]
      case .emptyCombinator: text = [Span(words.rootEmpty, .warning)]
      case .cycle: text = [Span(words.waitsForItself, .warning)]
      case .resolver where leaf.links.count == 1: text = [Span(words.rootHeld, .warning)]
      default:
        guard node.state.isOpen else {
          text = [Span(words.rootPending, .warning)]
          break
        }
        text = progress(node) + reason(node).map { Span($0.text, $0.role == .faint ? .warning : $0.role) }
      }
    }
    return [Span(words.root, .warning), Span("  ")] + text
  }

  /// `cycle: #8 → #1 → #7 → #2`: the promises that waited for this one, the one that it was resolved with first.
  private func cycle(_ finding: Finding, _ node: ChainNode) -> [Span] {
    let waiting = context.store.cycleMembers(of: node.id).dropFirst()
    guard !waiting.isEmpty else { return [Span(words.waitsForItself, .warning)] }
    let path = (waiting + [node.id]).map { "#\($0)" }.joined(separator: " \(context.glyphs.waitsFor) ")
    return words.cycleOf([Span(path, .link)]).spans(.warning)
  }

  /// The error that a handler caught, and the promise whose error it was.
  private func caught(_ source: PromiseID, _ finding: Finding) -> [Span] {
    guard let node = context.store.node(source) else { return [Span(finding.sentence, .warning)] }
    let origin = node.origin ?? source
    let error = errorText(node)
    let from = [Span("#\(origin)", .link)]
    return error.isEmpty
      ? words.caughtUnknown(from).spans(.warning)
      : words.caught([Span(error, .warning)], from).spans(.warning)
  }

  /// The root of a hang that this promise is a victim of; nil if it may still settle by itself.
  private func hopelessRoot(_ node: ChainNode) -> PromiseID? {
    let chain = context.store.waitChain(from: node.id, bodies: nil, limit: Self.waitLimit)
    guard chain.root != 0, chain.root != node.id else { return nil }
    let kind = context.problems.kind(of: chain.root)
    let isKnown = kind == .hang || kind == .cycle
    return chain.leaf.isHopeless || isKnown ? chain.root : nil
  }

  private func hangs(on root: PromiseID) -> [Span] {
    words.hangsOn(context.reference(root, name: .faint)).spans(.waiting)
  }

  /// A row follows a wait only so far; the why pane follows it to its end.
  private static let waitLimit = 500

  // MARK: Outcomes

  private func outcome(_ node: ChainNode) -> [Span] {
    switch node.state {
    case .fulfilled: node.text.map { [Span($0, .value)] } ?? []
    case .rejected, .unhandled, .cancelled: error(of: node)
    default: []
    }
  }

  private func rejection(_ node: ChainNode) -> [Span] {
    if node.state == .unhandled, context.drawnState(of: node) == .unhandled {
      let text = errorText(node)
      return text.isEmpty
        ? [Span(words.state(.unhandled), .alarm)] : words.unhandledError([Span(text, .failure)]).spans(.failure)
    }
    if node.state == .cancelled, let canceler = node.canceledBy {
      if canceler == node.id { return [Span(words.canceledFromInside, .cancelled)] }
      return words.cancelledBy(context.reference(canceler, name: .faint)).spans(.cancelled)
    }
    return error(of: node) + handler(of: node)
  }

  private func errorText(_ node: ChainNode) -> String { node.text ?? node.type ?? "" }

  /// The error that it was rejected with; empty if there is no text for it.
  func error(of node: ChainNode) -> [Span] {
    let text = errorText(node)
    return text.isEmpty ? [] : [Span(text, node.state == .cancelled ? .cancelled : .error)]
  }

  /// `handled by #6 retry`, separated from the error before it; empty if its rejection was not handled.
  func handler(of node: ChainNode) -> [Span] {
    guard let handler = node.handledBy else { return [] }
    let gap = errorText(node).isEmpty ? [] : [Span("  ")]
    if handler == node.id { return gap + [Span(words.handledHere, .faint)] }
    return gap + words.handledBy(context.reference(handler)).spans(.faint)
  }

  /// `queued 1.60 s behind #14`, if it waited for its queue longer than everything else took; empty otherwise.
  private func queued(_ node: ChainNode) -> [Span] {
    let durations = node.durations(now: context.now)
    let limit = context.options.analysis.queueContention
    guard durations.queued >= limit, durations.queued > durations.total / 2 else { return [] }
    let time = [Span(context.duration(durations.queued), .time)]
    let path = context.bodies.flatMap { context.store.criticalPath(of: node.id, bodies: $0, now: context.now) }
    let bodies = Set((path?.segments ?? []).filter { $0.kind == .queued && $0.promise == node.id }.map(\.other))
      .subtracting([0])
    guard let body = bodies.first else { return words.queuedFor(time).spans(.faint) }
    return bodies.count == 1
      ? words.queuedBehind(time, [Span("#\(body)", .link)]).spans(.faint)
      : words.queuedBehindMany(time, [Span(NumberText.grouped(bodies.count), .text)]).spans(.faint)
  }

  // MARK: Pending

  /// Whether it waits for another promise; one that is pending and not blocked is working, or hangs.
  func isBlocked(_ node: ChainNode) -> Bool {
    switch node.state {
    case .waiting: true
    case .pending: node.inputCount > 0 || node.from.map { context.store.state(of: $0)?.isSettled == false } ?? false
    default: false
    }
  }

  func progress(_ node: ChainNode) -> [Span] {
    guard let progress = node.progress else { return [] }
    var spans: [Span] = []
    if let fraction = progress.fraction, let percent = NumberText.percent(fraction) {
      let cells = 6
      let filled = max(0, min(cells, Int((fraction * Double(cells)).rounded(.down))))
      spans.append(Span(String(repeating: context.glyphs.barRunning, count: filled), .barRunning))
      spans.append(Span(String(repeating: context.glyphs.barWaiting, count: cells - filled), .barWaiting))
      spans.append(Span(" \(percent) ", .running))
    }
    if let stage = progress.stage { spans.append(Span("\(stage) ", .text)) }
    return spans
  }

  /// Why it is not settled yet.
  func reason(_ node: ChainNode) -> [Span] {
    let wait = wait(of: node)
    guard let deadline = node.deadline, deadline > context.now else { return wait }
    let left = words.timerLeft([Span(context.duration(deadline - context.now), .time)]).spans(.faint)
    // A delay waits for nothing but its timer; a timeout watches another promise meanwhile.
    return node.isTimer && node.ready != nil || wait.isEmpty ? left : left + [Span(" ")] + wait
  }

  /// Whether a promise that waits for itself can only be settled by itself: no other input of a race, and no timer.
  private func isInCycle(_ node: ChainNode) -> Bool {
    guard case .cycle = context.store.waitChain(from: node.id, bodies: nil, limit: Self.waitLimit).leaf else {
      return false
    }
    return true
  }

  private func wait(of node: ChainNode) -> [Span] {
    if node.isCyclic, isInCycle(node) { return [Span(words.waitsForItself, .failure)] }
    if let id = node.waitsOn { return words.onPromise(context.reference(id)).spans(.faint) }
    if node.inputCount > 0 {
      let inputs = context.store.inputs(of: node.id, limit: Self.inputLimit)
      let settled = inputs.count { context.store.state(of: $0)?.isSettled ?? true }
      let more = node.inputCount > inputs.count ? "+" : ""
      return [Span(words.settledOf("\(settled)\(more)", NumberText.grouped(node.inputCount)), .faint)]
    }
    if node.state == .pending, let from = node.from, context.store.state(of: from)?.isSettled == false {
      return words.afterPromise(context.reference(from)).spans(.faint)
    }
    if node.isTimer, node.ready != nil { return [Span(words.timerRuns, .faint)] }
    if node.enqueued != nil, node.started == nil {
      return [Span(node.queue.map { words.queuedOn($0) } ?? words.queued, .faint)]
    }
    if node.state == .running { return [Span(words.state(.running), .faint)] }
    return []
  }

  /// The maximum number of inputs to count, because counting reads each input, for every visible row, in every frame.
  private static let inputLimit = 256
}
