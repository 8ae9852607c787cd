// The picture of a knot in the why pane: one line for each way from what hangs to what would have to settle, so that no row has to be connected
// with another one.
//
//     main:7 #1 → all #53 22 of 24 settled
//       ├→ monthlyReport:3 #46 → ○ acquire locks:5 #55  3.94 s ← transfer #50
//       └→ cleanup:4 #48 → ○ acquire locks:5 #57  3.92 s ← transfer #50

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct KnotLines {
  let screen: Screen
  let width: Int

  /// The number of promises of a way beyond which its middle is only counted.
  private static let most = 6

  func lines(_ knot: Knot) -> [PaneLine] {
    let (tree, arrow) = (screen.glyphs.tree, screen.glyphs.waitsFor)
    guard !knot.stem.isEmpty else { return wrapped(steps(knot.branches[0]), indent: 1) }
    var lines = wrapped(steps(knot.stem), indent: 1)
    // Branches through the same call sites to the same holder would read the same, so only the first of them is drawn.
    var branches: [Knot.Branch] = []
    for branch in knot.branches where !branches.contains(where: { isAlike($0, branch) }) { branches.append(branch) }
    let more = knot.more + knot.branches.count - branches.count
    for (index, branch) in branches.enumerated() {
      let isLast = index == branches.count - 1 && more == 0
      let mark = Span("\(tree[isLast ? .corner : .branch].prefix(1))\(arrow) ", .branch)
      var way = steps(branch)
      way[0] = [mark] + way[0]
      lines += wrapped(way, indent: 3)
    }
    guard more > 0 else { return lines }
    let number = NumberText.grouped(more)
    let text = screen.language("\(number) more it waits for", "还在等待另外 \(number) 个")
    return lines + [PaneLine([Span("\(tree[.corner].prefix(1))\(arrow) ", .branch), Span(text, .faint)], indent: 3)]
  }

  private func isAlike(_ one: Knot.Branch, _ other: Knot.Branch) -> Bool {
    let store = screen.store
    func places(_ branch: Knot.Branch) -> [UInt32] { branch.promises.map { store.facts($0)?.origin ?? .max } }
    return one.holder == other.holder && one.closesAt == nil && other.closesAt == nil && places(one) == places(other)
  }

  private func steps(_ branch: Knot.Branch) -> [[Span]] {
    var steps = steps(branch.promises, end: branch.closesAt == nil ? branch.promises.last : nil)
    if let first = branch.closesAt {
      steps.append([Span("\(screen.glyphs.cycle) ", .failure)] + screen.reference(first))
    }
    if let holder = branch.holder {
      steps[steps.count - 1] += [Span(" \(screen.glyphs.heldBy) ", .warning)] + step(holder, isEnd: false)
    }
    return steps
  }

  private func steps(_ promises: [PromiseID], end: PromiseID? = nil) -> [[Span]] {
    let hidden = promises.count - Self.most
    guard hidden > 1 else { return promises.map { step($0, isEnd: $0 == end) } }
    let middle = [Span("\(screen.glyphs.ellipsis) +\(NumberText.grouped(hidden))", .faint)]
    return promises.prefix(2).map { step($0, isEnd: false) } + [middle]
      + promises.suffix(Self.most - 2).map { step($0, isEnd: $0 == end) }
  }

  /// `monthlyReport:3 #46`, with the line at which it waits; the last one with its glyph, its call site, and how long it has been pending.
  private func step(_ id: PromiseID, isEnd: Bool) -> [Span] {
    let store = screen.store
    guard let facts = store.facts(id) else { return [Span("#\(id)", .link)] }
    let isSelected = id == screen.selected
    let site = store.nodeSite(facts.site)
    // The function says more than the operator of a promise without a label.
    let function = facts.label == .none && isEnd ? site?.function : nil
    let name = function.flatMap { $0.isEmpty ? nil : $0 } ?? store.name(of: id) ?? "?"
    var spans = [Span(name, isSelected ? .path : .label)]
    if isEnd {
      spans.insert(Span("\(screen.glyphs.state(screen.drawnState(of: facts))) ", facts.state.role), at: 0)
      if let site { spans.append(Span(" \(site.short)", .location)) }
    } else if let line = store.awaitSite(of: id)?.line {
      spans.append(Span(":\(line)", .location))
    }
    spans.append(Span(" #\(id)", .link))
    if isEnd, facts.state.isOpen { spans.append(Span("  \(screen.duration(screen.shownTime - facts.created))", .time)) }
    if facts.hasInputs, !isEnd { spans += [Span(" ")] + screen.reason(of: facts) }
    return spans
  }

  /// The steps, broken into lines before an arrow.
  private func wrapped(_ steps: [[Span]], indent: Int) -> [PaneLine] {
    let arrow = Span("\(screen.glyphs.waitsFor) ", .branch)
    var (lines, indent) = ([PaneLine](), indent)
    var line = [Span]()
    for step in steps {
      let next = line.isEmpty ? step : line + [Span(" "), arrow] + step
      if !line.isEmpty, next.width > width - indent - 2 {
        lines.append(PaneLine(line, indent: indent))
        (line, indent) = ([arrow] + step, lines.count == 1 ? indent + 3 : indent)
      } else {
        line = next
      }
    }
    return lines + [PaneLine(line, indent: indent)]
  }
}
