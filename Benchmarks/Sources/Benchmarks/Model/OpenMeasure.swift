// Opening a log: reading, applying, recording deltas, and the first rows. Then seeking in it.

import ChainModel
import Measuring
import PromiseLog
import PromiseTrace

enum OpenMeasure {
  /// The cost of opening a log of one size.
  struct Opened {
    var figures: [Figure]
    var seconds: Double
  }

  /// Opens a log as the screen does, then seeks to random positions and takes 1,000 steps in each direction.
  static func run(events count: Int, seekGoal: Double?) -> Opened {
    tell("writing a log of \(rounded(Double(count))) events")
    let file = LogFixture(.program, events: count)
    let label = rounded(Double(count))
    ProcessMemory.resetPeak()
    let before = ProcessMemory.now
    tell("opening it")
    var reported = 0
    var playback = Playback(texts: TextTable())
    var (elapsed, nanoseconds) = (Double.infinity, Double.infinity)
    for _ in 0..<3 {
      guard let reader = try? LogReader(path: file.path), let archive = reader.archive else {
        preconditionFailure("no log")
      }
      playback = Playback(archive: archive, texts: reader.texts)
      reported = 0
      var own = 0.0
      let whole = Stopwatch.nanoseconds {
        own = Stopwatch.processorNanoseconds {
          var events: [Event] = []
          while let status = try? reader.read(into: &events, limit: 4_096) {
            playback.append(events)
            events.removeAll(keepingCapacity: true)
            reported += reader.progress.read > 0 ? 1 : 0
            if status == .ended { break }
          }
          playback.end()
        }
      }
      (elapsed, nanoseconds) = (min(elapsed, whole), min(nanoseconds, own))
    }
    var outline = Outline()
    let first = Stopwatch.processorNanoseconds {
      outline.update(from: playback.store)
      for row in 0..<min(60, outline.count) {
        _ = outline[row].node.flatMap { playback.store.durations(of: $0, now: playback.store.lastTime) }
      }
    }
    let peak = Double(ProcessMemory.peak - before) / 1_048_576
    let total = Double(playback.count)
    var figures = [
      Figure("\(label): size of the file", Double(file.size) / 1_048_576, "MiB"),
      Figure("\(label): read, applied and indexed", total / nanoseconds * 1_000, "M/s", goal: .atLeast(1)),
      Figure("\(label): the same, elapsed time", total / elapsed * 1_000, "M/s", goal: .atLeast(4)),
      Figure("\(label): progress reports", Double(reported), "times", goal: .atLeast(total / 5_000)),
      Figure("\(label): growth of memory at its peak", peak, "MiB", goal: .atMost(1_024)),
      Figure("\(label): outline and the first 60 rows", first / 1e6, "ms", goal: .atMost(300)),
    ]
    tell("seeking")
    figures += seeks(&playback, label, seekGoal)
    return Opened(figures: figures, seconds: nanoseconds / 1e9)
  }

  private static func seeks(_ playback: inout Playback, _ label: String, _ goal: Double?) -> [Figure] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    let count = playback.count
    // A seek in a very long run may take half a second.
    let number = count > 2_000_000 ? 40 : 200
    let random = times(number, &playback) { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state % count
    }
    // Each crosses the whole run.
    let ends = times(6, &playback) { $0 > count / 2 ? 0 : count }
    _ = try? playback.seek(to: count / 2)
    let back = times(1_000, &playback) { $0 - 1 }
    let forth = times(1_000, &playback) { $0 + 1 }
    let bound = goal.map { Figure.Bound.atMost($0) }
    return [
      Figure("\(label): seek to a random position, median of \(number)", median(random), "ms", goal: bound),
      Figure("\(label): seek to a random position, worst of \(number)", random.max() ?? 0, "ms", goal: bound),
      Figure("\(label): seek from one end to the other, worst of 6", ends.max() ?? 0, "ms", goal: bound),
      Figure("\(label): step back, median of 1,000", median(back), "ms", goal: .atMost(16)),
      Figure("\(label): step back, worst of 1,000", back.max() ?? 0, "ms", goal: .atMost(16)),
      Figure("\(label): step forward, worst of 1,000", forth.max() ?? 0, "ms", goal: .atMost(16)),
      Figure("\(label): memory after all seeks", Double(ProcessMemory.now) / 1_048_576, "MiB"),
    ]
  }

  /// The time of each of `count` seeks, in milliseconds.
  private static func times(_ count: Int, _ playback: inout Playback, _ target: (UInt64) -> UInt64) -> [Double] {
    var times: [Double] = []
    for _ in 0..<count {
      let position = target(playback.position)
      times.append(Stopwatch.processorNanoseconds { _ = try? playback.seek(to: position) } / 1e6)
    }
    return times
  }
}
