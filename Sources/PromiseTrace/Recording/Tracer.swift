// The public entry to tracing: which promises are traced, and who reads their events.
//
// Owns the threads' chunk lists, the ids, the clock and the readers of one trace. A promise's id carries the number of its tracer in its
// upper bits, so several tracers can be active at once, as in tests that run in parallel. Does not know what a promise is.

import CPromiseRuntime
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a recording does with an event when its buffer is full, because events arrive faster than they can be written.
public enum OverflowPolicy: String, Sendable, CaseIterable {
  /// Drops the event, and logs at its position how many are missing. The program never waits.
  case count
  /// Makes the thread that emits the event wait until there is room. No event is lost.
  case wait
}

/// Records the events of promises in memory, in one ring per thread, for readers in the same process.
///
/// Create one, bind it to a thread with ``run(_:)`` or to the whole process with ``install()``, and read its events with
/// ``makeReader()``. Promises created while it is bound, and all promises derived from them, are traced. To write a log file, use a
/// ``Recording``, which has a tracer of its own.
///
/// ```swift
/// let tracer = Tracer()
/// let reader = tracer.makeReader()
/// tracer.run { loadAccount() }
/// ```
///
/// Any thread may call any member. An event costs the program about one clock reading, and takes no lock unless the thread switches to
/// another tracer or needs a new chunk. It never waits, unless the mode is ``OverflowPolicy/wait``.
public final class Tracer: Sendable {
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

