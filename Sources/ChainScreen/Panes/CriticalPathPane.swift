// Where the time of the selected promise, or of the whole run, went: the shares of its critical path by call site, the greatest first. Does
// not analyze anything.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct CriticalPathPane {
  private let screen: Screen
  private let width: Int
  private static let limit = 100
  private var language: Language { screen.language }

  init(_ screen: Screen, width: Int) { (self.screen, self.width) = (screen, width) }

  var content: PaneContent {
    // The path stays with the promise that was asked about; without a marked one it follows the selection.
    let asked = screen.state.path.flatMap { $0.question == .criticalPath ? $0 : nil }
    let isRun = asked.map { $0.promise == nil } ?? false
    let id = asked?.promise ?? screen.selected
    let title =
      isRun
      ? [Span(language("critical path of the run", "整次运行的关键路径"), .title)]
      : language.line(
        "critical path of \(id.map { screen.reference($0, name: .title) } ?? [])",
        "\(id.map { screen.reference($0, name: .title) } ?? []) 的关键路径"
      ).spans(.title)
    guard let path = screen.answers.criticalPath else {
      return PaneContent(
        title, [], empty: language("Its creation was not recorded, so its time is unknown.", "它的创建未被记录，因此时间未知。"))
    }
    guard path.total > 0 else { return PaneContent(title, [], empty: language("It took no time.", "没有耗时。")) }
    // What took less than a hundredth is one line, unless everything did.
    let shown = max(1, min(Self.limit, path.shares.count { $0.time * 100 >= path.total }))
    let names = path.shares.prefix(shown).map { name($0) }
    let timeWidth = 2 + (path.shares.prefix(shown).map { DisplayWidth.of(screen.duration($0.time)) }.max() ?? 0)
    let room = max(12, width - 10 - barWidth - timeWidth)
    let widest = min(names.map { $0.text.width + ($0.site.map { DisplayWidth.of($0) + 2 } ?? 0) }.max() ?? 0, room)
    var lines = zip(path.shares, names).map {
      line(
        $0, .name($1.text, at: $1.site, within: widest, screen.glyphs.ellipsis), widest, timeWidth, total: path.total)
    }
    if isRun, let first = path.shares.first, first.longest.promise == 0, first.time * 2 > path.total {
      let text = language(
        "Most of it was between promises: C sorts the call sites by their own time.",
        "大部分时间在 Promise 之间：C 按自身用时列出调用点。")
      lines.append(PaneLine([Span(text, .faint)]))
    }
    let rest = path.shares.dropFirst(shown)
    if !rest.isEmpty {
      let time = rest.reduce(0) { $0 + $1.time }
      let share = NumberText.percent(Double(time) / Double(path.total)) ?? ""
      lines.append(
        PaneLine(
          [
            Span(
              language(
                "\(NumberText.plural(rest.count, "other", "others")): \(share)",
                "其余 \(NumberText.grouped(rest.count)) 项：\(share)"), .faint)
          ]))
    }
    return PaneContent(title + [Span("  \(screen.duration(path.total))", .time)], lines)
  }

  private var barWidth: Int { width >= 56 ? 12 : 6 }

  /// What took the time, and its call site.
  private func name(_ part: PathShare) -> (text: [Span], site: String?) {
    let segment = part.longest
    return (
      sentence(segment, bodies: segment.kind == .queued ? part.others : 1),
      screen.store.callSite(of: segment.promise)?.short
    )
  }

  private func line(_ part: PathShare, _ name: [Span], _ nameWidth: Int, _ timeWidth: Int, total: Int64) -> PaneLine {
    let (glyphs, segment) = (screen.glyphs, part.longest)
    let share = Double(part.time) / Double(total)
    let filled = max(1, Int((share * Double(barWidth)).rounded()))
    let (glyph, role): (String, StyleRole) =
      switch segment.kind {
      case .running: (glyphs.barRunning, .barRunning)
      case .queued: (glyphs.barQueued, .barQueued)
      case .waiting: (glyphs.barWaiting, .barWaiting)
      case .inFlight, .timer: (glyphs.barRunning, .barDone)
      }
    var row = TableRow(name)
    row.add(screen.duration(part.time), share >= 0.2 ? .label : .time, timeWidth)
    row.add(NumberText.percent(share) ?? "", .faint, 6)
    var spans = row.spans(name: nameWidth, glyphs.ellipsis)
    spans.append(Span(" " + String(repeating: glyph, count: filled), role))
    if part.promises > 1 {
      let count = NumberText.grouped(part.promises)
      let texts = [language("\(count) at this call site", "此调用点共 \(count) 个"), "\(glyphs.times)\(count)"]
      let gap = String(repeating: " ", count: max(0, barWidth - filled) + 2)
      let room = width - 2 - spans.width - gap.utf8.count
      let text = texts.first { DisplayWidth.of($0) <= room } ?? texts[1]
      spans.append(Span(gap + text, .faint))
    }
    return PaneLine(spans, target: segment.promise == 0 ? nil : segment.promise)
  }

  /// `#16 decode 1 queued behind #14 resize`, or `behind 29 others` for a number of them.
  func sentence(_ segment: PathSegment, bodies: Int = 1) -> [Span] {
    guard segment.promise != 0 else { return language.faint("outside of promises", "在 Promise 之外") }
    let kind =
      switch segment.kind {
      case .waiting: NodeState.waiting.word(in: language)
      case .queued: RowWords(language).queued
      case .running: NodeState.running.word(in: language)
      case .inFlight: language.inFlight
      case .timer: language.pathTimer
      }
    var spans = screen.reference(segment.promise) + [Span(" \(kind)", .faint)]
    if bodies > 1 {
      return spans + [Span(" ")]
        + language.faint(
          "behind \([Span(NumberText.grouped(bodies))]) others", "，前面还有 \([Span(NumberText.grouped(bodies))]) 个")
    }
    guard segment.other != 0 else { return spans }
    let other = screen.reference(segment.other)
    spans.append(Span(" "))
    switch segment.kind {
    case .queued: return spans + language.line("behind \(other)", "在 \(other) 之后").spans()
    case .inFlight, .timer: return spans + language.line("while \(other) held the loop", "其间 \(other) 占用循环").spans()
    case .waiting, .running: return spans + language.line("for \(other)", "因 \(other)").spans()
    }
  }
}
