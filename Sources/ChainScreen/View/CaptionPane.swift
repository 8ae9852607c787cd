// The line under the header of a guided view: what the promises wait for, or at the end, what the run came to.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct CaptionPane {
  private let screen: Screen
  private let caption: Caption
  private var language: Language { screen.language }

  init(_ screen: Screen, _ caption: Caption) { (self.screen, self.caption) = (screen, caption) }

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size)
    let columns = 1..<max(1, size.columns - 1)
    grid.write(spans(columns.count), in: columns, row: 0, ellipsis: screen.glyphs.ellipsis)
    return grid
  }

  private func spans(_ room: Int) -> [Span] {
    switch caption {
    case .waiting(let bottleneck): waiting(bottleneck)
    case .busy(let pending):
      [
        Span(
          language(
            pending == 0
              ? "Nothing is pending." : NumberText.plural(pending, "promise is", "promises are") + " pending.",
            pending == 0 ? "没有待定的 Promise。" : "\(NumberText.grouped(pending)) 个 Promise 待定。"))
      ]
    case .summary(let longest): summary(longest, room)
    }
  }

  private func name(_ id: PromiseID) -> [Span] {
    screen.store.name(of: id).map { [Span($0, .title), Span(" #\(id)", .link)] } ?? [Span("#\(id)", .link)]
  }

  // MARK: While it runs

  private func waiting(_ bottleneck: Bottleneck) -> [Span] {
    let facts = screen.store.facts(bottleneck.promise)
    let since = facts.map { $0.started ?? $0.created } ?? screen.shownTime
    let time = [Span(screen.duration(max(0, screen.shownTime - since)), .time)]
    let name = name(bottleneck.promise)
    func rest(_ left: Int64) -> [Span] {
      [Span(screen.duration(max(0, left - (screen.shownTime - screen.store.lastTime))), .time)]
    }
    let wait: Line =
      switch bottleneck.leaf {
      case .timer(_, let left?) where left >= 0:
        language.line("Waiting for the timer of \(name): \(rest(left)) left", "正在等待 \(name) 的定时器：剩余 \(rest(left))")
      case .queued(let occupant?):
        language.line(
          "\(name) is queued behind \(screen.reference(occupant)): \(time) so far",
          "\(name) 排在 \(screen.reference(occupant)) 之后：已 \(time)")
      case .queued: language.line("\(name) waits for its queue: \(time) so far", "\(name) 在排队：已 \(time)")
      case .running: language.line("Running \(name): \(time) so far", "正在运行 \(name)：已 \(time)")
      case .paused: language.line("\(name) is paused", "\(name) 已暂停")
      case .dropped, .emptyCombinator: language.line("Nothing can settle \(name)", "\(name) 再也无法敲定")
      case .cycle: language.line("\(name) waits for itself", "\(name) 等待自身")
      default: language.line("Waiting for \(name): \(time) so far", "正在等待 \(name)：已 \(time)")
      }
    var spans = wait.spans(.text)
    if let stage = screen.store.progress(of: bottleneck.promise)?.stage {
      spans += language.line(", \([Span(stage)])", "，\([Span(stage)])").spans(.text)
    }
    if bottleneck.waiting > 0 {
      spans += [
        Span(
          language(
            "; \(NumberText.plural(bottleneck.waiting, "promise waits", "promises wait")) for it",
            "；\(NumberText.grouped(bottleneck.waiting)) 个 Promise 在等它"))
      ]
    }
    return spans + [Span(language(".", "。"))]
  }

  // MARK: At the end

  private func summary(_ longest: (promise: PromiseID, time: Int64)?, _ room: Int) -> [Span] {
    let counts = screen.store.counts
    guard counts.total > 0 else { return [Span(language.noPromise)] }
    let time = [Span(screen.duration(screen.shownTime), .time)]
    let total = [Span(NumberText.grouped(counts.total))]
    var spans: [Span]
    if counts.fulfilled == counts.total {
      spans =
        counts.total == 1
        ? language.line("The promise fulfilled after \(time).", "这个 Promise 在 \(time) 后兑现。").spans(.text)
        : language.line("All \(total) promises fulfilled in \(time).", "\(total) 个 Promise 在 \(time) 内全部兑现。").spans(
          .text)
    } else {
      let named = screen.stateCounts.filter { $0.number > 0 }.map {
        "\(NumberText.grouped($0.number)) \($0.state.word(in: language))"
      }
      let list = [Span(named.joined(separator: language(", ", "，")))]
      let promises = [
        Span(
          language(
            NumberText.plural(counts.total, "promise", "promises"), "\(NumberText.grouped(counts.total)) 个 Promise"))
      ]
      spans = language.line("\(promises) in \(time): \(list).", "\(time) 内共 \(promises)：\(list)。").spans(.text)
    }
    let problems = screen.problems.counts.reduce(0, +)
    if problems > 0 {
      let number = NumberText.grouped(problems)
      let hint = language(
        " e goes to the " + (problems == 1 ? "problem." : "first of \(number) problems."),
        problems == 1 ? "按 e 查看问题。" : "共 \(number) 个问题，按 e 查看第一个。")
      let short = language(problems == 1 ? " e: the problem." : " e: \(number) problems.", "按 e 查看。")
      return spans + [Span(spans.width + [Span(hint)].width <= room ? hint : short, .notice)]
    }
    guard let longest else { return spans }
    let (name, duration) = (name(longest.promise), [Span(screen.duration(longest.time), .time)])
    return spans + language.line(" Longest: \(name), \(duration).", "最长的是 \(name)：\(duration)。").spans(.text)
  }
}
