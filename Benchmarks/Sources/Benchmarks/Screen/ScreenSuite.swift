// What the screen costs, as a chapter.

import Canvas
import Measuring

enum ScreenSuite {
  private static let small = Size(columns: 80, rows: 24)
  private static let large = Size(columns: 200, rows: 60)

  static func section() -> Section {
    Section(
      "The screen",
      """
      In processor time, without a terminal: events go into a `ChainView`, a grid of cells comes out. The program on it has chains of four \
      promises, all pending; where one \
      ends, the second promise's handler returns a fifth, which changes a tree among the oldest. *First* is the first picture, the whole outline included. *Same* draws the picture again, which \
      the loop never does while nothing changes: an idle screen draws no frame at all (`scripts/screen-share` \
      shows it on a real terminal). *One chain* is the frame after one \
      chain was born and one ended, *page* the frame after a key that changed every row. *Compare* is what finding out costs \
      that no row changed. Churning, \(rounded(Double(Churn.perSecond))) promises are born and as many settle and are \
      released each second, and a quarter as many returned by handlers. As in `pscope`, 1,250,000 are kept at most; beyond that the store forgets an eighth of them at a \
      time, which moves every row: *worst* is such a frame.
      """,
      tables: [frames(small), frames(large), churning()])
  }

  private static func frames(_ size: Size) -> Table {
    var table = Table([
      "\(size.columns)×\(size.rows), µs", "first", "same", "one chain", "page", "compare",
    ])
    var first: [(size: Double, cost: Double)] = []
    var one: [(size: Double, cost: Double)] = []
    for promises in Frames.sizes {
      let cost = Frames.cost(promises: promises, size)
      first.append((Double(promises), cost.first))
      one.append((Double(promises), cost.oneChain))
      let cells = [cost.first, cost.same, cost.oneChain, cost.scrolled, cost.compare].map(rounded)
      table.rows.append(["\(rounded(Double(promises))) promises"] + cells)
    }
    let exponents = [Growth("first", first).exponent, Growth("one chain", one).exponent].map(rounded)
    table.rows.append(["grows with the power of", exponents[0], "", exponents[1], "", ""])
    return table
  }

  private static func churning() -> Table {
    let first = Frames.cost(promises: 1_000_000, small).first / 1000
    var figures = [Figure("first picture of a million promises", first, "ms", goal: .atMost(300))]
    for promises in [100_000, 1_000_000] {
      for size in [small, large] {
        let churn = Churn(promises: promises, size)
        let what = "\(rounded(Double(promises))) promises churning, \(size.columns)×\(size.rows), 60 frames a second"
        figures += [
          Figure("\(what): share of a core", churn.share, "%", goal: .atMost(25)),
          Figure("… without the frames in which the store forgets", churn.shareOfMost, "%"),
          Figure("… the middle frame, its events included", churn.middle, "µs"),
          Figure("… the worst frame", churn.worst, "µs"),
        ]
      }
    }
    return Table(figures)
  }
}
