// The model: how fast events become history, what it takes, and how fast one goes through it.

import Measuring

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum ModelSuite {
  /// Measures.
  ///
  /// - Parameter isFull: Whether a log of ten million events is opened too: 750 MB on the disk for two minutes.
  /// - Returns: The chapter.
  static func section(isFull: Bool) -> Section {
    tell("bytes a promise")
    let bytes = [
      ApplyMeasure.bytesPerPromise(.chains, promises: 990_000, eventsPerPromise: 3.9),
      ApplyMeasure.bytesPerPromise(.program, promises: 990_000, eventsPerPromise: 17.0 / 3),
    ]
    tell("events applied")
    let rates = ApplyMeasure.rates(1_000_000)
    let sizes = [10_000, 100_000, 1_000_000] + (isFull ? [10_000_000] : [])
    let opened = sizes.map { (size: $0, result: OpenMeasure.run(events: $0, seekGoal: $0 == 1_000_000 ? 100 : nil)) }
    let growth = Growth("opening", opened.map { (Double($0.size), $0.result.seconds) })
    return Section(
      "The model: events to history, and back",
      """
      `chains`, `wide`, `all`, `adoption` and `rejection` are made of that alone; `program` is a likeness of a real one: chains of \
      three with bodies on a queue, a distinct value each, one rejection in sixteen; 17 events for three promises. Times are \
      processor time, all of it in one thread, so that what else the machine does counts little. Rates are the best of several passes \
      over a million events. Bytes a promise are the growth of the resident process. A promise takes 108 bytes of columns and 8 of \
      the map by number; in `program` each has a text of its own besides, which adds eleven bytes for itself and 27 for finding \
      it again, and so misses the goal. Opening reads a `program` log from a file, with everything for going back; places are chosen \
      at random, the same each time. \(isFull ? "Of ten million events the history keeps the newest million promises." : "`--full` adds a log of ten million events.")
      """,
      tables: [
        rates, Table(bytes), Table(opened.filter { $0.size >= 1_000_000 }.flatMap(\.result.figures)),
        Table(
          ["seconds to open"] + sizes.map { rounded(Double($0)) } + ["grows with the power"],
          rows: [[growth.what] + opened.map { rounded($0.result.seconds) } + [rounded(growth.exponent)]]),
      ])
  }
}
