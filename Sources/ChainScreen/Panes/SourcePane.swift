// The source around the call site of the selected promise. Owns the lines. Does not read files: the owner of the screen does.

import Canvas
import ChainLessons
import ChainModel
import PlainText
import PromiseTrace

struct SourcePane {
  private let context: ScreenContext
  private let width: Int

  init(_ context: ScreenContext, width: Int) { (self.context, self.width) = (context, width) }

  var content: PaneContent {
    let words = context.words
    guard let id = context.selected, let node = context.store.node(id) else {
      return PaneContent([Span(words.sourceTitle, .title)], [], empty: words.nothingSelected)
    }
    guard let site = asked(of: id) ?? node.site else {
      return PaneContent([Span(words.sourceTitle, .title)], [], empty: words.noSite)
    }
    let name = site.file.split(separator: "/").last.map(String.init) ?? site.file
    var title = [Span(name, .title), Span(":\(site.line)", .location)]
    if !site.function.isEmpty { title.append(Span("  \(site.function)", .faint)) }
    guard let file = context.options.sources?.file(site.file) else {
      return PaneContent(title, [], empty: words.sourceMissing(site.file))
    }
    let excerpt = SourceExcerpt(file, marked: site.line, rows: context.lesson?.rows, width: width)
    let note = file.hasChanged ? 1 : 0
    return PaneContent(title, count: excerpt.count + note, start: min(excerpt.start + note, excerpt.count)) { index in
      guard index >= note else { return PaneLine([Span(words.sourceChanged(name), .notice)], indent: 2) }
      return line(excerpt[index - note])
    }
  }

  /// The call that the question of a lesson is about, if that is not the one that created its promise.
  private func asked(of id: PromiseID) -> NodeSite? {
    guard let walk = context.lesson?.walk, walk.promise == id, let site = walk.site,
      let file = context.store.texts[site.file]
    else { return nil }
    return NodeSite(file: file, line: Int(site.line), function: context.store.texts[site.function] ?? "")
  }

  private func line(_ line: SourceExcerpt.Line) -> PaneLine {
    let mark = line.isMarked && !line.number.allSatisfy { $0 == " " } ? context.glyphs.folded : " "
    var shown = PaneLine([
      Span("\(mark) ", .path), Span("\(line.number)  ", line.isMarked ? .path : .codeLine),
      Span(line.code, line.isMarked ? .label : .code),
    ])
    shown.isMarked = line.isMarked
    return shown
  }
}
