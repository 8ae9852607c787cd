// The introduction of the report: how to read the tables, and the commands that reproduce them. Owns only text.

enum Introduction {
  static let text = """
    The cost of promises, compared with the libraries that a Swift program might use instead. Each row is one workload, which all
    contestants run in turns, round after round. The PromiseScope column shows nanoseconds per item (the median of the rounds), the
    other columns multiples of that time (the median of the ratios in each round; × 2 took twice as long). Times vary with the
    machine and its load; ratios within one run vary much less, so goals are ratios where possible. A missed goal is marked **no**,
    and the text of its section explains why.

    ![How long other libraries take, as multiples of PromiseScope](pictures/benchmarks.svg)
    """

  static func commands(_ suites: [String], rounds: Int) -> [String] {
    guard suites.isEmpty else { return ["make bench SUITE=\"\(suites.joined(separator: " "))\" ROUNDS=\(rounds)"] }
    return [
      rounds == 11 ? "make bench" : "make bench ROUNDS=\(rounds)",
      "make bench SUITE=core ROUNDS=5  # one suite, to the terminal only",
      "make bench-guard                # instructions and allocations, compared with the baselines",
    ]
  }
}
