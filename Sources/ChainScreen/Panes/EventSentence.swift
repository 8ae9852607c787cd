// An event in words, as the detail pane shows it.

import Canvas
import ChainModel
import PlainText
import PromiseTrace

struct EventSentence {
  let texts: TextTable
  var words = Words()

  /// What happened to the promise of the event.
  func spans(_ event: Event) -> [Span] {
    func text(_ id: TextID) -> String? { texts[id] }
    let link = [Span("#\(event.peer)", .link)]
    func peer(_ phrase: Phrase) -> [Span] { event.peer == 0 ? [] : words.spans(phrase, .faint, link) }
    func state(_ phrase: Phrase, _ role: StyleRole) -> Span { Span("\(words(phrase)) ", role) }
    switch event.kind {
    case .created: return [Span(words(.eventCreated))] + peer(.eventFrom)
    case .named: return words.spans(.eventNamed, .text, [Span(text(event.text) ?? "", .label)])
    case .registered:
      return event.peer == 0
        ? [Span(words(.eventObserved))]
        : words.spans(.eventWaits, .text, link) + [Span(words(Self.handles(event.handles)), .faint)]
    case .enqueued: return [Span(text(event.queue).map { words(.queuedOn, $0) } ?? words(.queued))]
    case .started:
      return [Span(text(event.queue).map { words(.eventRunsOn, $0) } ?? words(.eventRuns))]
        + (text(event.thread).map { [Span(words(.eventThread, $0), .faint)] } ?? [])
    case .finished: return [Span(words(Self.finished(event.outcome)))]
    case .paused: return [Span(words(.pausedWord), .notice)]
    case .resumed: return [Span(words(.eventResumed), .notice)]
    case .adopted: return words.spans(.resolvedWith, .text, link)
    case .progressed:
      let percent = NumberText.percent(event.fraction).map { "\($0) " } ?? ""
      return [Span("\(percent)\(text(event.text) ?? "")", .running)]
    case .fulfilled:
      return [state(.fulfilled, .fulfilled), Span(text(event.text) ?? "", .value)] + peer(.eventThrough)
    case .rejected:
      let error = Span(text(event.text) ?? text(event.type) ?? "", .error)
      let word = event.isCancelled ? state(.cancelled, .cancelled) : state(.rejected, .rejected)
      return [word, error] + peer(.eventThrough)
    case .ignored:
      return [Span(event.attempt.map { words(.eventSecondOf, "\($0)") } ?? words(.eventSecond), .loss)]
    case .cancelRequested: return [Span(words(.cancellationRequested), .cancelled)] + peer(.byPromise)
    case .handled: return [Span(words(.eventHandled))] + peer(.byPromise)
    case .unhandled: return [Span(words(.eventUnhandled), .unhandled)]
    case .released: return [Span(words(.freed), .faint)]
    case .noted: return [Span(text(event.text) ?? "", .notice)]
    case .lost: return [Span(words.lost(event.count, isDamage: event.isDamage), .loss)]
    case .ended: return [Span(words(.eventEnded), .faint)]
    case .unknown: return [Span(text(event.text) ?? "", .faint)]
    }
  }

  private static func handles(_ sides: HandledSides) -> Phrase {
    switch sides {
    case [.fulfilled, .rejected]: .handlesBoth
    case .fulfilled: .handlesValues
    case .rejected: .handlesErrors
    default: .handlesNothing
    }
  }

  private static func finished(_ outcome: BodyOutcome?) -> Phrase {
    switch outcome {
    case .value: .eventReturnedValue
    case .void: .causeReturned
    case .promise: .eventReturnedPromise
    case .threw: .causeThrew
    case nil: .eventBodyEnded
    }
  }
}
