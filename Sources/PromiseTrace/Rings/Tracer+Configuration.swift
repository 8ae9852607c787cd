// The settings of a tracer: how much of values it records, which clock it reads, and what happens when a buffer is full.

/// What a recording does with an event when its buffer is full, because events arrive faster than they can be written.
public enum OverflowPolicy: String, Sendable, CaseIterable {
  /// Drops the event, and logs at its position how many are missing. The program never waits.
  case count
  /// Makes the thread that emits the event wait until there is room. No event is lost.
  case wait
}

extension Tracer {
  /// How a tracer records.
  public struct Configuration: Sendable {
    /// What happens when a ring is full.
    public enum Mode: Sendable, Equatable {
      /// Overwrites the oldest event; each reader counts the events that it missed. Memory is fixed.
      case overwriteOldest
      /// Grows until the readers have caught up. No event is lost; memory is bounded only by how far a reader lags behind.
      case lossless
      /// Grows until the readers have caught up, to at most ``Tracer/Configuration/bufferBytes`` for all threads together.
      case buffered(OverflowPolicy)

      /// What a thread does whose chunk is full.
      var overflow: ChunkOverflow {
        switch self {
        case .overwriteOldest: .overwrite
        case .buffered(.wait): .wait
        case .buffered(.count), .lossless: .grow
        }
      }
    }

    /// What happens when a ring is full.
    public var mode = Mode.overwriteOldest
    /// The number of slots per thread when overwriting, and per chunk of a thread otherwise; rounded up to a power of two.
    ///
    /// A slot takes 64 bytes and holds one event, or two that occur together.
    public var eventsPerThread = 32_768
    /// The maximum size of all threads' full chunks together in the buffered mode, in bytes; at least that of one chunk.
    ///
    /// It does not include the chunk that each thread is writing to.
    public var bufferBytes = 64 << 20
    /// The size of a thread's buffer for labels and previews, in bytes; rounded up to a power of two.
    public var textBytesPerThread = 1 << 20
    /// How much of values and errors is recorded.
    ///
    /// Off by default, because a preview takes microseconds.
    public var values = ValuePolicy.off
    /// The clock of the events.
    public var clock = TraceClock.system
    /// The program's name in the header.
    public var program = ProgramName.current
    /// The folder that the call sites' files are relative to.
    public var sourceRoot = ""
    /// The seed of a scenario's random choices, written to the header.
    public var seed: UInt64?
    /// Whether a root promise belongs to its task's tracer even in the body of a promise of another tracer.
    ///
    /// An event then takes a little longer, because each creation reads the task's tracer.
    package var isBoundToTasks = false
    /// The counters behind ``TraceClock/system``; nil for those of the machine.
    package var readings: ClockReadings?
    /// The log that emitting threads write their first events to; nil if only a reader does.
    var firstEvents: FirstEvents?

    /// Creates the default configuration: overwriting, without values, with the system's clock.
    public init() {}
  }
}
