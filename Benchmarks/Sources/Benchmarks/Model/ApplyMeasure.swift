// The time to apply an event to the history, and the memory of a promise in it.

import ChainModel
import Measuring
import PromiseTrace

enum ApplyMeasure {
  /// Million events per second for each workload: the best of five passes, because interference only slows a pass down.
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
        return Figure("\(workload.rawValue): million events applied per second", rate, "M/s", goal: .atLeast(5))
      } + [recorded(count)])
  }

  /// The same with playback, which keeps events and records changes.
  private static func recorded(_ count: Int) -> Figure {
    let texts = TextTable()
    let events = Workload.program.events(count, texts: texts)
    let times = (0..<3).map { _ in
      var playback = Playback(texts: texts)
      return Stopwatch.processorNanoseconds { for event in events { playback.append(event) } }
    }
    let rate = Double(events.count) / (times.min() ?? .infinity) * 1_000
    return Figure("program, with playback (`Playback.append`)", rate, "M/s", goal: .atLeast(5))
  }

  /// The bytes per promise, measured as growth of the process: columns, map, texts and call sites, without the bounded ring of the
  /// newest events.
  static func bytesPerPromise(_ workload: Workload, promises: Int) -> Figure {
    let texts = TextTable()
    let holder = Holder(ChainStore(texts: texts, historyLimit: 0))
    let before = ProcessMemory.now
    workload.play(Int(Double(promises) * workload.eventsPerPromise), texts: texts) { holder.store.apply($0) }
    let bytes = Double(ProcessMemory.now - before) / Double(holder.store.count)
    return Figure(
      "\(workload.rawValue): bytes per promise in total (\(rounded(Double(holder.store.count))) promises)", bytes, "B",
      goal: .atMost(120))
  }

  private final class Holder {
    var store: ChainStore

    init(_ store: ChainStore) { self.store = store }
  }
}
