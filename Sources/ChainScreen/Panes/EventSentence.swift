// An event in words, as the panes of details and of the log and a step through time show it.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct EventSentence {
  let store: ChainStore
  var words = Words()

  /// What happened to the promise of the event.
  func spans(_ event: Event) -> [Span] {
    func text(_ id: TextID) -> String? { store.texts[id] }
    var code: String { store.codeInSentence(event.promise, words.language) }
    let link = [Span("#\(event.peer)", .link)]
    func peer(_ line: ([Span]) -> Line) -> [Span] { event.peer == 0 ? [] : line(link).spans() }
    func state(_ state: NodeState) -> Span { Span("\(words.state(state)) ", state.role) }
    let site = text(event.site.file).map { [Span("  \(Escaping.line($0)):\(event.site.line)", .faint)] } ?? []
    switch event.kind {
    case .created: return [Span(words.eventCreated)] + peer(words.eventFrom)
    case .named: return words.eventNamed([Span(text(event.text) ?? "", .label)]).spans(.text)
    case .registered:
      return event.peer == 0
        ? [Span(words.eventObserved)] + site
        : words.eventWaits(link).spans(.text) + [Span(handles(event.handles), .faint)]
    case .enqueued: return [Span(text(event.queue).map { words.row.queuedOn($0) } ?? words.row.queued)]
    case .started:
      return [Span(text(event.queue).map { words.eventRunsOn($0) } ?? words.eventRuns)]
        + (text(event.thread).map { [Span(words.eventThread($0), .faint)] } ?? [])
    case .finished: return [Span(finished(event.outcome, code))]
    case .awaiting: return words.eventAwaits([Span(code)], link).spans(.text) + site
    case .continued: return [Span(words.eventContinues(code))]
    case .paused: return [Span(words.row.pausedWord, .notice)]
    case .resumed: return [Span(words.eventResumed, .notice)]
    case .adopted: return words.resolvedWith(link).spans(.text)
    case .progressed:
      let percent = NumberText.percent(event.fraction).map { "\($0) " } ?? ""
      return [Span("\(percent)\(text(event.text) ?? "")", .running)]
    case .fulfilled:
      return [state(.fulfilled), Span(text(event.text) ?? "", .value)] + peer(words.eventThrough)
    case .rejected:
      let error = Span(text(event.text) ?? text(event.type) ?? "", .error)
      let word = event.isCancelled ? state(.cancelled) : state(.rejected)
      return [word, error] + peer(words.eventThrough)
    case .ignored:
      return [Span(event.attempt.map { words.eventSecondOf("\($0)") } ?? words.eventSecond, .loss)]
    case .cancelRequested: return [Span(words.cancellationRequested, .cancelled)] + peer(words.byPromise)
    case .handled: return [Span(words.eventHandled)] + peer(words.byPromise)
    case .unhandled: return [Span(words.eventUnhandled, .alarm)]
    case .released: return [Span(words.freed, .faint)]
    case .noted: return [Span("\(words.row.note)  ", .note), Span(text(event.text) ?? "", .notice)]
    case .held:
      return [Span("\(words.eventHeld)  ", .faint), Span(text(event.text) ?? "", .link)] + peer(words.byPromise)
    case .lost: return [Span(words.lost(event.count, isDamage: event.isDamage), .loss)]
    case .ended: return [Span(words.eventEnded, .faint)]
    case .alive: return [Span(words.eventAlive, .faint)]
    // The whole line is kept, because an export writes it again.
    case .unknown: return [Span(Escaping.line(text(event.text) ?? "", limit: 4_096), .faint)]
    }
  }

  private func handles(_ sides: HandledSides) -> String {
    switch sides {
    case [.fulfilled, .rejected]: words.handlesBoth
    case .fulfilled: words.handlesValues
    case .rejected: words.handlesErrors
    case _ where sides.contains(.unknown): ""
    default: words.handlesNothing
    }
  }

  private func finished(_ outcome: BodyOutcome?, _ code: String) -> String {
    switch outcome {
    case .value: words.eventReturnedValue(code)
    case .void: words.causeReturned(code)
    case .promise: words.eventReturnedPromise(code)
    case .threw: words.causeThrew(code)
    case nil: words.eventBodyEnded(code)
    }
  }
}
