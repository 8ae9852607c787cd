// Everything that a pane may read. Nothing here can be changed.

import Canvas
import ChainAnalysis
import ChainModel
import LessonEngine
import PlainText
import PromiseLog
import PromiseTrace

struct ScreenContext {
  var store: ChainStore
  var outline: Outline
  var state: ScreenState
  let stream: StreamState
  let options: ScreenOptions
  let glyphs: ScreenGlyphs
  /// Nanoseconds since the start of the log; the durations of pending promises end here.
  let now: Int64
  let name: String
  /// The playhead, and the number of events after it.
  let playhead: Playhead
  /// Whether the view is paused, and the playhead has not moved since.
  let isHeldAtPresent: Bool
  /// The fraction of the log that has been read, from 0 to 1; nil when it is complete.
  let reading: Double?
  let badLines: Int
  let notice: String?
  /// What has happened to the log, until there is another one.
  let logNews: LogNews?
  /// What the program has written until now, oldest first.
  let messages: ArraySlice<ProgramMessage>
  let rate: EventRate
  var problems: Problems
  /// The problems that each visible fold hides, by the row of the fold.
  var hiddenProblems: [Int: [(kind: ProblemKind, count: Int)]]
  /// The promises of the marked path; nil if none is marked.
  var path: Set<PromiseID>?
  /// The time that the timeline covers.
  let window: TimeWindow
  var bodies: BodyIndex?
  let archive: any EventArchive
  /// The positions of the events that the log does not show, because they say only that time has passed.
  let quiet: [UInt64]
  /// Why the selected promise is as it is; nil unless the pane is visible.
  let why: Why?
  /// The critical path to show; nil unless the pane is visible.
  let criticalPath: FoundPath?
  /// The promises by call site; nil unless their pane is visible.
  let groups: Groups?
  /// What changed since a bookmark, and the bookmark; nil unless their pane is visible.
  let changes: (since: UInt64, changes: Changes)?
  /// The former run beside this one; nil unless their page is visible.
  let besideRuns: RunsBeside?
  /// The positions of the events that the filter of the log shows; nil if it shows all.
  var logMatches: [UInt64]?
  /// The lesson; nil for none.
  var lesson: LessonState?
  /// The place of the log among those of its folder; nil without a folder.
  let logPlace: LogPlace?
  /// The call sites of a service, as of the last time that their page was visible.
  let service: ServiceView
  /// The promises of the call site that was opened last; nil before that.
  let instances: Instances?
  /// The last moment of the run.
  let wholeTime: Int64
  /// The size of the whole screen.
  let pageColumns: Int
  let pageRows: Int

  /// The texts in the language of the screen.
  var words: Words { Words(options.language) }

  /// The latest message of the program; nil in the past.
  var message: String? { playhead.isAtEnd ? messages.last?.text : nil }

  /// The selected promise; nil if the selected row stands for none.
  var selected: PromiseID? {
    guard outline.count > 0 else { return nil }
    return outline[min(state.row, outline.count - 1)].id
  }

  /// The state whose glyph stands for a promise without a problem of its own: a rejection that was counted elsewhere is no second one.
  func drawnState(of node: ChainNode) -> NodeState {
    node.state == .unhandled && !problems.isEmpty ? .rejected : node.state
  }

  /// The cursor of a pane; nil if it has none for what it shows now.
  func cursor(of pane: PaneKind) -> PaneCursor? {
    guard let cursor = state.cursors[pane] else { return nil }
    return !pane.isAboutSelection || cursor.promise == selected ? cursor : nil
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
    [Span("#\(id)", .link)] + (store.node(id).map { [Span(" \($0.name)", name)] } ?? [])
  }
}
