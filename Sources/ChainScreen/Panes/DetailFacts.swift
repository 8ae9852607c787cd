// The facts about one promise, as named lines, the most important first. Does not know how much room there is.

import Canvas
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
  private let context: ScreenContext
  private let node: ChainNode

  init(_ context: ScreenContext, _ node: ChainNode) {
    self.context = context
    self.node = node
  }

  /// The lines; facts that are not known are left out.
  var all: [Fact] {
    var facts: [Fact] = []
    func add(_ name: String, _ spans: [Span]) {
      if !spans.isEmpty { facts.append(Fact(name: name, spans: spans)) }
    }
    add("state", state)
    if let text = node.text, node.state.isSettled {
      add(node.state == .fulfilled ? "value" : "error", [Span(text, node.state == .fulfilled ? .value : .error)])
    }
    add("why", why + refused)
    add("inputs", inputs)
    add(node.state.isSettled ? "handlers" : "waiters", handlers)
    add("made by", origin)
    add("location", location)
    add("times", times)
    add("ran", ran)
    return facts
  }

  private func duration(_ nanoseconds: Int64) -> String {
    DurationText.of(nanoseconds, micro: context.glyphs.isASCII ? "u" : "µ")
  }

  private var state: [Span] {
    let role = TreeRow.role(of: node, isBlocked: RowOutcome(context).isBlocked(node))
    var spans = [Span("\(context.glyphs.state(node.state)) \(node.state.word)", role)]
    let total = duration(node.durations(now: context.now).total)
    switch node.state {
    case .fulfilled, .rejected, .unhandled, .cancelled:
      if node.settled != nil { spans.append(Span(" after \(total)", .time)) }
      if node.state != .fulfilled, let type = node.type { spans.append(Span("  \(type)", .faint)) }
    default:
      spans.append(Span(" for \(total)", .time))
      if let stage = node.progress?.stage { spans.append(Span("  \(stage)", .text)) }
      if let percent = node.progress?.fraction.flatMap({ NumberText.percent($0) }) {
        spans.append(Span("  \(percent)", .running))
      }
    }
    return spans
  }

  /// Why it is in that state: what it waits for, or where its outcome came from.
  private var why: [Span] {
    switch node.state {
    case .waiting:
      guard let id = node.waitsOn else { return [] }
      let since = node.finished ?? node.created
      return [Span("waits on ", .faint)] + context.reference(id) + [
        Span(" since \(DurationText.clock(since)), \(duration(context.now - since))", .time)
      ]
    case .pending, .running:
      if let from = node.from, context.store.state(of: from)?.isSettled == false {
        return [Span("runs after ", .faint)] + context.reference(from)
      }
      if node.started != nil, node.finished == nil { return [Span("its body runs", .faint)] }
      if node.inputCount > 0 { return RowOutcome(context).reason(node) }
      if node.isTimer, let ready = node.ready {
        return [Span("its timer runs, for ", .faint), Span(duration(context.now - ready), .time)]
      }
      if node.enqueued != nil, node.started == nil { return [Span("waits for its queue", .faint)] }
      return [Span("not settled yet", .faint)]
    case .rejected, .unhandled, .cancelled:
      var spans: [Span] = []
      if let origin = node.origin, origin != node.id {
        spans += [Span("the error comes from ", .faint)] + context.reference(origin)
      } else if node.isCancelRequested, node.cause == .resolver {
        spans.append(Span("its cancellation was requested", .faint))
        if let canceler = node.canceledBy { spans += [Span(" by ", .faint)] + context.reference(canceler) }
      } else if node.state == .cancelled, node.cause == .resolver {
        spans.append(Span("its resolver rejected it with a cancellation", .faint))
      } else if let words {
        spans.append(Span(words, .faint))
      }
      if node.state == .unhandled {
        spans.append(Span(spans.isEmpty ? "unhandled" : ", unhandled", .rejected))
      } else if node.isHandled {
        spans.append(Span(spans.isEmpty ? "handled" : ", handled", .fulfilled))
        if let handler = node.handledBy { spans += [Span(" by ", .faint)] + context.reference(handler) }
      }
      return spans
    case .fulfilled:
      if let via = node.via, via != node.from { return [Span("its value came from ", .faint)] + context.reference(via) }
      return words.map { [Span($0, .faint)] } ?? []
    case .leaked: return [Span("freed while pending: nothing can settle it", .leaked)]
    case .unknown: return [Span("events are missing, so its outcome is unknown", .unknown)]
    }
  }

  /// The number of later attempts to settle it.
  private var refused: [Span] {
    guard node.ignored > 0 else { return [] }
    let attempts = NumberText.plural(node.ignored, "later attempt", "later attempts")
    return [Span(why.isEmpty ? "" : ", ", .faint), Span("\(attempts) refused", .loss)]
  }

  /// Why it settled; nil if that is not known.
  private var words: String? {
    switch node.cause {
    case .resolver: "its resolver settled it"
    case .returned where node.via != nil: "its handler ran and passed the outcome on"
    case .returned: "its body returned"
    case .adopted: "took the outcome of the promise it was resolved with"
    case .passthrough where node.isTimer && node.state == .fulfilled: "its timer ran out"
    case .passthrough: "passed on, no handler here"
    case .combinator: "its inputs decided"
    case .threw: "its body threw"
    case .timeout: "its time ran out"
    case nil: nil
    }
  }

  private var origin: [Span] {
    var spans: [Span] = []
    if !node.operation.isEmpty { spans.append(Span(node.operation, .text)) }
    if let from = node.from { spans += [Span(spans.isEmpty ? "from " : " of ", .faint)] + context.reference(from) }
    if let inside = node.createdInside, inside != node.from {
      spans += [Span(spans.isEmpty ? "inside " : ", inside ", .faint)] + context.reference(inside)
    }
    if node.isPlaceholder { spans.append(Span("its creation was not recorded", .unknown)) }
    return spans
  }

  private var location: [Span] {
    guard let site = node.site else { return [] }
    let line = Span("\(site.file):\(site.line)")
    return site.function.isEmpty ? [line] : [line, Span("  \(site.function)", .faint)]
  }

  private var times: [Span] {
    guard !node.isPlaceholder else { return [] }
    let durations = node.durations(now: context.now)
    var spans: [Span] = []
    func add(_ word: String, _ nanoseconds: Int64) {
      if !spans.isEmpty { spans.append(Span(context.glyphs.separator, .faint)) }
      spans += [Span("\(word) ", .faint), Span(duration(nanoseconds), .time)]
    }
    // A source: other code settles it, because it has no body and waits for no promise.
    let isSource = node.enqueued == nil && node.started == nil && node.from == nil && node.inputCount == 0
    let isFollowing = node.adopts != nil
    if !isSource { add("waited", durations.waiting - durations.following) }
    if node.enqueued != nil { add("queued", durations.queued) }
    if node.started != nil { add("ran", durations.running) }
    let rest = isSource && !isFollowing ? durations.total : restAfterBody(durations)
    if rest > 0, let adopts = node.adopts {
      spans += [Span(context.glyphs.separator, .faint), Span("waited on ", .faint), Span("#\(adopts)", .link)]
      spans.append(Span(" \(duration(rest))", .time))
    } else if node.isTimer, let ready = node.ready {
      add("timer", max(0, (node.settled ?? node.released ?? context.now) - ready))
    } else if rest > 0 || isSource {
      add("in flight", rest)
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
    if let queue = node.queue { spans += [Span("queue ", .faint), Span(queue)] }
    if let thread = node.thread { spans += [Span(spans.isEmpty ? "thread " : "  thread ", .faint), Span(thread)] }
    if node.isCancelRequested { spans.append(Span("  cancellation requested", .cancelled)) }
    return spans
  }

  /// The reactions registered on it, which wait for it or were called.
  private var handlers: [Span] {
    guard node.handlerCount > 0 else { return node.state.isOpen ? [Span("none", .faint)] : [] }
    var spans = node.handlerCount > 1 ? [Span("\(NumberText.grouped(node.handlerCount)): ", .faint)] : []
    for (index, handler) in context.store.handlers(of: node.id, limit: 8).enumerated() {
      if index > 0 { spans.append(Span(", ", .faint)) }
      if let by = handler.by {
        spans += context.reference(by)
      } else {
        spans.append(Span(handler.count == 1 ? "an observer" : "\(NumberText.grouped(handler.count)) observers"))
      }
    }
    return spans
  }

  private var inputs: [Span] {
    guard node.inputCount > 0 else { return [] }
    var spans: [Span] = []
    for id in context.store.inputs(of: node.id, limit: 16) {
      if !spans.isEmpty { spans.append(Span(" ")) }
      if let state = context.store.state(of: id) { spans.append(Span(context.glyphs.state(state), state.role)) }
      spans.append(Span("#\(id)", .link))
    }
    if node.inputCount > 16 { spans.append(Span(" and \(NumberText.grouped(node.inputCount - 16)) more", .faint)) }
    return spans
  }
}
