// What a suite found, as the tables of the report.

/// A chapter of the report: a heading, a few sentences, tables.
public struct Section {
  /// The heading.
  public let title: String
  /// What a reader has to know first: what was measured how, and why a goal is missed.
  public let text: String
  /// The tables, in order.
  public var tables: [Table]

  /// Creates a chapter.
  public init(_ title: String, _ text: String = "", tables: [Table] = []) {
    self.title = title
    self.text = text
    self.tables = tables
  }

  /// As markdown.
  public var markdown: String {
    (["## \(title)"] + (text.isEmpty ? [] : [text]) + tables.map(\.markdown)).joined(separator: "\n\n")
  }
}

/// A table of text; the first column is words, the others are numbers.
public struct Table {
  /// The headings.
  public let columns: [String]
  /// A text per column.
  public var rows: [[String]]

  /// Creates a table.
  public init(_ columns: [String], rows: [[String]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// A row per figure.
  public init(_ figures: [Figure]) {
    self.init(
      ["what is measured", "figure", "goal", "reached"],
      rows: figures.map { [$0.what, "\(rounded($0.value)) \($0.unit)", $0.goal?.description ?? "", $0.verdict] })
  }

  /// As markdown.
  public var markdown: String {
    let rule = columns.indices.map { $0 == 0 ? "---" : "---:" }
    return ([columns, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }
}

/// A number with its unit, and what it has to be.
public struct Figure {
  /// What a figure has to be.
  public enum Bound: CustomStringConvertible {
    /// No more than this.
    case atMost(Double)
    /// No less than this.
    case atLeast(Double)

    /// As the table says it.
    public var description: String {
      switch self {
      case .atMost(let limit): "≤ \(rounded(limit))"
      case .atLeast(let limit): "≥ \(rounded(limit))"
      }
    }
  }

  let what: String
  let value: Double
  let unit: String
  let goal: Bound?

  /// - Parameters:
  ///   - what: What is measured.
  ///   - value: The number.
  ///   - unit: Its unit.
  ///   - goal: What it has to be, in the same unit.
  public init(_ what: String, _ value: Double, _ unit: String, goal: Bound? = nil) {
    self.what = what
    self.value = value
    self.unit = unit
    self.goal = goal
  }

  var verdict: String {
    switch goal {
    case nil: ""
    case .atMost(let limit): value <= limit ? "yes" : "**no**"
    case .atLeast(let limit): value >= limit ? "yes" : "**no**"
    }
  }
}

extension Table {
  /// A row per contest, a column per contestant: ours in nanoseconds, the others as multiples of ours.
  public init(_ results: [(contest: Contest, outcomes: [Outcome])]) {
    var names: [String] = []
    for name in results.flatMap({ $0.outcomes.map(\.name) }) where !names.contains(name) { names.append(name) }
    self.init(["", "what is measured (ns, and multiples of it)"] + names + ["goal", "reached"])
    for (contest, outcomes) in results {
      let cells = names.map { name in
        guard let index = outcomes.firstIndex(where: { $0.name == name }) else { return "" }
        return index == 0 ? "**\(rounded(outcomes[0].nanoseconds))**" : "× \(rounded(outcomes[index].ratio))"
      }
      let verdicts = contest.goals.map { $0.isReached(by: outcomes) }
      let verdict = verdicts.isEmpty ? "" : verdicts.contains { $0 != true } ? "**no**" : "yes"
      rows.append(
        [contest.key, contest.title] + cells + [contest.goals.map(\.description).joined(separator: "; "), verdict])
    }
  }
}
