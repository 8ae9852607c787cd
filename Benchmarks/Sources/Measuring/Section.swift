// The sections of the report and their tables.

/// A section of the report: a heading, an explanation and tables.
public struct Section {
  /// The heading.
  public let title: String
  /// The explanation: what was measured and how, and why a goal was missed.
  public let text: String
  /// The tables, in order.
  public var tables: [Table]

  /// Creates a section.
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

/// A table; the first column contains text, the others numbers.
public struct Table {
  /// The headings.
  public let columns: [String]
  /// The rows, with one text per column.
  public var rows: [[String]]

  /// Creates a table.
  public init(_ columns: [String], rows: [[String]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// Creates a table with one row per figure.
  public init(_ figures: [Figure]) {
    self.init(
      ["measurement", "figure", "goal", "reached"],
      rows: figures.map { [$0.what, "\(rounded($0.value)) \($0.unit)", $0.goal?.description ?? "", $0.verdict] })
  }

  /// As markdown.
  public var markdown: String {
    let rule = columns.indices.map { $0 == 0 ? "---" : "---:" }
    return ([columns, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }
}

/// A number with its unit and goal.
public struct Figure {
  /// The goal of a figure.
  public enum Bound: CustomStringConvertible {
    /// At most this number.
    case atMost(Double)
    /// At least this number.
    case atLeast(Double)

    /// The text in the table.
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
  ///   - what: The description of the figure.
  ///   - value: The number.
  ///   - unit: The unit of the number.
  ///   - goal: The goal, in the same unit.
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
  /// Creates a table with one row per contest and one column per contestant: the first in nanoseconds, the others as multiples of it.
  public init(_ results: [(contest: Contest, outcomes: [Outcome])]) {
    var names: [String] = []
    for name in results.flatMap({ $0.outcomes.map(\.name) }) where !names.contains(name) { names.append(name) }
    self.init(["", "workload (PromiseScope in ns, others as multiples)"] + names + ["goal", "reached"])
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
