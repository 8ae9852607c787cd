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
    guard let id = screen.selected, screen.store.contains(id) else {
      return PaneContent([Span(language.sourceTitle, .title)], [], empty: language.nothingSelected)
    }
    guard let site = pointed(from: screen.store.callSite(of: id)) ?? asked(of: id) ?? screen.store.callSite(of: id)
    else {
      return PaneContent(
        [Span(language.sourceTitle, .title)], [],
        empty: language("The log does not give its call site.", "日志没有记录它的调用点。"))
    }
    let name = site.file.split(separator: "/").last.map(String.init) ?? site.file
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

  /// The lines that stand for answers, with their numbers.
  private var picks: [(number: Int, site: NodeSite)] {
    screen.lesson?.picks.compactMap { number, pick in
      guard case .line(let site) = pick, let file = screen.store.texts[site.file] else { return nil }
      return (number, NodeSite(file: file, line: Int(site.line), function: ""))
    } ?? []
  }

  /// Of the lines that stand for answers, the one that the arrow keys have chosen, or the middle one, unless the selected one is among
  /// them; nil without such lines.
  private func pointed(from site: NodeSite?) -> NodeSite? {
    if let mark = screen.lesson?.mark, let pick = picks.first(where: { $0.number == mark + 1 }) { return pick.site }
    let sites = picks.map(\.site).sorted { $0.line < $1.line }
    guard !sites.isEmpty, !sites.contains(where: { $0.line == site?.line }) else { return nil }
    return sites[sites.count / 2]
  }

  /// The call that the question of a lesson is about, if that is not the one that created its promise.
  private func asked(of id: PromiseID) -> NodeSite? {
    guard let walk = screen.lesson?.walk, walk.promise == id, let site = walk.site,
      let file = screen.store.texts[site.file]
    else { return nil }
    return NodeSite(file: file, line: Int(site.line), function: screen.store.texts[site.function] ?? "")
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
