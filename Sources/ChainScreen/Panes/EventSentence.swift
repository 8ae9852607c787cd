// An event in words, as the panes of details and of the log and a step through time show it.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct EventSentence {
  let store: ChainStore
  var language = Language.english

  /// What happened to the promise of the event.
  func spans(_ event: Event) -> [Span] {
    func text(_ id: TextID) -> String? { store.texts[id] }
    var code: String { store.codeInSentence(event.promise, language) }
    let link = [Span("#\(event.peer)", .link)]
    func peer(_ line: ([Span]) -> Line) -> [Span] { event.peer == 0 ? [] : line(link).spans() }
    let name = [Span(text(event.text) ?? "", .label)]
    func state(_ state: NodeState) -> Span { Span("\(state.word(in: language)) ", state.role) }
    let site = text(event.site.file).map { [Span("  \(Escaping.line($0)):\(event.site.line)", .faint)] } ?? []
    switch event.kind {
    case .created: return [Span(language("created", "创建"))] + peer(language.from)
    case .named: return language.line("named \(name)", "命名为 \(name)").spans(.text)
    case .registered:
      return event.peer == 0
        ? [Span(language("observed", "被观察"))] + site
        : language.line("\(link) waits on it", "\(link) 等待它").spans(.text) + [Span(handles(event.handles), .faint)]
    case .enqueued:
      return [Span(text(event.queue).map { RowWords(language).queuedOn($0) } ?? RowWords(language).queued)]
    case .started:
      return [Span(text(event.queue).map { language("runs on \($0)", "在 \($0) 上运行") } ?? language("runs", "开始运行"))]
        + (text(event.thread).map { [Span(language(", thread \($0)", "，线程 \($0)"), .faint)] } ?? [])
    case .finished: return [Span(finished(event.outcome, code))]
    case .awaiting:
      return language.line("its \([Span(code)]) waits for \(link)", "\([Span(code)])等待 \(link)").spans(.text) + site
    case .continued: return [Span(language("its \(code) continues", "\(code)继续运行"))]
    case .paused: return [Span(RowWords(language).pausedWord, .notice)]
    case .resumed: return [Span(language("resumed", "已恢复"), .notice)]
    case .adopted: return language.line("resolved with \(link)", "采用了 \(link)").spans(.text)
    case .progressed:
      let percent = NumberText.percent(event.fraction).map { "\($0) " } ?? ""
      return [Span("\(percent)\(text(event.text) ?? "")", .running)]
    case .fulfilled:
      return [state(.fulfilled), Span(text(event.text) ?? "", .value)] + peer(language.through)
    case .rejected:
      let error = Span(text(event.text) ?? text(event.type) ?? "", .error)
      let word = event.isCancelled ? state(.cancelled) : state(.rejected)
      return [word, error] + peer(language.through)
    case .ignored:
      return [
        Span(
          event.attempt.map { language("a second settlement (\($0)) was refused", "再次敲定（\($0)），被忽略") }
            ?? language("a second settlement was refused", "再次敲定，被忽略"), .loss)
      ]
    case .cancelRequested: return [Span(language.cancellationRequested, .cancelled)] + peer(language.byPromise)
    case .handled: return [Span(language("the rejection was handled", "拒绝已被处理"))] + peer(language.byPromise)
    case .unhandled: return [Span(language("the rejection was not handled", "拒绝未被处理"), .alarm)]
    case .released: return [Span(language.freed, .faint)]
    case .noted: return [Span("\(RowWords(language).note)  ", .note), Span(text(event.text) ?? "", .notice)]
    case .held:
      let held = Span(text(event.text) ?? "", .link)
      return [Span("\(language("its resolver:", "其 resolver："))  ", .faint), held] + peer(language.byPromise)
    case .called: return [Span(language("what settles it was called", "敲定它的代码被调用"))] + site
    case .lost: return [Span(OutlineRow.words(lost: event.count, isDamage: event.isDamage, in: language), .loss)]
    case .ended: return language.faint("the log ends", "日志结束")
    case .alive: return language.faint("the program still ran", "程序仍在运行")
    // The whole line is kept, because an export writes it again.
    case .unknown: return [Span(Escaping.line(text(event.text) ?? "", limit: 4_096), .faint)]
    }
  }

  private func handles(_ sides: HandledSides) -> String {
    switch sides {
    case [.fulfilled, .rejected]: language(", handles values and errors", "，处理值与错误")
    case .fulfilled: language(", handles values", "，处理值")
    case .rejected: language(", handles errors", "，处理错误")
    case _ where sides.contains(.unknown): ""
    default: language(", handles nothing, passes on", "，不处理，原样传递")
    }
  }

  private func finished(_ outcome: BodyOutcome?, _ code: String) -> String {
    switch outcome {
    case .value: language("its \(code) returned a value", "\(code)返回了一个值")
    case .void: language.causeReturned(code)
    case .promise: language("its \(code) returned a promise", "\(code)返回了一个 Promise")
    case .threw: language.causeThrew(code)
    case nil: language("its \(code) ended", "\(code)已结束")
    }
  }
}
