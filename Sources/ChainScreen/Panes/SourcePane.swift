// The source around the call site of the selected promise. Does not read files: the owner of the screen does.

import Canvas
import ChainModel
import LessonEngine
import PlainText
import PromiseTrace

struct SourcePane {
  private let screen: Screen
  private let width: Int

  init(_ screen: Screen, width: Int) { (self.screen, self.width) = (screen, width) }

  var content: PaneContent {
    let language = screen.language
    let selected = screen.selected.flatMap { screen.store.contains($0) ? $0 : nil }
    let asked = askedSite.flatMap(nodeSite)
    guard selected != nil || asked != nil else {
      return PaneContent([Span(language.sourceTitle, .title)], [], empty: language.nothingSelected)
    }
    let own = selected.flatMap { lineToRead(of: $0) ?? screen.store.callSite(of: $0) }
    guard let site = asked ?? pointed ?? own else {
      return PaneContent(
        [Span(language.sourceTitle, .title)], [],
        empty: language("The log does not give its call site.", "日志没有记录它的调用点。"))
    }
    let name = site.fileName
    var title = [Span(name, .title), Span(":\(site.line)", .location)]
    if !site.function.isEmpty { title.append(Span("  \(site.function)", .faint)) }
    guard let file = screen.options.sources?.file(site.file) else {
      return PaneContent(title, [], empty: Text.sourceMissing(site.file).text(in: language))
    }
    let excerpt = SourceExcerpt(file, marked: site.line, rows: screen.lesson?.rows, width: width)
    let note = file.hasChanged ? 1 : 0
    return PaneContent(title, count: excerpt.count + note, start: min(excerpt.start + note, excerpt.count)) { index in
      guard index >= note else {
        return PaneLine(
          [Span(language("\(name) has changed since the log was recorded.", "日志录制之后，\(name) 已被修改。"), .notice)],
          indent: 2)
      }
      return line(excerpt[index - note], in: site.file)
    }
  }

  /// The line that a lesson points at: that of the row whose end it asks for, or the right answer to its last question; otherwise nil.
  private var askedSite: Site? {
    if let row = screen.forecastRow { return row.site }
    guard let walk = screen.lesson?.walk, walk.reply != nil, let question = walk.question,
      case .line(let site) = question.answers[question.right].pick
    else { return nil }
    return site
  }

  /// In a lesson, the line to read now: the one that the question names, the last `await` that an async function reached, or the declaration of
  /// that function; nil outside a lesson or without such a line.
  private func lineToRead(of id: PromiseID) -> NodeSite? {
    guard let walk = screen.lesson?.walk, let site = screen.store.callSite(of: id),
      let lines = screen.options.sources?.file(site.file)?.lines
    else { return nil }
    func line(with code: String) -> NodeSite? {
      lines.firstIndex { $0.contains(code) }.map { NodeSite(file: site.file, line: $0 + 1, function: "") }
    }
    if let code = walk.question?.code { return line(with: code) }
    let events = walk.plan.events.prefix(Int(walk.position))
    if let wait = events.last(where: { $0.kind == .awaiting && $0.promise == id && $0.site.line > 0 }) {
      return nodeSite(wait.site)
    }
    return screen.store.texts[screen.store.label(of: id)].flatMap { line(with: "async function \($0)(") }
  }

  /// The lines that stand for answers, with their numbers.
  private var picks: [(number: Int, site: NodeSite)] {
    screen.lesson?.picks.compactMap { number, pick in
      guard case .line(let site) = pick else { return nil }
      return nodeSite(site).map { (number, $0) }
    } ?? []
  }

  private func nodeSite(_ site: Site) -> NodeSite? {
    screen.store.texts[site.file].map { NodeSite(file: $0, line: Int(site.line), function: "") }
  }

  /// Of the lines that stand for answers, the one that the arrow keys have chosen, or the middle one; nil without such lines.
  private var pointed: NodeSite? {
    if let mark = screen.lesson?.mark, let pick = picks.first(where: { $0.number == mark + 1 }) { return pick.site }
    let sites = picks.map(\.site).sorted { $0.line < $1.line }
    return sites.isEmpty ? nil : sites[sites.count / 2]
  }

  private func line(_ line: SourceExcerpt.Line, in file: String) -> PaneLine {
    let number = Int(line.number.drop { $0 == " " })
    if let pick = picks.first(where: { $0.site.line == number && $0.site.file == file }) {
      var shown = PaneLine([
        Span("\(pick.number) ", .key), Span("\(line.number)  ", .path), Span(line.code, .label),
      ])
      shown.answer = pick.number - 1
      if screen.lesson?.mark == shown.answer {
        shown.spans.insert(Span(screen.glyphs.mark, .notice), at: 0)
        shown.indent = 0
      }
      return shown
    }
    let mark = line.isMarked && number != nil ? screen.glyphs.folded : " "
    var shown = PaneLine([
      Span("\(mark) ", .path), Span("\(line.number)  ", line.isMarked ? .path : .codeLine),
      Span(line.code, line.isMarked ? .label : .code),
    ])
    shown.isMarked = line.isMarked
    return shown
  }
}
