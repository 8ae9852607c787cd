// Why the selected promise has its state, in the words of the analysis. Does not analyze anything.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct WhyPane {
  private let screen: Screen
  private let width: Int

  init(_ screen: Screen, width: Int) { (self.screen, self.width) = (screen, width) }

  var content: PaneContent {
    let language = screen.language
    let id = screen.selected
    guard let id, let facts = screen.store.facts(id), let why = screen.answers.why else {
      return PaneContent([Span(language.whyTitle, .title)], [], empty: language.nothingSelected)
    }
    var lines: [PaneLine] = []
    let knot = why.knot.flatMap { $0.isTied ? KnotLines(screen: screen, width: width).lines($0) : nil }
    lines += knot ?? []
    for sentence in findingSentences(about: id) { lines += sentence }
    // The sentence about a hang says what is at its end.
    let isSaid = knot != nil && [.hang, .cycle].contains(screen.problems.finding(about: id)?.kind)
    // The first sentence repeats the heading, and the times have a pane of their own.
    var short = why
    short.path = nil
    let sentences = screen.store.sentences(short, now: screen.shownTime, language: language, namesWaits: knot == nil)
    for sentence in isSaid ? [] : sentences.dropFirst() { lines += self.lines(sentence) }
    lines += longestSegment(why.path)
    return PaneContent(title(facts), lines)
  }

  private func title(_ facts: NodeFacts) -> [Span] {
    let language = screen.language
    let promise = [Span("#\(facts.id) ", .faint), Span(screen.store.name(of: facts.id) ?? "?", .title)]
    let question =
      switch facts.state {
      case .fulfilled: language.line("why \(promise) is fulfilled", "\(promise) 为何兑现")
      case .rejected, .unhandled: language.line("why \(promise) is rejected", "\(promise) 为何被拒绝")
      case .cancelled: language.line("why \(promise) is canceled", "\(promise) 为何被取消")
      case .leaked: language.line("why \(promise) never settles", "\(promise) 为何永远无法敲定")
      case .unknown: language.line("why \(promise) is unknown", "\(promise) 为何状态未知")
      case .pending, .running, .waiting: language.line("why \(promise) is pending", "\(promise) 为何待定")
      }
    return question.spans(.title)
  }

  /// The finding about the promise, before the path that explains it, and what to do about it.
  private func findingSentences(about id: PromiseID) -> [[PaneLine]] {
    guard let finding = screen.problems.finding(about: id) else { return [] }
    let kind = finding.kind
    let text = wrapped(
      screen.linked(finding.sentence(screen.language), kind == .unhandled ? .failure : kind.role), indent: 3)
    var lines = text
    lines[0].put(screen.glyphs.problem(kind), kind.role)
    let hint = wrapped(
      [Span(finding.hint(screen.language), .faint), Span("  [\(finding.rule.rawValue)]", .faint)], indent: 3)
    return [lines, hint]
  }

  /// What took most of the time, if anything did.
  private func longestSegment(_ path: CriticalPath?) -> [PaneLine] {
    guard let path, path.total >= 10_000_000 else { return [] }
    // A body behind many others waits in as many segments.
    var waits: [(segment: PathSegment, time: Int64, bodies: Int)] = []
    for segment in path.segments {
      if let last = waits.last, last.segment.kind == .queued, segment.kind == .queued,
        last.segment.promise == segment.promise
      {
        waits[waits.count - 1].time += segment.duration
        waits[waits.count - 1].bodies += 1
      } else {
        waits.append((segment, segment.duration, 1))
      }
    }
    guard let (longest, time, bodies) = waits.max(by: { $0.time < $1.time }), longest.promise != 0 else {
      return []
    }
    let language = screen.language
    let share = NumberText.percent(Double(time) / Double(path.total)) ?? ""
    var spans = [Span("\(screen.duration(time))", .time), Span(" (\(share)) ", .faint)]
    spans += CriticalPathPane(screen, width: width).sentence(longest, bodies: bodies)
    spans += [
      Span("  "), Span(screen.keyMap.name(of: .criticalPath), .key),
      Span(" \(Binding.pathWord.text(in: language))", .action),
    ]
    return wrapped(spans, indent: 3).map {
      var line = $0
      line.target = longest.promise
      return line
    }
  }

  /// A sentence with the glyph of its promise.
  private func lines(_ sentence: WhySentence) -> [PaneLine] {
    var lines = wrapped(screen.linked(sentence.text), indent: 3)
    guard let facts = screen.store.facts(sentence.promise) else { return lines }
    let role = facts.id == screen.selected ? StyleRole.path : facts.state.role
    lines[0].put(screen.glyphs.state(facts.state), role)
    for index in lines.indices { lines[index].target = facts.id }
    return lines
  }

  private func wrapped(_ spans: [Span], indent: Int) -> [PaneLine] {
    let lines = spans.wrapped(to: max(10, width - indent - 2), lines: 20)
    return (lines.isEmpty ? [[]] : lines).map { PaneLine($0, indent: indent) }
  }
}
