// The most important fact about a promise, in a few columns: its value, its error, or why it is not settled yet.

import Canvas
import ChainModel
import PlainText
import PromiseTrace

struct RowOutcome {
  private let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  /// The fact; empty if there is none.
  func spans(of node: ChainNode) -> [Span] {
    switch node.state {
    case .fulfilled: return node.text.map { [Span($0, .value)] } ?? []
    case .rejected, .unhandled, .cancelled: return error(of: node) + handler(of: node)
    case .leaked: return [Span("nothing could settle it", .leaked)]
    case .unknown: return [Span("events missing", .unknown)]
    case .pending, .running, .waiting:
      // First, since a narrow column cuts the rest.
      return node.isPaused ? [Span("paused ", .notice)] + progress(node) : progress(node) + reason(node)
    }
  }

  /// The error that it was rejected with; empty if there is no text for it.
  func error(of node: ChainNode) -> [Span] {
    (node.text ?? node.type).map { [Span($0, node.state == .cancelled ? .cancelled : .error)] } ?? []
  }

  /// `handled by #6 retry`, separated from the error before it; empty if its rejection was not handled.
  func handler(of node: ChainNode) -> [Span] {
    guard let handler = node.handledBy else { return [] }
    return [Span((node.text ?? node.type) == nil ? "handled by " : "  handled by ", .faint)] + reference(handler)
  }

  /// Whether it waits for another promise; one that is pending and not blocked is working, or hangs.
  func isBlocked(_ node: ChainNode) -> Bool {
    switch node.state {
    case .waiting: true
    case .pending: node.inputCount > 0 || node.from.map { context.store.state(of: $0)?.isSettled == false } ?? false
    default: false
    }
  }

  private func progress(_ node: ChainNode) -> [Span] {
    guard let progress = node.progress else { return [] }
    var spans: [Span] = []
    if let percent = progress.fraction.flatMap({ NumberText.percent($0) }) {
      spans.append(Span("\(percent) ", .running))
    }
    if let stage = progress.stage { spans.append(Span("\(stage) ", .text)) }
    return spans
  }

  /// Why it is not settled yet.
  private func reason(_ node: ChainNode) -> [Span] {
    if node.isCyclic { return [Span("waits for itself", .rejected)] }
    if let id = node.waitsOn { return [Span("on ", .faint)] + reference(id) }
    if node.inputCount > 0 {
      let inputs = context.store.inputs(of: node.id, limit: Self.inputLimit)
      let settled = inputs.count { context.store.state(of: $0)?.isSettled ?? true }
      let more = node.inputCount > inputs.count ? "+" : ""
      return [Span("\(settled)\(more) of \(NumberText.grouped(node.inputCount)) settled", .faint)]
    }
    if node.state == .pending, let from = node.from, context.store.state(of: from)?.isSettled == false {
      return [Span("after ", .faint)] + reference(from)
    }
    if node.isTimer, node.ready != nil { return [Span("its timer runs", .faint)] }
    if node.enqueued != nil, node.started == nil {
      return [Span(node.queue.map { "queued on \($0)" } ?? "queued", .faint)]
    }
    return []
  }

  /// Counting the settled inputs of a combinator costs one look each, for every row, in every frame.
  private static let inputLimit = 256

  /// `#6 fetch page`.
  func reference(_ id: PromiseID) -> [Span] {
    [Span("#\(id)", .link)] + (context.store.node(id).map { [Span(" \($0.name)", .text)] } ?? [])
  }
}
