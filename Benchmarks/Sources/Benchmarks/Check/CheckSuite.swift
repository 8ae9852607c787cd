// The section on findings: how much slower a history is read when its faults are looked for, too.

import ChainAnalysis
import ChainModel
import Measuring
import PromiseLog
import PromiseTrace

enum CheckSuite {
  static func section() -> Section {
    let rows = Workload.allCases.map { applied($0, events: 1_000_000) } + [checked(.program, promises: 1_000_000)]
    return Section(
      "Checking",
      """
      Million events per second of processor time, without findings (`ChainStore.apply`) and with them (`AnalyzedStore.apply` for every \
      event, then all findings). The first rows apply a million events of a workload; the best of five passes counts. The last row reads a \
      log of a million promises from a file, as `pscope check run.ndjson` does, and its first column reads the same log without an \
      analysis; the best of two passes counts. The goal is half the speed.
      """,
      tables: [
        Table(
          ["workload", "events", "without findings", "with findings", "ratio", "findings", "goal", "reached"],
          rows: rows)
      ])
  }

  private static func applied(_ workload: Workload, events count: Int) -> [String] {
    tell("findings in \(workload.rawValue)")
    let texts = TextTable()
    let events = workload.events(count, texts: texts)
    return row(workload.rawValue, events.count, passes: 5) {
      var store = ChainStore(texts: texts)
      for event in events { store.apply(event) }
      precondition(store.isEnded)
    } on: {
      var history = AnalyzedStore(texts: texts)
      for event in events { history.apply(event) }
      precondition(history.store.isEnded)
      return history.findings().count
    }
  }

  private static func checked(_ workload: Workload, promises: Int) -> [String] {
    tell("findings in a log of \(rounded(Double(promises))) promises")
    let count = promises * 17 / 3
    let file = LogFixture(workload, events: count)
    return row("\(workload.rawValue), \(rounded(Double(promises))) promises in a log", count, passes: 2) {
      var store: ChainStore?
      read(file, { store = ChainStore(texts: $0) }, { store?.apply($0) })
      precondition(store?.isEnded == true)
    } on: {
      var history: AnalyzedStore?
      read(file, { history = AnalyzedStore(texts: $0) }, { history?.apply($0) })
      precondition(history?.store.isEnded == true)
      return history?.findings().count ?? 0
    }
  }

  private static func read(_ file: LogFixture, _ start: (TextTable) -> Void, _ apply: (Event) -> Void) {
    guard let reader = try? LogReader(path: file.path) else { preconditionFailure("no log") }
    start(reader.texts)
    var events: [Event] = []
    while let status = try? reader.read(into: &events, limit: 4_096) {
      for event in events { apply(event) }
      events.removeAll(keepingCapacity: true)
      if status == .ended { break }
    }
  }

  /// A row of the table; the two variants take turns.
  private static func row(
    _ name: String, _ events: Int, passes: Int, off: () -> Void, on: () -> Int
  ) -> [String] {
    var times = (off: Double.infinity, on: Double.infinity)
    var findings = 0
    for _ in 0..<passes {
      times.off = min(times.off, Stopwatch.processorNanoseconds(off))
      times.on = min(times.on, Stopwatch.processorNanoseconds { findings = on() })
    }
    let rates = (off: Double(events) / times.off * 1_000, on: Double(events) / times.on * 1_000)
    let ratio = rates.on / rates.off
    return [
      name, rounded(Double(events)), rounded(rates.off), rounded(rates.on), "× \(rounded(ratio))", "\(findings)",
      "≥ 0.5",
      ratio >= 0.5 ? "yes" : "**no**",
    ]
  }
}
