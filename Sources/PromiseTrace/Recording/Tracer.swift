// One recording: its threads' rings, its ids, its clock, its readers.
//
// A promise carries its tracer in the upper bits of its id, so several recordings live side by side (tests run in parallel) and
// an event finds its ring without a global. Refuses to know what a promise is.

import CPromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a recording does with events that it has no memory for, because they come faster than they can be written.
public enum OverflowPolicy: String, Sendable, CaseIterable {
  /// Drops them and logs, at their position, how many are missing. The program never waits.
  case count
  /// Makes the thread that emits the event wait until there is memory. Nothing is lost.
  case wait
}

/// Records what promises do, into one ring per thread.
///
/// Make one, bind it to a thread with ``run(_:)`` or to the whole process with ``install()``, and read it with ``makeReader()``.
/// Promises created while it is bound, and every promise derived from those, are traced. Any thread may call any member.
///
/// Recording costs the program about one clock reading per event, never a lock, and no wait unless the mode asks for it.
public final class Tracer: Sendable {
  /// How a tracer records.
  public struct Configuration: Sendable {
    /// What happens when a ring is full.
    public enum Mode: Sendable, Equatable {
      /// The oldest event gives way, and each reader counts what it missed. Memory is fixed.
      case overwriteOldest
      /// The ring grows until its readers have read. Nothing is lost; memory is bounded by how far a reader lags.
      case lossless
      /// The ring grows until its readers have read, up to ``Tracer/Configuration/bufferBytes`` for all threads together.
      case buffered(OverflowPolicy)
    }

    /// What happens when a ring is full.
    public var mode = Mode.overwriteOldest
    /// Events per thread (overwriting), or per chunk of a thread's list (lossless, buffered); rounded up to a power of two.
    ///
    /// An event is 64 bytes.
    public var eventsPerThread = 32_768
    /// What all threads' full chunks may take together in the buffered mode, in bytes; at least one chunk.
    ///
    /// The chunk that a thread writes to comes on top.
    public var bufferBytes = 64 << 20
    /// Bytes per thread for labels and previews; rounded up to a power of two.
    public var textBytesPerThread = 1 << 20
    /// How much of values and errors is recorded.
    ///
    /// A preview costs microseconds, so it is off unless asked for.
    public var values = ValuePolicy.off
    /// The clock of the events.
    public var clock = TraceClock.system
    /// The program's name in the header.
    public var program = ProgramName.current
    /// The folder that sites are relative to.
    public var sourceRoot = ""
    /// The seed of a scenario's random choices, told in the header.
    public var seed: UInt64?

    /// Creates the default configuration: overwriting, no values, the system's clock.
    public init() {}
  }

  /// How this tracer was configured.
  public let configuration: Configuration
  /// The header of every log written from this tracer.
  public let header: LogHeader

  /// This tracer's number in the upper 16 bits: the part of its promises' ids that the program sees and the log does not.
  @usableFromInline package let prefix: UInt64
  package let converter: TickConverter
  /// What the chunks are taken from; nil where their number has no limit.
  let budget: EventBudget?

  private struct State {
    var chunkLists: [ChunkList] = []
    var bySerial: [UInt64: ChunkList] = [:]
    var idle: [ChunkList] = []
    var readers: [WeakReader] = []
  }

  private struct WeakReader {
    weak var inbox: ReaderInbox?
  }

  private let state = Lock(State(), rank: psTracerLock)
  let ids: IDCounter
  private let finished = Atomic<Bool>(false)
  /// Events of threads for which there was no memory at all.
  private let unrecorded = Atomic<UInt64>(0)

  /// Creates a tracer that is bound to nothing yet.
  ///
  /// - Parameter configuration: Mode, sizes, values, clock.
  public convenience init(_ configuration: Configuration = Configuration()) {
    self.init(configuration, prefix: TracerTable.reserve() << 48, ids: IDCounter())
  }

