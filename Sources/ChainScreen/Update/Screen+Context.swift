// What the panes may read of the screen. Changes nothing: `prepareFrame` has found everything that takes long.

import Canvas
import ChainAnalysis
import ChainModel
import LessonEngine
import PromiseTrace

extension Screen {
  var playhead: Playhead {
    Playhead(position: history.playback.position, count: history.playback.count, end: endTime)
  }

  /// The name of the source or, if it has none, of the program.
  var name: String { options.name.isEmpty ? program : options.name }

  /// The texts in the language of the screen.
  var words: Words { Words(options.language) }

  /// The characters that draw the screen.
  var glyphs: ScreenGlyphs { ScreenGlyphs(isASCII: options.isASCII) }

  /// Whether a pane has room in the layout.
  func isVisible(_ pane: PaneKind) -> Bool { layout.panes.contains { $0.kind == pane } }

  /// The run, the state of the screen, and the answers, as of the frame that was prepared.
  var context: ScreenContext {
    ScreenContext(
      store: history.store, outline: outline, state: state, stream: stream, options: options, glyphs: glyphs,
      now: shownTime, name: name, playhead: playhead,
      isHeldAtPresent: pausedAt != nil && !state.isPlaying, reading: reading, badLines: badLines,
      notice: notice ?? reason, logNews: logNews,
      messages: playhead.isAtEnd
        ? messages[...] : messages.prefix { [last = history.store.lastTime] in $0.time <= last },
      rate: rate, problems: problems, hiddenProblems: hiddenProblems, path: answers.marked,
      // The run of a lesson may have no length yet.
      window: state.window
        ?? TimeWindow(start: 0, end: max(shownTime, wholeTime, lesson == nil ? 1 : 1_000_000, askedTime)),
      bodies: history.bodies, archive: archive, quiet: history.quiet, why: answers.why,
      criticalPath: answers.criticalPath,
      groups: isVisible(.groups) ? history.groups : nil,
      changes: isVisible(.changes) ? changes : nil,
      besideRuns: isVisible(.runs) ? besideRuns : nil,
      logMatches: state.logFilter.isEmpty ? nil : logMatches.positions, lesson: lesson, logPlace: logPlace,
      service: service, instances: instances, wholeTime: wholeTime, pageColumns: layout.size.columns,
      pageRows: layout.size.rows)
  }

  /// What the tree of the other version may read: its own run, and everything else as the screen has it; nil if it is not shown.
  func comparison(beside context: ScreenContext) -> (name: String, context: ScreenContext)? {
    guard state.isComparing, let comparison else { return nil }
    var other = context
    (other.store, other.outline, other.bodies) = (comparison.history.store, comparison.outline, nil)
    (other.problems, other.hiddenProblems, other.path) = (comparison.problems, [:], nil)
    (other.state.row, other.state.selection) = (-1, nil)
    other.state.top = max(0, min(state.top, comparison.outline.count - 1))
    other.lesson = nil
    return (comparison.name, other)
  }

  /// The end of a lesson's run while a question asks for a moment, or the last moment to choose, so that the timeline has all of them; 0
  /// otherwise.
  private var askedTime: Int64 {
    guard let picks = lesson?.picks else { return 0 }
    let times = picks.compactMap { pick -> Int64? in if case .time(let time) = pick.pick { time } else { nil } }
    guard let last = times.max() else { return 0 }
    // A little more, so that the last one has a cell of its own.
    return max(lesson?.walk?.plan.events.last?.time ?? 0, last + last / 20)
  }

  /// The time that the timeline covers: two versions of a run have the same scale.
  var wholeTime: Int64 { max(endTime, state.isComparing ? comparison?.end ?? 0 : 0) }

  /// The problems that folds hide, of the first few thousand.
  private var hiddenProblems: [Int: [(kind: ProblemKind, count: Int)]] {
    guard outline.hidesPromises else { return [:] }
    var counts: [Int: [ProblemKind: Int]] = [:]
    for id in problems.rows.prefix(4_000) where outline.index(of: id, in: history.store) == nil {
      guard let row = outline.nearestIndex(of: id, in: history.store) else { continue }
      for kind in problems.badges[id] ?? [] { counts[row, default: [:]][kind, default: 0] += 1 }
    }
    return counts.mapValues { kinds in
      ProblemKind.allCases.compactMap { kind in kinds[kind].map { (kind, $0) } }
    }
  }

  /// What changed between the latest bookmark and the playhead; nil without a bookmark.
  private var changes: (since: UInt64, changes: Changes)? {
    guard let baseline else { return nil }
    let store = history.store
    let isForward = baseline.position <= history.playback.position
    let (before, after) = isForward ? (baseline.store, store) : (store, baseline.store)
    let (old, new) = isForward ? (baseline.findings, problems.findings) : (problems.findings, baseline.findings)
    return (baseline.position, Changes(from: before, to: after, findingsBefore: old, findingsAfter: new))
  }
}
