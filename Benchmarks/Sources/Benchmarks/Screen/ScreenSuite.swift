// The section on the screen.

import Canvas
import Measuring

enum ScreenSuite {
  private static let small = Size(columns: 80, rows: 24)
  private static let large = Size(columns: 200, rows: 60)

  static func section() -> Section {
    Section(
      "The screen",
      """
      Processor time without a terminal: a `Screen` receives events and draws a grid of cells. The observed program has chains \
      of four promises, all pending. When a chain ends, the handler of its second promise returns a fifth promise, which changes \
      one of the oldest trees. *First* is the time until the whole tree is drawn; of a large one, the first frames show the start. \
      *Same* redraws that picture, which the screen never does while nothing changes: an idle screen draws no frames (`scripts/screen-share` shows this on a real \
      terminal). *One chain* is the frame after one chain was created and one ended, *page* the frame after a key that changed \
      every row. *Compare* is the cost of detecting that no row changed. While churning, the program creates \
      \(rounded(Double(Churn.perSecond))) promises per second, settles and releases as many, and its handlers return a quarter as \
      many. Like `pscope`, the store keeps at most 1,250,000 promises. Beyond that it evicts at most 32 promises before an \
      event. Each event also goes to the analysis and to the playback. The last table shows finished runs of a million promises (of \
      the shapes of the model's section): the slowest frame after each key, and in parentheses all frames until nothing changes \
      anymore. Keys are taken between two frames, so a key waits at most for the slowest; the goal is \
      \(rounded(KeyFrames.goal)) ms.
      """,
      tables: [frames(small), frames(large), churning(), keys()])
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
    table.rows.append(["growth exponent", exponents[0], "", exponents[1], "", ""])
    return table
  }

  private static func churning() -> Table {
    let first = Frames.cost(promises: 1_000_000, small).first / 1000
    var figures = [Figure("first picture of a million promises", first, "ms", goal: .atMost(300))]
    for promises in [100_000, 1_000_000] {
      for size in [small, large] {
        let churn = Churn(promises: promises, size)
        let what = "\(rounded(Double(promises))) promises churning, \(size.columns)×\(size.rows), 60 frames per second"
        figures += [
          Figure("\(what): share of a core", churn.share, "%", goal: .atMost(25)),
          Figure("… without the frames that evict promises", churn.shareOfMost, "%"),
          Figure("… median frame, including its events", churn.middle, "µs"),
          Figure("… worst frame", churn.worst, "µs"),
        ]
      }
    }
    return Table(figures)
  }

  /// The slowest frame after each key, by the shape of the run.
  private static func keys() -> Table {
    let costs = Workload.allCases.map { KeyFrames($0, small) }
    var table = Table(["80×24, ms"] + Workload.allCases.map(\.rawValue) + ["goal", "reached"])
    for (index, key) in KeyFrames.keys.enumerated() {
      let cells = costs.map { "\(rounded($0.worst[index])) (\(rounded($0.total[index])))" }
      let isReached = costs.allSatisfy { $0.worst[index] <= KeyFrames.goal }
      table.rows.append([key.name] + cells + ["≤ \(rounded(KeyFrames.goal))", isReached ? "yes" : "**no**"])
    }
    return table
  }
}