    /// Creates the default configuration: overwriting, without values, with the system's clock.
    public init() {}
  }

  /// How this tracer was configured.
  public let configuration: Configuration
  /// The header of every log written from this tracer.
  public let header: LogHeader

  /// This tracer's number in the upper 16 bits: the part of a promise's id that exists in the program and not in the log.
  @usableFromInline package let prefix: UInt64
  package let converter: TickConverter
  /// The limit on the full chunks' memory; nil if there is none.
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
  /// The number of events emitted by threads for which there was no memory at all.
  private let unrecorded = Atomic<UInt64>(0)

  /// Creates a tracer that is not bound yet.
  ///
  /// - Parameter configuration: Mode, sizes, values, clock.
  public convenience init(_ configuration: Configuration = Configuration()) {
    self.init(configuration, prefix: TracerTable.reserve() << 48, ids: IDCounter())
  }

  /// Creates a tracer with the prefix and ids of a parent process's one, to record the promises that a forked child has inherited.
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

  /// Runs `body` with this tracer bound to the calling thread, so that the promises created in it are traced.
  ///
  /// - Parameter body: Runs immediately, on the calling thread.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = psCurrentThread()
    let outer = thread.pointee.boundTracer
    thread.pointee.boundTracer = prefix
    defer { psCurrentThread().pointee.boundTracer = outer }
    return try body()
  }

  /// Runs `body` with this tracer bound to the current task, so that the promises created in it are traced.
  ///
  /// Child tasks and tasks that `body` creates inherit it, detached tasks and blocks on dispatch queues don't.
  ///
  /// - Parameters:
  ///   - isolation: The actor to run on; the caller's.
  ///   - body: The closure to run, before this call returns.
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws.
  package func runInTask<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await EventEmitter.inTask(tracer: prefix, isolation: isolation, body)
  }

  /// Makes this the tracer of every thread that has none bound, until the process ends or ``uninstall()`` is called.
  ///
  /// The process retains the tracer until then.
  public func install() { TracerTable.install(self) }

  /// The tracer that is installed for the whole process.
  public static var installed: Tracer? {
    TracerTable.installedTracer.withLock { $0 }
  }

  /// Undoes ``install()``; does nothing if another tracer has been installed since.
  public func uninstall() { TracerTable.uninstall(self) }

  /// Adds a note to the stream of events.
  ///
  /// - Parameters:
  ///   - text: One line; control characters are escaped, and it is truncated to ``ValuePolicy/previewLimit`` characters.
  ///   - promise: The promise that the note is about, or 0.
  public func note(_ text: String, about promise: PromiseID = 0) {
    EventEmitter.note(text, tracer: prefix, promise: promise & Tracer.idMask | prefix)
  }

  /// Adds a note with a fixed text to the stream of events, for about one clock reading.
  ///
  /// Use it in code that runs millions of times, where ``note(_:about:)`` would copy its text each time.
  ///
  /// - Parameters:
  ///   - text: A literal; readers escape control characters and truncate it to ``ValuePolicy/previewLimit`` characters.
  ///   - promise: The promise that the note is about, or 0.
  @inlinable
  public func mark(_ text: StaticString, about promise: PromiseID = 0) {
    EventEmitter.mark(SourceSite.address(text), promise & 0xFFFF_FFFF_FFFF | prefix)
  }

  /// Ends the stream: readers that have read everything return ``SourceStatus/ended``.
  public func finish() { finished.store(true, ordering: .releasing) }

  /// The time since this tracer was created by its own clock, in nanoseconds; the `time` of an event that would occur now.
  public var elapsed: Int64 { converter.conversion().nanoseconds(converter.now()) }

  package var isFinished: Bool { finished.load(ordering: .acquiring) }

  /// The number of events emitted by threads for which there was no memory at all.
  var unrecordedCount: UInt64 { unrecorded.load(ordering: .relaxed) }

  // MARK: Reading

  /// Creates a reader of this tracer's events, independent of all other readers.
  ///
  /// It starts with the oldest event that is still in the rings, and counts those overwritten before as lost.
  ///
  /// - Returns: A source that does not end before ``finish()``.
  public func makeReader() -> TraceReader { makeReader(texts: TextTable()) }

  /// Creates a reader that shares its table of texts with another source.
  package func makeReader(texts: TextTable) -> TraceReader {
    let inbox = ReaderInbox()
    state.withLock { state in
      for chunkList in state.chunkLists { inbox.add(chunkList, from: chunkList.chunk) }
      state.readers.removeAll { $0.inbox == nil }
      state.readers.append(WeakReader(inbox: inbox))
    }
    return TraceReader(tracer: self, inbox: inbox, texts: texts)
  }

  /// The number of slots that the threads have written, which is at most the number of events; exact for threads that wait or have ended.
  package var slotCount: UInt64 { state.withLock { $0.chunkLists.reduce(0) { $0 + $1.chunk.head } } }

  // MARK: Chunk lists

  package static let idMask: UInt64 = 0xFFFF_FFFF_FFFF

  /// Reserves `count` ids and returns the first, without the prefix.
  package func reserveIDs(_ count: UInt64) -> UInt64 { ids.reserve(count) }

  /// The chunk list of the thread with this number, created for its first event; nil if there is no memory for it.
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
      // With a manual clock, the log must not depend on which threads happen to run the program.
      let ordinal = chunkList.number == 0 ? "main" : "thread \(chunkList.number + 1)"
      chunkList.setThread(Symbols.number(of: converter.isManual ? ordinal : currentThreadName(serial: serial)))
      state.bySerial[serial] = chunkList
      return chunkList
    }
  }

  /// Makes the chunk list of a thread that has ended available to the next new thread; its events stay readable.
  func threadEnded(_ serial: UInt64) {
    state.withLock { state in
      if let chunkList = state.bySerial.removeValue(forKey: serial) { state.idle.append(chunkList) }
    }
  }

  /// Replaces the full chunk of a chunk list while no reader is being created.
  func replaceChunk(of chunkList: ChunkList, with chunk: EventChunk) {
    state.withLock { _ in chunkList.move(to: chunk) }
  }
}

/// The process's tracers by number, and the installed one.
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

  /// Reserves a number from 1 to 65,535 that is never reused; 0, which is never traced, once all are used.
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

  /// Removes the parent's tracer in a forked child.
  static func abandon(_ tracer: Tracer) {
    forget(tracer.prefix >> 48)
    // Never freed, because `fork` may have interrupted a change to its state.
    _ = Unmanaged.passRetained(tracer)
    uninstall(tracer)
  }

  static func threadEnded(_ serial: UInt64) {
    for tracer in entries.withLock({ $0.values.compactMap(\.tracer) }) { tracer.threadEnded(serial) }
  }
}
