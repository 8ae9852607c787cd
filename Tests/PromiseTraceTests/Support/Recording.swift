// Recording without promises: threads that emit events whose fields show whether they are torn.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

func sleepBriefly() { usleep(50) }

/// An event whose fields are functions of one another, so that a mixture of two events is detected.
enum Sample {
  static func record(_ index: UInt64, thread: Int, to tracer: Tracer) {
    let id = UInt64(thread) << 40 | index
    EventEmitter.adopted(id | tracer.prefix, source: peer(of: id))
  }

  /// Emits two events in one slot; the second one's thread number is 100 higher.
  static func recordPair(_ index: UInt64, thread: Int, to tracer: Tracer) {
    EventEmitter.returned((UInt64(thread) << 40 | index) | tracer.prefix, on: Symbols.inline, .value)
  }

  static func peer(of id: UInt64) -> UInt64 { (id &* 0x9E37_79B9_7F4A_7C15) >> 16 }

  static func isWhole(_ event: Event) -> Bool { event.kind == .adopted && event.peer == peer(of: event.promise) }
}

/// The result of checking a stream, event by event.
struct Findings {
  var read: UInt64 = 0
  var lost: UInt64 = 0
  /// The number of torn events.
  var torn = 0
  /// The number of events out of their thread's order, of gaps in `sequence`, and of decreases in time.
  var disorder = 0
  /// The number of events missing between two of the same thread.
  var gaps: UInt64 = 0
  private var last: [UInt64: UInt64] = [:]
  private var sequence: UInt64 = 0
  private var time: Int64 = 0

  mutating func take(_ event: Event) {
    sequence += 1
    if event.sequence != sequence || event.time < time { disorder += 1 }
    time = event.time
    switch event.kind {
    case .lost: lost += event.count
    case .ended: break
    default:
      read += 1
      guard Sample.isWhole(event) else {
        torn += 1
        return
      }
      let index = event.promise & 0xFF_FFFF_FFFF
      let next = last[event.promise >> 40].map { $0 + 1 } ?? 0
      if index < next { disorder += 1 } else { gaps += index - next }
      last[event.promise >> 40] = index
    }
  }

  /// Reads a tracer's events until it ends.
  static func all(of reader: TraceReader, batch: Int = 4096) throws -> Findings {
    var findings = Findings()
    var events: [Event] = []
    while true {
      events.removeAll(keepingCapacity: true)
      let status = try reader.read(into: &events, limit: batch)
      for event in events { findings.take(event) }
      if status == .ended { return findings }
      if status == .idle { usleep(50) }
    }
  }
}

/// Every event of a finished tracer.
func events(of reader: TraceReader) throws -> [Event] {
  var events: [Event] = []
  while try reader.read(into: &events, limit: 1000) != .ended {}
  return events
}

/// A tracer with these settings.
func makeTracer(
  _ mode: Tracer.Configuration.Mode = .overwriteOldest, events: Int = 1024, text: Int = 1 << 16,
  values: ValuePolicy = .off, clock: TraceClock = .system
) -> Tracer {
  var configuration = Tracer.Configuration()
  configuration.mode = mode
  configuration.eventsPerThread = events
  configuration.textBytesPerThread = text
  configuration.values = values
  configuration.clock = clock
  return Tracer(configuration)
}
