// The line under the header of a guided view: what the promises wait for, or at the end, what the run came to.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct CaptionPane {
  private let screen: Screen
  private let caption: Caption
  private var words: Words { screen.words }

  init(_ screen: Screen, _ caption: Caption) { (self.screen, self.caption) = (screen, caption) }

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size)
    grid.write(spans, in: 1..<max(1, size.columns - 1), row: 0, ellipsis: screen.glyphs.ellipsis)
    return grid
  }

  private var spans: [Span] {
    switch caption {
    case .waiting(let bottleneck): waiting(bottleneck)
    case .busy(let pending): [Span(words.pendingNow(pending))]
    case .summary(let longest): summary(longest)
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
    let wait: Line =
      switch bottleneck.leaf {
      case .timer(_, let left?) where left >= 0:
        words.captionTimer(
          name, [Span(screen.duration(max(0, left - (screen.shownTime - screen.store.lastTime))), .time)])
      case .queued(let occupant?): words.captionQueuedBehind(name, time, screen.reference(occupant))
      case .queued: words.captionQueued(name, time)
      case .running: words.captionRunning(name, time)
      case .paused: words.captionPaused(name)
      case .dropped, .emptyCombinator: words.captionDropped(name)
      case .cycle: words.captionCycle(name)
      default: words.captionPending(name, time)
      }
    var spans = wait.spans(.text)
    if let stage = screen.store.progress(of: bottleneck.promise)?.stage {
      spans += words.captionStage([Span(stage)]).spans(.text)
    }
    if bottleneck.waiting > 0 { spans += [Span(words.captionWaiting(bottleneck.waiting))] }
    return spans + [Span(words.captionEnd)]
  }

  // MARK: At the end

  private func summary(_ longest: (promise: PromiseID, time: Int64)?) -> [Span] {
    let counts = screen.store.counts
    guard counts.total > 0 else { return [Span(words.noPromise)] }
    let time = [Span(screen.duration(screen.shownTime), .time)]
    var spans: [Span]
    if counts.fulfilled == counts.total {
      spans = words.summaryFulfilled(counts.total, time).spans(.text)
    } else {
      let states: [(Int, String)] = [
        (counts.fulfilled, words.state(.fulfilled)), (counts.rejected + counts.cancelled, words.state(.rejected)),
        (counts.total - counts.fulfilled - counts.rejected - counts.cancelled, words.state(.pending)),
      ]
      let list = states.filter { $0.0 > 0 }.map { "\(NumberText.grouped($0.0)) \($0.1)" }
      spans = words.summaryMixed(counts.total, time, list.joined(separator: words.summaryComma)).spans(.text)
    }
    if let problem = words.summaryProblems(screen.problems.counts.reduce(0, +)) {
      return spans + [Span(problem, .notice)]
    }
    guard let longest else { return spans }
    return spans
      + words.summaryLongest(name(longest.promise), [Span(screen.duration(longest.time), .time)]).spans(.text)
  }
}
