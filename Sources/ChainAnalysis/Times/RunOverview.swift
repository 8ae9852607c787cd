// The whole run as a curve: how many promises were in flight, settled, and failed over time. Owns the buckets, whose number is fixed: when the run
// outgrows them, two become one.

import PromiseTrace

/// What happened to all promises of a run, in equal parts of its time.
///
/// Memory: 32 KiB, however long the run is.
public struct RunOverview: Sendable, Equatable {
  /// A part of the run's time.
  public struct Part: Sendable, Equatable {
    /// The highest number of promises in flight.
    public var peak: Int = 0
    /// The number of promises in flight at its end.
    public var last: Int = 0
    /// The number of promises that were fulfilled or canceled.
    public var settled: Int = 0
    /// The number of promises that were rejected.
    public var failed: Int = 0

    /// Adds the part that follows.
    mutating func add(_ next: Part) {
      (peak, last) = (max(peak, next.peak), next.last)
      settled += next.settled
      failed += next.failed
    }
  }

  static let limit = 1_024
  /// The length of a part, in nanoseconds.
  public private(set) var width: Int64 = 1_000_000
  /// The parts up to the latest event.
  public private(set) var parts: [Part] = []
  private var inFlight: Int = 0

  /// Creates the overview of a run without events.
  public init() {}

  /// Adds an event.
  ///
  /// - Complexity: Amortized O(1).
  public mutating func apply(_ event: Event) {
    switch event.kind {
    case .created:
      inFlight += 1
      change(event.time) { _ in }
    case .fulfilled:
      leave()
      change(event.time) { $0.settled += 1 }
    case .rejected:
      leave()
      change(event.time) {
        if event.isCancelled { $0.settled += 1 } else { $0.failed += 1 }
      }
    case .released where event.state == .pending:
      leave()
      change(event.time) { _ in }
    default: break
    }
  }

  private mutating func leave() { if inFlight > 0 { inFlight -= 1 } }

  private mutating func change(_ time: Int64, _ body: (inout Part) -> Void) {
    while max(0, time) / width >= Self.limit { halve() }
    let index = Int(max(0, time) / width)
    // In parts without events, as many were in flight as before.
    let before = parts.last?.last ?? 0
    while parts.count <= index { parts.append(Part(peak: before, last: before)) }
    // A late event, which a damaged log may have, counts where it belongs.
    body(&parts[index])
    parts[index].last = inFlight
    parts[index].peak = max(parts[index].peak, inFlight)
  }

  /// Makes each part twice as long.
  private mutating func halve() {
    width *= 2
    for index in stride(from: 0, to: parts.count, by: 2) {
      var part = parts[index]
      if index + 1 < parts.count { part.add(parts[index + 1]) }
      parts[index / 2] = part
    }
    parts.removeLast(parts.count / 2)
  }

  /// The curve in a number of cells.
  ///
  /// - Parameters:
  ///   - cells: The number of cells.
  ///   - end: The moment at the end of the last cell, in nanoseconds.
  /// - Returns: A part per cell; cells after the latest event repeat what was in flight.
  public func cells(_ cells: Int, until end: Int64) -> [Part] {
    (0..<max(0, cells)).map { cell in
      let first = Self.share(cell, of: cells, end) / width
      let after = max(first, (Self.share(cell + 1, of: cells, end) - 1) / width)
      guard first < parts.count else { return Part(peak: parts.last?.last ?? 0, last: parts.last?.last ?? 0) }
      var sum = parts[Int(first)]
      for index in Int(first) + 1..<max(Int(first) + 1, min(parts.count, Int(after) + 1)) { sum.add(parts[index]) }
      return sum
    }
  }

  private static func share(_ cell: Int, of cells: Int, _ end: Int64) -> Int64 {
    Int64(max(0, min(9.2e18, Double(max(1, end)) * Double(cell) / Double(max(1, cells)))))
  }
}
