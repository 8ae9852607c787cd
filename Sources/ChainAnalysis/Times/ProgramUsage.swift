// The memory and the processor time of the program over time, as its log reports them with `alive`. Keeps at most 2,048 moments: when there
// are more, every second one of the older half goes.

import PromiseTrace

/// What the program used at the moments that its log has.
package struct ProgramUsage: Sendable {
  /// What it used at a moment.
  package struct Sample: Sendable, Equatable {
    /// The moment, in nanoseconds since the log's start.
    package var time: Int64
    /// Bytes of memory.
    package var memory: Int64
    /// Nanoseconds of processor time since the program's start.
    package var processor: Int64
  }

  private static let limit = 2_048
  package private(set) var samples: [Sample] = []

  package init() {}

  /// Takes what an event says.
  package mutating func apply(_ event: Event) {
    guard let memory = event.memory else { return }
    let processor = Int64(clamping: event.programTime ?? 0)
    samples.append(Sample(time: event.time, memory: Int64(clamping: memory), processor: processor))
    guard samples.count > Self.limit else { return }
    let half = Self.limit / 2
    samples = samples[..<half].enumerated().compactMap { $0.offset % 2 == 0 ? $0.element : nil } + samples[half...]
  }

  /// The latest sample up to a moment; nil if there is none, or none of the last half minute.
  package func latest(at now: Int64) -> Sample? {
    samples.last { $0.time <= now }.flatMap { now - $0.time <= 30_000_000_000 ? $0 : nil }
  }

  /// The share of one processor over the last seconds; nil if two samples are missing.
  package func processorShare(at now: Int64) -> Double? {
    guard let last = latest(at: now), let first = before(last, by: 4_000_000_000), last.time > first.time else {
      return nil
    }
    return max(0, Double(last.processor - first.processor) / Double(last.time - first.time))
  }

  /// How many bytes the memory grows in a minute, measured over the last one; nil before it was measured for 10 seconds.
  package func growth(at now: Int64) -> Int64? {
    guard let last = latest(at: now), let first = before(last, by: 60_000_000_000),
      last.time - first.time >= 10_000_000_000
    else { return nil }
    return Int64(Double(last.memory - first.memory) * 6e10 / Double(last.time - first.time))
  }

  /// The first sample that is not older than a time before another one.
  private func before(_ last: Sample, by time: Int64) -> Sample? { samples.first { $0.time >= last.time - time } }
}
