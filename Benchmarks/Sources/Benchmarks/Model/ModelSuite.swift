// The section on the model: the speed of applying events, the memory of the history, and the speed of seeking.

import Measuring

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum ModelSuite {
  /// Measures the model.
  ///
  /// - Parameter isFull: Whether to also open a log of ten million events, which takes two minutes and 750 MB of disk space.
  /// - Returns: The section of the report.
  static func section(isFull: Bool) -> Section {
    tell("bytes per promise")
    let bytes = [
      ApplyMeasure.bytesPerPromise(.chains, promises: 990_000),
      ApplyMeasure.bytesPerPromise(.program, promises: 990_000),
    ]
    tell("events applied")
    let rates = ApplyMeasure.rates(1_000_000)
    let sizes = [10_000, 100_000, 1_000_000] + (isFull ? [10_000_000] : [])
    let opened = sizes.map { (size: $0, result: OpenMeasure.run(events: $0, seekGoal: $0 < 10_000_000 ? 100 : 300)) }
    tell("frames of a million promises")
    let frames =
      ModelChurn.figures(promises: 1_000_000) + GiantTree.allCases.flatMap { $0.figures(promises: 1_000_000) }
    let growth = Growth("opening", opened.map { (Double($0.size), $0.result.seconds) })
    return Section(
      "The model: applying events and seeking",
      """
      `chains`, `wide`, `all`, `adoption` and `rejection` consist of one kind of operation each. `program` resembles a real \
      program: chains of three promises with bodies on a queue, a distinct value each, and one rejection in sixteen; 17 events for \
      three promises. Times are processor time, so that other processes have little effect; *elapsed time* shows the effect of the second \
      thread that decodes a large log. Of ten million events, applying, deltas, and eviction on the first thread decide how fast the log opens, \
      not decoding. Opening is the fastest of three. Rates are the best of \
      several passes over a million events. Bytes per promise are the growth of resident memory. A promise takes 108 bytes of \
      columns and 8 bytes in the map by number. In `program`, each promise also has a distinct text, which adds 11 bytes for the \
      text and 27 bytes for its lookup, and therefore misses the goal. Opening reads a `program` log from a file, with everything \
      that seeking backward needs; the random positions are the same in each run. A frame applies its events, updates the outline, and \
      reads 60 rows; the trees are one promise with all others derived from it (wide), one chain (deep), and a combinator of chains to \
      which branches are added (nested). \
      \(isFull ? "Of ten million events, the history keeps the newest million promises." : "`--full` adds a log of ten million events.")
      """,
      tables: [
        rates, Table(bytes), Table(frames), Table(opened.filter { $0.size >= 1_000_000 }.flatMap(\.result.figures)),
        Table(
          ["seconds to open"] + sizes.map { rounded(Double($0)) } + ["growth exponent"],
          rows: [[growth.what] + opened.map { rounded($0.result.seconds) } + [rounded(growth.exponent)]]),
      ])
  }
}
