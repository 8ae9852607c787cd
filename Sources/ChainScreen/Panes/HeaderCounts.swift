// The numbers in the second line of the header: the promises in each state, and the problems of each kind. `HeaderPane` draws them, and a
// click on a number of problems goes to one of them.
//
// A narrow screen leaves out the words of the counts first, then the counts themselves, and last the words of the problems and how often each
// occurred. The numbers of problems stay.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText

struct HeaderCounts {
  private let screen: Screen
  private var language: Language { screen.language }
  private var glyphs: ScreenGlyphs { screen.glyphs }

  init(_ screen: Screen) { self.screen = screen }

  /// The kind of problem whose number is at a column of the second line; nil if there is none.
  func kind(at column: Int, columns: Int) -> ProblemKind? {
    let (counts, problems) = forms(columns)
    var end = 1 + counts.width + (counts.isEmpty ? 0 : 2)
    return problems.first {
      end += $0.spans.width
      return column < end
    }?.kind
  }

  /// A number of problems, and what stands around it.
  typealias Badge = (kind: ProblemKind?, spans: [Span])

  /// The counts and the problems that fit.
  func forms(_ columns: Int) -> (counts: [Span], problems: [Badge]) {
    // What was not recorded stands beside them.
    let columns = unrecorded.isEmpty ? columns : columns / 2
    // Notes are dropped last, because a note need not be a mistake.
    let forms: [([Span], [Badge])] = [
      (counts(.full), problems(.full, isWordy: true) + [key]), (counts(.short), problems(.full) + [key]),
      (counts(.short), problems(.full)), (counts(.short), problems(.short)),
      (counts(.glyphs), problems(.short)), ([], problems(.short)), ([], problems(.glyphs)),
      ([], problems(.glyphs, withNotes: false)),
    ]
    // The narrowest form is drawn even if it does not fit.
    return forms.first { $0.0.width + $0.1.flatMap(\.spans).width + 6 <= columns } ?? forms[forms.count - 1]
  }

  /// Why the log does not show everything; a log that is over and has no events shows nothing.
  var unrecorded: [String] {
    let isEmpty = screen.store.counts.events == 0 && screen.reading == nil && !screen.stream.isRunning
    return isEmpty ? [Unrecorded.noEvents] : screen.store.unrecorded
  }

  /// How much room the counts and the problems take.
  private enum Form {
    case full, short, glyphs
  }

  /// The number of promises, and of those in each state.
  private func counts(_ form: Form) -> [Span] {
    let counts = screen.store.counts
    var spans = [Span(NumberText.grouped(counts.total), .title)]
    if form == .full {
      spans = language.line(counts.total == 1 ? "\(spans) promise" : "\(spans) promises", "\(spans) 个 Promise").spans(
        .action)
    }
    var items = screen.stateCounts.filter { number, state in
      number > 0 || [.pending, .fulfilled, .rejected].contains(state)
    }
    // Unhandled promises are among the rejected ones, and among the problems.
    if counts.unhandled > 0, screen.problems.isEmpty { items.insert((counts.unhandled, .unhandled), at: 3) }
    for (number, state) in items {
      let role: StyleRole = number == 0 ? .faint : state == .unhandled ? .failure : state.role
      let number = NumberText.grouped(number)
      switch form {
      case .full:
        spans += [Span("  "), Span("\(glyphs.state(state)) \(number)", role)]
        spans.append(Span(" \(state.word(in: language))", role == .faint ? .faint : .action))
      case .short: spans += [Span("  "), Span("\(glyphs.state(state)) \(number)", role)]
      case .glyphs:
        // A point before a number would look like a fraction.
        let gap = glyphs.isASCII ? " " : ""
        spans += [Span(" "), Span("\(glyphs.state(state))\(gap)\(number)", role)]
      }
    }
    if counts.evicted > 0, form == .full {
      spans.append(
        Span(
          "  \(language("\(NumberText.grouped(counts.evicted)) no longer kept", "\(NumberText.grouped(counts.evicted)) 个不再保留"))",
          .faint))
    }
    return spans
  }

  /// The number of problems of each kind.
  private func problems(_ form: Form, isWordy: Bool = false, withNotes: Bool = true) -> [Badge] {
    var badges: [Badge] = []
    for kind in screen.problems.kinds {
      let count = screen.problems.counts[kind.rawValue]
      guard withNotes || kind.role != .note else { continue }
      if !badges.isEmpty { badges.append((nil, [Span(form == .glyphs ? " " : "  ")])) }
      var spans: [Span] = []
      let number = "\(glyphs.problem(kind)) \(NumberText.grouped(count))"
      switch form {
      case .glyphs: spans.append(Span("\(glyphs.problem(kind))\(NumberText.grouped(count))", kind.role))
      case .short, .full:
        let word =
          isWordy && kind == .unhandled
          ? language(count == 1 ? "unhandled rejection" : "unhandled rejections", "未处理的拒绝") : kind.word(count, language)
        let text = "\(number) \(word)"
        spans.append(Span(kind == .unhandled ? " \(text) " : text, kind.role))
        if form == .short, let times = screen.problems.repetitions(of: kind) {
          spans.append(Span(" \(glyphs.times)\(NumberText.grouped(times))", .faint))
        }
        if form == .full, let extent = screen.problems.extent(of: kind, language) { spans.append(Span(extent, .faint)) }
      }
      badges.append((kind, spans))
    }
    return badges
  }

  /// The key that goes through the problems.
  private var key: Badge {
    guard !screen.problems.isEmpty else { return (nil, []) }
    let name = screen.keyMap.name(of: .nextProblem)
    return (nil, [Span("   "), Span(name, .key), Span(" \(language("next problem", "下一个问题"))", .action)])
  }
}

extension Screen {
  /// The number of promises in each state; the sum is the number of all promises.
  var stateCounts: [(number: Int, state: NodeState)] {
    let counts = store.counts
    return [
      (counts.pending - counts.unknown, .pending), (counts.fulfilled, .fulfilled), (counts.rejected, .rejected),
      (counts.leaked, .leaked), (counts.cancelled, .cancelled), (counts.unknown, .unknown),
    ]
  }
}
