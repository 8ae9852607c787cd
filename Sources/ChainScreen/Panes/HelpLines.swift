// The lines of the help: the table of commands and the legend of glyphs, in as many columns as fit.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText

struct HelpLines {
  private let screen: Screen
  private var words: Words { screen.words }

  init(_ screen: Screen) { self.screen = screen }

  /// The number of lines that are visible at once.
  static func page(_ size: Size) -> Int { max(1, size.rows - 4) }

  /// The first visible line of the help that is scrolled to its end; 0 if all of it fits.
  func lastTop(_ size: Size) -> Int { max(0, lines(columns: size.columns - 6).count - Self.page(size)) }

  /// The commands by topic and the legend, in as many columns as fit; a section is never divided.
  func lines(columns: Int) -> [[Span]] {
    let sections = self.sections
    if let search = screen.state.helpSearch, !search.isEmpty {
      let wanted = search.lowercased()
      let found = sections.flatMap { $0.dropFirst() }.filter { $0.map(\.text).joined().lowercased().contains(wanted) }
      return found.isEmpty ? [[Span(words.helpNoMatch, .faint)]] : found
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
    let topics = Binding.Topic.allCases.map { topic in
      [[Span(words.text(topic.heading), .title)]]
        + zip(bindings, names).filter { $0.0.topic == topic }.map {
          [Span(pad($0.1, width) + " ", .key), Span(words.text($0.0.help), .action)]
        }
    }
    return topics.filter { $0.count > 1 } + [legend]
  }

  private var legend: [[Span]] {
    let glyphs = screen.glyphs
    var lines = [[Span(words.legendTitle, .title)]]
    lines += NodeState.allCases.map { [Span(glyphs.state($0), $0.role), Span("  \(words.state($0))")] }
    lines.append([])
    // The state `unhandled` has the glyph of the problem.
    lines += ProblemKind.allCases.filter { $0 != .unhandled }.map {
      [Span(glyphs.problem($0), $0.role), Span("  \($0.word(1, words.language))")]
    }
    lines.append([])
    lines.append([Span(glyphs.barRunning + glyphs.barRunning, .barRunning), Span(" \(words.legendOwnWork)")])
    lines.append([Span(glyphs.barWaiting + glyphs.barWaiting, .barWaiting), Span(" \(words.legendWaits)")])
    lines.append([Span(glyphs.barQueued + glyphs.barQueued, .barQueued), Span(" \(words.legendQueued)")])
    lines.append([])
    lines.append([Span(glyphs.reference, .link), Span("  \(words.legendElsewhere)")])
    lines.append([Span(glyphs.cycle, .failure), Span("  \(words.row.waitsForItself)")])
    lines.append([Span(glyphs.path, .path), Span("  \(words.legendPath)")])
    lines.append([Span(glyphs.loss, .loss), Span("  \(words.legendLost)")])
    lines += [[], [Span(words.legendWords, .title)]]
    lines += [words.legendOwn, words.legendInFlight, words.legendFreed].map { [Span($0)] }
    return lines
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }
}
