// What a run shows of the things that a lesson names, in sentences: the words of an option, and what refutes a wrong one.

import ChainModel
import PlainText
import PromiseTrace

extension RunFacts {
  /// The name of a promise, as on the screen; its label alone while it does not exist.
  func name(_ label: String, at end: Int = .max) -> StoryLine {
    let shown = Escaping.line(label, limit: Story.labelLimit)
    guard let index = first(NamedEvent(.label(label), .created)), index < end else {
      return StoryLine([.text("\"\(shown)\"")])
    }
    return StoryLine([.promise(events[index].promise, label: shown)])
  }

  /// `#3 "send fog" starts`, with the handler or the body of the promise in front where one runs.
  ///
  /// - Returns: The words without a period.
  func words(_ happening: NamedEvent, at end: Int = .max) -> LocalizedLine {
    let (subject, chinese) = subject(happening, at: end)
    return LocalizedLine(
      "\(subject) \(happening.kind.english.now)", "\(chinese)\(space(chinese, happening.kind.chinese.now))")
  }

  /// The sentence about what happened, with its time; that it never happened, if so.
  func sentence(_ happening: NamedEvent) -> LocalizedLine {
    let (subject, chinese) = subject(happening, at: .max, isFirst: true)
    let found = all(happening)
    let (english, words) = (happening.kind.english, happening.kind.chinese)
    guard let index = found.first else {
      return LocalizedLine("\(subject) \(english.never).", "\(chinese)\(space(chinese, words.never))。")
    }
    let time = Self.time(events[index].time)
    return LocalizedLine(
      "\(subject) \(english.past) at \(time).", "\(chinese)\(space(chinese, "在")) \(time) \(words.now)。")
  }

  /// What the run shows instead of a wrong statement.
  func refutation(of statement: Statement) -> LocalizedLine {
    switch statement {
    case .gives(let one, _), .on(let one, _):
      guard let index = first(one) else { return sentence(one) }
      let text: TextID = if case .on = statement { events[index].queue } else { events[index].text }
      let shown = Escaping.line(texts[text] ?? "", limit: 40)
      let (subject, chinese) = subject(one, at: .max, isFirst: true)
      if case .on = statement {
        return LocalizedLine("\(subject) ran on \(shown).", "\(chinese)在 \(shown) 上运行。")
      }
      let piece = StoryLine([events[index].kind == .rejected ? .error(shown) : .value(shown)])
      return LocalizedLine(
        "\(subject) \(one.kind.english.past) with \(piece).",
        "\(chinese)\(space(chinese, one.kind.chinese.now))，得到 \(piece)。")
    case .first(_, let others), .last(_, let others):
      let found = others.compactMap { other in first(other).map { (other, $0) } }
      let deciding: NamedEvent?
      if case .first = statement {
        deciding = found.min { $0.1 < $1.1 }?.0
      } else {
        deciding = found.max { $0.1 < $1.1 }?.0
      }
      return sentence(deciding ?? statement.happenings[0])
    case .pending(_, let all, let moment):
      let end = moment.flatMap(first).map { $0 + 1 } ?? events.count
      let open = all.filter { holds(.pending([$0], of: [$0], after: moment)) == true }
      func list(_ separator: String) -> StoryLine {
        StoryLine(
          open.enumerated().flatMap { ($0.offset > 0 ? [.text(separator)] : []) + name($0.element, at: end).pieces })
      }
      return open.isEmpty
        ? LocalizedLine("None of them was pending.", "没有一个仍待定。")
        : LocalizedLine("Pending: \(list(", ")).", "仍待定的有 \(list("、"))。")
    case .before(let one, let other), .after(let one, let other), .with(let one, let other):
      let (first, second) = (sentence(one), sentence(other))
      return LocalizedLine("\(first.english) \(second.english)", "\(first.chinese)\(second.chinese)")
    case .happens(let one), .never(let one), .at(let one, _): return sentence(one)
    case .times(let one, _): return times(all(one).count)
    }
  }

  private func times(_ count: Int) -> LocalizedLine {
    switch count {
    case 0: LocalizedLine("That never happened.", "这从未发生。")
    case 1: LocalizedLine("That happened once.", "实际是一次。")
    default: LocalizedLine("That happened \(String(count)) times.", "实际是 \(String(count)) 次。")
    }
  }

  /// A time since the start, such as `1.2 s`.
  static func time(_ nanoseconds: Int64) -> String {
    let tenths = (nanoseconds + 50_000_000) / 100_000_000
    return "\(tenths / 10).\(tenths % 10) s"
  }

  private func subject(
    _ happening: NamedEvent, at end: Int, isFirst: Bool = false
  ) -> (english: StoryLine, chinese: StoryLine) {
    switch happening.subject {
    case .line(let text):
      let shown = StoryLine([.output(Escaping.line(line(text), limit: 120))])
      return ("\"\(shown)\"", "「\(shown)」")
    case .label(let label):
      let name: StoryLine = label.contains("*") ? StoryLine([.text("\"\(Self.opened(label))\"")]) : name(label, at: end)
      guard happening.kind == .started || happening.kind == .finished || happening.kind == .enqueued else {
        return (name, name)
      }
      let hasHandler = first(NamedEvent(happening.subject, .created)).map { events[$0].peer != 0 } ?? true
      return (
        "\(isFirst ? "The" : "the") \(hasHandler ? "handler" : "body") of \(name)",
        "\(name) 的\(hasHandler ? "处理函数" : "函数体")"
      )
    }
  }

  /// A line as the program wrote it; of a picture, its first row.
  private func line(_ pattern: String) -> String {
    guard let index = first(NamedEvent(.line(pattern), .written)), let text = texts[events[index].text],
      let picture = DrawnNote(text), let row = picture.rows.first
    else { return Self.opened(pattern) }
    return row
  }

  /// A pattern with an ellipsis for what it leaves open.
  private static func opened(_ pattern: String) -> String { pattern.replacing("*", with: "…") }

  /// Words with a blank in front, if a Latin word comes before them.
  private func space(_ before: StoryLine, _ words: String) -> String {
    let last = before.text.unicodeScalars.last
    return last.map { $0.value < 0x2E80 } == true && !words.hasPrefix("的") ? " \(words)" : words
  }
}
