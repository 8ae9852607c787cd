// What the panes read of the screen besides its properties. Changes nothing: `prepareFrame` has found everything that takes long.

import Canvas
import ChainAnalysis
import ChainModel
import LessonEngine
import PlainText
import PromiseTrace

extension Screen {
  var playhead: Playhead {
    Playhead(position: history.playback.position, count: history.playback.count, end: endTime)
  }

  /// The name of the source or, if it has none, of the program.
  var name: String { options.name.isEmpty ? program : options.name }

  var language: Language { options.language }

  /// The characters that draw the screen.
  var glyphs: ScreenGlyphs { ScreenGlyphs(isASCII: options.isASCII) }

  /// The columns of a tree of some width.
  func treeColumns(_ width: Int) -> TreeColumns {
    TreeColumns(width: width, isPresenter: options.isPresenter, showsOwn: state.showsOwn)
  }

  /// Whether a pane has room in the layout.
  func isVisible(_ pane: PaneKind) -> Bool { layout.panes.contains { $0.kind == pane } }

  /// Whether the view is paused, and the playhead has not moved since.
  var isHeldAtPresent: Bool { pausedAt != nil && !state.isPlaying }

  /// The sentence in the footer: the latest one, or why the run could not be read to its end.
  var shownNotice: String? { notice ?? reason }

  /// What the program has written until the moment that is shown, oldest first.
  var shownMessages: ArraySlice<ProgramMessage> {
    let last = history.store.lastTime
    return playhead.isAtEnd ? messages[...] : messages.prefix { $0.time <= last }
  }

  /// The time that the timeline shows; the run of a lesson may have no length yet.
  var window: TimeWindow {
    state.window
      ?? TimeWindow(start: 0, end: max(shownTime, wholeTime, lesson == nil ? 1 : 1_000_000, askedTime))
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

  /// The same screen with the other version in place of the run; nil if that is not shown.
  var otherVersion: (name: String, screen: Screen)? {
    guard state.isComparing, let comparison else { return nil }
    var other = self
    (other.history, other.outline, other.problems) = (comparison.history, comparison.outline, comparison.problems)
    (other.answers.bodies, other.answers.marked) = (nil, nil)
    (other.state.row, other.state.selection, other.state.window) = (-1, nil, window)
    other.state.top = max(0, min(state.top, comparison.outline.count - 1))
    other.lesson = nil
    return (comparison.name, other)
  }

  /// The problems that each visible fold hides, by the row of the fold; of the first few thousand.
  var hiddenProblems: [Int: [(kind: ProblemKind, count: Int)]] {
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
  var changes: (since: UInt64, changes: Changes)? {
    guard let baseline else { return nil }
    let store = history.store
    let isForward = baseline.position <= history.playback.position
    let (before, after) = isForward ? (baseline.store, store) : (store, baseline.store)
    let (old, new) = isForward ? (baseline.findings, problems.findings) : (problems.findings, baseline.findings)
    return (baseline.position, Changes(from: before, to: after, findingsBefore: old, findingsAfter: new))
  }

  /// The selected promise; nil if the selected row stands for none.
  var selected: PromiseID? {
    guard outline.count > 0 else { return nil }
    return outline[min(state.row, outline.count - 1)].id
  }

  /// The state whose glyph stands for a promise without a problem of its own: a rejection that was counted elsewhere is no second one.
  func drawnState(of facts: NodeFacts) -> NodeState {
    facts.state == .unhandled && !problems.isEmpty ? .rejected : facts.state
  }

  /// The cursor of a pane; nil if it has none for what it shows now.
  func cursor(of pane: PaneKind) -> PaneCursor? {
    guard let cursor = state.cursors[pane] else { return nil }
    return !pane.isAboutSelection || cursor.promise == selected ? cursor : nil
  }

  func duration(atLeast nanoseconds: Int64) -> String {
    DurationText.atLeast(nanoseconds, micro: glyphs.isASCII ? "u" : "µ")
  }

  func duration(_ nanoseconds: Int64) -> String { DurationText.of(nanoseconds, micro: glyphs.isASCII ? "u" : "µ") }

  /// A sentence of the analysis, with the numbers of promises as links; what stands in quotation marks is a program's text.
  func linked(_ sentence: String, _ role: StyleRole = .text) -> [Span] {
    var spans: [Span] = []
    var (plain, isQuoted) = ("", false)
    var rest = sentence[...]
    while let character = rest.popFirst() {
      if character == "\"" { isQuoted.toggle() }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard character == "#", !isQuoted, let id = PromiseID(digits), store.contains(id) else {
        plain.append(character)
        continue
      }
      spans += [Span(plain, role), Span("#\(digits)", .link)]
      (plain, rest) = ("", rest.dropFirst(digits.count))
    }
    return (spans + [Span(plain, role)]).filter { !$0.text.isEmpty }
  }

  /// `#6 fetch page`.
  func reference(_ id: PromiseID, name: StyleRole = .text) -> [Span] {
    [Span("#\(id)", .link)] + (store.name(of: id).map { [Span(" \($0)", name)] } ?? [])
  }
}