  /// Creates a tracer in a forked child that takes over the promises of one in the parent.
  init(_ configuration: Configuration, prefix: UInt64, ids: IDCounter) {
    self.configuration = configuration
    (self.prefix, self.ids) = (prefix, ids)
    if case .buffered = configuration.mode {
      budget = EventBudget(limit: configuration.bufferBytes)
    } else {
      budget = nil
    }
    converter = TickConverter(configuration.clock)
    var header = LogHeader()
    header.program = configuration.program
    header.sourceRoot = configuration.sourceRoot
    header.values = configuration.values
    header.seed = configuration.seed
    if !converter.isManual {
      header.started = iso8601Now()
      header.pid = getpid()
    }
    self.header = header
    TracerTable.register(self)
    psTracerCountAdd(1)
  }

  deinit {
    psTracerCountAdd(-1)
    TracerTable.forget(prefix >> 48)
  }

  // MARK: Binding

  /// Runs `body` with this tracer bound to the calling thread: promises created in it are traced.
  ///
  /// - Parameter body: Runs at once, on this thread.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = psCurrentThread()
    let outer = thread.pointee.boundTracer
    thread.pointee.boundTracer = prefix
    defer { psCurrentThread().pointee.boundTracer = outer }
    return try body()
  }

  /// Makes this the tracer of every thread that has none bound, until the process ends or ``uninstall()``.
  ///
  /// The process keeps the tracer alive for that long.
  public func install() { TracerTable.install(self) }

  /// The tracer that is installed for the whole process.
  public static var installed: Tracer? {
    TracerTable.installedTracer.withLock { $0 }
  }

  /// Undoes ``install()`` if this tracer is still the one installed.
  public func uninstall() { TracerTable.uninstall(self) }

  /// Writes the user's own line into the stream.
  ///
  /// - Parameters:
  ///   - text: One line; control characters are escaped, and it is cut at ``ValuePolicy/previewLimit``.
  ///   - promise: The promise it speaks of, or 0.
  public func note(_ text: String, about promise: PromiseID = 0) {
    EventEmitter.note(text, tracer: prefix, promise: promise & Tracer.idMask | prefix)
  }

  /// Writes a fixed line into the stream, at the price of an event: about one clock reading.
  ///
  /// For places that a program passes millions of times, where ``note(_:about:)`` would have to make a text.
  ///
  /// - Parameters:
  ///   - text: A literal; readers escape control characters and cut it at ``ValuePolicy/previewLimit``.
  ///   - promise: The promise it speaks of, or 0.
  @inlinable
  public func mark(_ text: StaticString, about promise: PromiseID = 0) {
    EventEmitter.mark(SourceSite.address(text), promise & 0xFFFF_FFFF_FFFF | prefix)
  }

  /// Says that nothing more is to come: readers that have read everything report ``SourceStatus/ended``.
  public func finish() { finished.store(true, ordering: .releasing) }

  /// How long this tracer has been recording by its own clock, in nanoseconds; the `time` that an event would have now.
  public var elapsed: Int64 { converter.conversion().nanoseconds(converter.now()) }

  package var isFinished: Bool { finished.load(ordering: .acquiring) }

  /// Events of threads for which there was no memory at all.
  var unrecordedCount: UInt64 { unrecorded.load(ordering: .relaxed) }

  // MARK: Reading

  /// A new independent reader of this tracer's events.
  ///
  /// It starts with the oldest event still in the rings and counts what was overwritten before as lost.
  /// - Returns: A source that never ends before ``finish()``.
  public func makeReader() -> TraceReader { makeReader(texts: TextTable()) }

  /// The same, with a table for its words that another source fills, too.
  package func makeReader(texts: TextTable) -> TraceReader {
    let inbox = ReaderInbox()
    state.withLock { state in
      for chunkList in state.chunkLists { inbox.add(chunkList, from: chunkList.chunk) }
      state.readers.removeAll { $0.inbox == nil }
      state.readers.append(WeakReader(inbox: inbox))
    }
    return TraceReader(tracer: self, inbox: inbox, texts: texts)
  }

  /// How many slots the threads have written to, which is less than the number of events; in a ring of a thread that waits, or has ended.
  package var slotCount: UInt64 { state.withLock { $0.chunkLists.reduce(0) { $0 + $1.chunk.head } } }

  // MARK: Recorders

  package static let idMask: UInt64 = 0xFFFF_FFFF_FFFF

  /// Reserves `count` ids; returns the first, without the prefix.
  package func reserveIDs(_ count: UInt64) -> UInt64 { ids.reserve(count) }

  /// The chunkList of the thread with this number, made at its first event; nil where there is no memory for it.
  func chunkList(forThread serial: UInt64) -> ChunkList? {
    state.withLock { state in
      if let known = state.bySerial[serial] { return known }
      let chunkList: ChunkList
      if let reused = state.idle.popLast() {
        chunkList = reused
      } else {
        guard let made = ChunkList(tracer: self, number: state.chunkLists.count) else {
          unrecorded.add(1, ordering: .relaxed)
          budget?.noteRefusal()
          return nil
        }
        chunkList = made
        state.chunkLists.append(chunkList)
        for reader in state.readers { reader.inbox?.add(chunkList, from: chunkList.chunk) }
      }
      // On a manual clock two runs must not differ by the thread that happened to carry them.
      let ordinal = chunkList.number == 0 ? "main" : "thread \(chunkList.number + 1)"
      chunkList.setThread(Symbols.number(of: converter.isManual ? ordinal : currentThreadName(serial: serial)))
      state.bySerial[serial] = chunkList
      return chunkList
    }
  }

  /// Gives the chunkList of a thread that ended to the next new thread.
  ///
  /// Its events stay where they are.
  func threadEnded(_ serial: UInt64) {
    state.withLock { state in
      if let chunkList = state.bySerial.removeValue(forKey: serial) { state.idle.append(chunkList) }
    }
  }

  /// Lets a chunkList swap its full chunk for `make()` while no reader is being made.
  func replaceChunk(of chunkList: ChunkList, with chunk: EventChunk) {
    state.withLock { _ in chunkList.move(to: chunk) }
  }
}

