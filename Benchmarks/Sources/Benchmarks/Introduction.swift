// What the document says before its tables: how to read them, and what to type for the same. Owns words alone.

enum Introduction {
  static let text = """
    What promises cost here, and beside the libraries a Swift program might use instead. A row is one workload, done by everybody
    in one run, in turns, round after round: ours in nanoseconds an item (the median of the rounds), the others as multiples of it
    (the median of the rounds' ratios; × 2 took twice as long). Times drift with the machine and its mood, ratios within a run do
    much less, so goals are ratios where they can be. A missed goal says **no**, and the section's text why.
    """

  static func commands(_ suites: [String], rounds: Int) -> [String] {
    guard suites.isEmpty else { return ["make bench SUITE=\"\(suites.joined(separator: " "))\" ROUNDS=\(rounds)"] }
    return [
      rounds == 11 ? "make bench" : "make bench ROUNDS=\(rounds)",
      "make bench SUITE=core ROUNDS=5  # one suite, to the terminal only",
      "make bench-guard                # instructions and allocations, against the committed ones",
    ]
  }
}
