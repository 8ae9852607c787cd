// What an event costs on its way into the history, and a promise while it is there.

import ChainModel
import Measuring
import PromiseTrace

enum ApplyMeasure {
  /// Million events a second, for each kind of run: the best of five, since all that interferes makes it slower.
  static func rates(_ count: Int) -> Table {
    Table(
      Workload.allCases.map { workload in
        let texts = TextTable()
        let events = workload.events(count, texts: texts)
        let times = (0..<5).map { _ in
          var store = ChainStore(texts: texts)
          return Stopwatch.processorNanoseconds { for event in events { store.apply(event) } }
        }
        let rate = Double(events.count) / (times.min() ?? .infinity) * 1_000
        return Figure("\(workload.rawValue): million events a second applied", rate, "M/s", goal: .atLeast(5))
      } + [recorded(count)])
  }

  /// The same where one can go back: events are kept and changes are recorded.
  private static func recorded(_ count: Int) -> Figure {
    let texts = TextTable()
    let events = Workload.program.events(count, texts: texts)
    let times = (0..<3).map { _ in
      var playback = Playback(texts: texts)
      return Stopwatch.processorNanoseconds { for event in events { playback.append(event) } }
    }
    let rate = Double(events.count) / (times.min() ?? .infinity) * 1_000
    return Figure("program, so that one can go back (`Playback.append`)", rate, "M/s", goal: .atLeast(5))
  }

  /// Bytes a promise takes, measured as growth of the process: columns, map, texts, sites; the bounded ring of newest events,
  /// which does not grow with promises, left out.
  static func bytesPerPromise(_ workload: Workload, promises: Int, eventsPerPromise: Double) -> Figure {
    let texts = TextTable()
    let holder = Holder(ChainStore(texts: texts, historyLimit: 0))
    let before = ProcessMemory.now
    workload.play(Int(Double(promises) * eventsPerPromise), texts: texts) { holder.store.apply($0) }
    let bytes = Double(ProcessMemory.now - before) / Double(holder.store.count)
    return Figure(
      "\(workload.rawValue): bytes a promise, all in (\(rounded(Double(holder.store.count))) promises)", bytes, "B",
      goal: .atMost(120))
  }

  private final class Holder {
    var store: ChainStore

    init(_ store: ChainStore) { self.store = store }
  }
}
