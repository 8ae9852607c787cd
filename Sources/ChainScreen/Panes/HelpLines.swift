// The lines of the help: the table of commands, or what the glyphs and words of the screen mean, in as many columns as fit.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText

struct HelpLines {
  private let screen: Screen
  private var language: Language { screen.language }

  init(_ screen: Screen) { self.screen = screen }

  /// The number of lines that are visible at once.
  static func page(_ size: Size) -> Int { max(1, size.rows - 4) }

  /// The first visible line of the help that is scrolled to its end; 0 if all of it fits.
  func lastTop(_ size: Size) -> Int { max(0, lines(columns: size.columns - 6).count - Self.page(size)) }

  /// The commands by topic, or the legend, in as many columns as fit; a section is never divided.
  func lines(columns: Int) -> [[Span]] {
    let sections = screen.state.explained.map { explanations(of: $0) } ?? self.sections
    if let search = screen.state.helpSearch, !search.isEmpty {
      let wanted = search.lowercased()
      let found = (self.sections + explanations(of: "")).flatMap { $0.dropFirst() }.filter {
        $0.map(\.text).joined().lowercased().contains(wanted)
      }
      return found.isEmpty ? [language.faint("No key or glyph matches.", "没有符合的按键或符号。")] : found
    }
    let width = (sections.flatMap { $0 }.map(\.width).max() ?? 0) + 3
    let count = max(1, min(4, (columns + 3) / width))
    guard count > 1 else { return Array(sections.joined(separator: [[]])) }
    let total = sections.reduce(0) { $0 + $1.count + 1 }
    var blocks: [[[Span]]] = [[]]
    for section in sections {
      let last = blocks.count - 1
      // A section goes to the next column if most of it would be below the average height.
      if blocks.count < count, !blocks[last].isEmpty, blocks[last].count + section.count / 2 > total / count {
        blocks.append(section)
      } else {
        blocks[last] += (blocks[last].isEmpty ? [] : [[]]) + section
      }
    }
    return (0..<(blocks.map(\.count).max() ?? 0)).map { row in
      var line: [Span] = []
      for (index, block) in blocks.enumerated() where row < block.count {
        let gap = index * width - line.width
        if gap > 0 { line.append(Span(String(repeating: " ", count: gap))) }
        line += block[row]
      }
      return line
    }
  }

  /// The keys that the screen has, by topic, and the legend.
  private var sections: [[[Span]]] {
    let bindings = Binding.all.filter { screen.has($0) && $0.isPossible(screen) }
    let names = bindings.map { screen.keyMap.keys(for: $0).prefix(4).map(\.name).joined(separator: " ") }
    let width = names.map { DisplayWidth.of($0) }.max() ?? 0
    var topics = Binding.Topic.allCases.map { topic in
      [[Span(topic.heading.text(in: language), .title)]]
        + zip(bindings, names).filter { $0.0.topic == topic }.map {
          [Span(pad($0.1, width) + " ", .key), Span($0.0.help.text(in: language), .action)]
        }
    }
    if screen.options.again == .program {
      topics[topics.count - 1].append([
        Span(pad("Ctrl-C", width) + " ", .key),
        Span(language("It also goes to the program, while that runs.", "程序运行时，它也会发给程序。"), .action),
      ])
    }
    let isRun = screen.lesson == nil
    return (isRun ? [questions] : []) + topics.filter { $0.count > 1 } + (isRun ? [] : explanations(of: ""))
  }

  private var questions: [[Span]] {
    [[Span(language("What do you look for?", "想找什么？"), .title)]]
      + HelpMeanings.questions.compactMap { question in
        guard let binding = Binding.standard(question.key) else { return nil }
        return [Span("\(screen.keyMap.name(of: binding))  ", .key), Span(question.answer.text(in: language), .action)]
      }
  }

  /// What glyphs and words mean: those of a page first, then all others.
  private func explanations(of page: String) -> [[[Span]]] {
    let glyphs = screen.glyphs
    // Many ASCII glyphs are also letters or punctuation, so a glyph counts only with blanks around it.
    func probe(_ glyph: String) -> [String] {
      guard glyphs.isASCII, glyph.count == 1 else { return [glyph] }
      return glyph == glyphs.path ? ["v\(glyph)", "| \(glyph)"] : [" \(glyph) "]
    }
    func line(_ sign: String, _ role: StyleRole, _ word: String, _ meaning: Text) -> [Span] {
      // Only the sign has the role, which may fill or underline it.
      [
        Span(sign, role), Span(pad("", 2 - DisplayWidth.of(sign)) + " \(pad(word, 11))"),
        Span(meaning.text(in: language), .action),
      ]
    }
    var all = NodeState.allCases.map { state in
      let glyph = glyphs.state(state)
      return (probe(glyph), line(glyph, state.role, state.word(in: language), HelpMeanings.meaning(state)))
    }
    // The state `unhandled` has the glyph of the problem.
    all += ProblemKind.allCases.filter { $0 != .unhandled }.map { kind in
      let glyph = glyphs.problem(kind)
      return (probe(glyph), line(glyph, kind.role, kind.word(1, language), HelpMeanings.meaning(kind)))
    }
    all += HelpMeanings.marks(glyphs).map { (probe($0.glyph), line($0.glyph, $0.role, "", $0.meaning)) }
    all += HelpMeanings.signs(glyphs, language).map { sign in
      (sign.probes, [Span(pad(sign.sign, 14), .label), Span(sign.meaning.text(in: language), .action)])
    }
    // Any number stands for every other one.
    let text = String(page.map { $0.isWholeNumber ? "0" : $0 })
    let here = all.filter { $0.0.contains { text.contains($0) } }.map(\.1)
    let others = all.filter { !$0.0.contains { text.contains($0) } }.map(\.1)
    func section(_ title: String, _ lines: [[Span]]) -> [[Span]] { [[Span(title, .title)]] + lines }
    return [
      section(language("On the screen now", "现在屏幕上的"), here),
      section(here.isEmpty ? language("Glyphs and words", "符号与用语") : language("Elsewhere", "别处的"), others),
    ].filter { $0.count > 1 }
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }
}
