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
    func peer(_ phrase: Phrase) -> [Span] {
      event.peer == 0 ? [] : [Span(" ")] + words.spans(phrase, .faint, [link])
    }
    let link = Span("#\(event.peer)", .link)
    func on(_ phrase: Phrase, else other: Phrase) -> Span {
      Span(text(event.queue).map { words(phrase, $0) } ?? words(other))
    }
    switch event.kind {
    case .created: return [Span(words(.eventCreated))] + peer(.fromPromise)
    case .named: return words.spans(.eventNamed, .text, [Span(text(event.text) ?? "", .label)])
    case .registered:
      let sides: Phrase =
        switch event.handles {
        case [.fulfilled, .rejected]: .sidesBoth
        case .fulfilled: .sidesValues
        case .rejected: .sidesErrors
        default: .sidesNone
        }
      return event.peer == 0
        ? [Span(words(.eventObserved))]
        : words.spans(.eventWaits, .text, [link]) + [Span(words(.eventHandles, words(sides)), .faint)]
    case .enqueued: return [on(.queuedOn, else: .queued)]
    case .started:
      let thread = text(event.thread).map { [Span(words(.comma) + words(.onThread, $0), .faint)] } ?? []
      return [on(.eventRunsOn, else: .eventRuns)] + thread
    case .finished: return [Span(words(Self.finished(event.outcome)))]
    case .paused: return [Span(words(.eventPaused), .notice)]
    case .resumed: return [Span(words(.eventResumed), .notice)]
    case .adopted: return words.spans(.resolvedWith, .text, [link])
    case .progressed:
      let percent = NumberText.percent(event.fraction).map { "\($0) " } ?? ""
      return [Span("\(percent)\(text(event.text) ?? "")", .running)]
    case .fulfilled:
      return [Span(words(.fulfilled) + " ", .fulfilled), Span(text(event.text) ?? "", .value)] + peer(.through)
    case .rejected:
      let (word, role): (Phrase, StyleRole) = event.isCancelled ? (.cancelled, .cancelled) : (.rejected, .rejected)
      let error = text(event.text) ?? text(event.type) ?? ""
      return [Span(words(word) + " ", role), Span(error, .error)] + peer(.through)
    case .ignored:
      let sentence = event.attempt.map { words(.eventIgnoredAttempt, "\($0)") } ?? words(.eventIgnored)
      return [Span(sentence, .loss)]
    case .cancelRequested: return [Span(words(.cancellationRequested), .cancelled)] + peer(.by)
    case .handled: return [Span(words(.eventHandled))] + peer(.by)
    case .unhandled: return [Span(words(.eventUnhandled), .unhandled)]
    case .released: return [Span(words(.freed), .faint)]
    case .noted: return [Span(text(event.text) ?? "", .notice)]
    case .lost: return [Span(OutlineRow.words(lost: event.count, isDamage: event.isDamage), .loss)]
    case .ended: return [Span(words(.logEnds), .faint)]
    case .unknown: return [Span(text(event.text) ?? "", .faint)]
    }
  }

  private static func finished(_ outcome: BodyOutcome?) -> Phrase {
    switch outcome {
    case .value: .returnedValue
    case .void: .causeReturned
    case .promise: .returnedPromise
    case .threw: .causeThrew
    case nil: .bodyEnded
    }
  }
}
