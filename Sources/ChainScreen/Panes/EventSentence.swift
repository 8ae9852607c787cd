// An event in words, as the detail pane shows it.

import Canvas
import ChainModel
import PlainText
import PromiseTrace

struct EventSentence {
  let texts: TextTable

  /// What happened to the promise of the event.
  func spans(_ event: Event) -> [Span] {
    func text(_ id: TextID) -> String? { texts[id] }
    func on(_ id: TextID) -> String { text(id).map { " on \($0)" } ?? "" }
    func peer(_ words: String) -> [Span] {
      event.peer == 0 ? [] : [Span(" \(words) ", .faint), Span("#\(event.peer)", .link)]
    }
    switch event.kind {
    case .created: return [Span("created")] + peer("from")
    case .named: return [Span("named ")] + [Span(text(event.text) ?? "", .label)]
    case .registered:
      let sides: String =
        switch event.handles {
        case [.fulfilled, .rejected]: "values and errors"
        case .fulfilled: "values"
        case .rejected: "errors"
        default: "nothing, passes on"
        }
      return event.peer == 0
        ? [Span("observed")]
        : [Span("#\(event.peer)", .link), Span(" waits on it"), Span(", handles \(sides)", .faint)]
    case .enqueued: return [Span("queued\(on(event.queue))")]
    case .started:
      return [Span("runs\(on(event.queue))")] + (text(event.thread).map { [Span(", thread \($0)", .faint)] } ?? [])
    case .finished: return [Span(Self.finished(event.outcome))]
    case .paused: return [Span("paused", .notice)]
    case .resumed: return [Span("resumed", .notice)]
    case .adopted: return [Span("resolved with "), Span("#\(event.peer)", .link)]
    case .progressed:
      let percent = NumberText.percent(event.fraction).map { "\($0) " } ?? ""
      return [Span("\(percent)\(text(event.text) ?? "")", .running)]
    case .fulfilled:
      return [Span("fulfilled ", .fulfilled), Span(text(event.text) ?? "", .value)] + peer("through")
    case .rejected:
      let role: StyleRole = event.isCancelled ? .cancelled : .rejected
      let error = text(event.text) ?? text(event.type) ?? ""
      return [Span(event.isCancelled ? "cancelled " : "rejected ", role), Span(error, .error)] + peer("through")
    case .ignored:
      let attempt = event.attempt.map { " (\($0))" } ?? ""
      return [Span("a second settlement\(attempt) was refused", .loss)]
    case .cancelRequested: return [Span("cancellation requested", .cancelled)] + peer("by")
    case .handled: return [Span("the rejection was handled")] + peer("by")
    case .unhandled: return [Span("the rejection was not handled", .unhandled)]
    case .released: return [Span("freed", .faint)]
    case .noted: return [Span(text(event.text) ?? "", .notice)]
    case .lost: return [Span(OutlineRow.words(lost: event.count, isDamage: event.isDamage), .loss)]
    case .ended: return [Span("the log ends", .faint)]
    case .unknown: return [Span(text(event.text) ?? "", .faint)]
    }
  }

  private static func finished(_ outcome: BodyOutcome?) -> String {
    switch outcome {
    case .value: "its body returned a value"
    case .void: "its body returned"
    case .promise: "its body returned a promise"
    case .threw: "its body threw"
    case nil: "its body ended"
    }
  }
}