/// All living tracers of the process, by number, and the one that is installed.
enum TracerTable {
  private struct Entry {
    weak var tracer: Tracer?
  }

  private static let entries = Lock<[UInt64: Entry]>([:], rank: psTableLock)
  private static let lastNumber = Atomic<UInt64>(0)
  /// The prefix of the tracer for threads that have none bound, or 0.
  static let installed = Atomic<UInt64>(0)
  static let installedTracer = Lock<Tracer?>(nil, rank: psInstalledLock)

  static func install(_ tracer: Tracer) {
    installedTracer.withLock { $0 = tracer }
    installed.store(tracer.prefix, ordering: .releasing)
  }

  static func uninstall(_ tracer: Tracer) {
    installedTracer.withLock { current in
      guard current === tracer else { return }
      installed.store(0, ordering: .releasing)
      current = nil
    }
  }

  /// A number from 1 to 65,535, never given twice; 0 (never traced) once they have run out.
  static func reserve() -> UInt64 {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    return number <= 0xFFFF ? number : 0
  }

  static func register(_ tracer: Tracer) {
    entries.withLock { $0[tracer.prefix >> 48] = Entry(tracer: tracer) }
  }

  static func forget(_ number: UInt64) {
    entries.withLock { _ = $0.removeValue(forKey: number) }
  }

  static func tracer(prefix: UInt64) -> Tracer? {
    if let tracer = entries.withLock({ $0[prefix >> 48]?.tracer }) { return tracer }
    return Recording.inheritor(of: prefix)
  }

  /// Leaves the tracer of a recording to the parent, in a forked child.
  static func abandon(_ tracer: Tracer) {
    forget(tracer.prefix >> 48)
    // Never freed: its readers' state may be half changed.
    _ = Unmanaged.passRetained(tracer)
    uninstall(tracer)
  }

  static func threadEnded(_ serial: UInt64) {
    for tracer in entries.withLock({ $0.values.compactMap(\.tracer) }) { tracer.threadEnded(serial) }
  }
}
