// The public entry to tracing: which promises are traced, and who reads their events.
//
// Owns the threads' chunk lists, the IDs, the clock and the readers of one trace. A promise's ID carries the number of its tracer in its
// upper bits, so several tracers can be active at once, as in tests that run in parallel. `TracerTable` finds them. Does not know what a promise is.

import CPromiseRuntime
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
public final class Tracer: Sendable, ChunkListOwner {
  /// How this tracer was configured.
  public let configuration: Configuration
  /// The header of every log written from this tracer.
  public let header: LogHeader

  /// This tracer's number in the upper 16 bits: the part of a promise's ID that exists in the program and not in the log.
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

  /// Creates a tracer with the prefix and IDs of a parent process's one, to record the promises that a forked child has inherited.
  init(_ configuration: Configuration, prefix: UInt64, ids: IDCounter) {
    self.configuration = configuration
    (self.prefix, self.ids) = (prefix, ids)
    if case .buffered = configuration.mode {
      budget = EventBudget(limit: configuration.bufferBytes)
    } else {
      budget = nil
    }
    converter = TickConverter(configuration.clock, readings: configuration.readings)
    var header = LogHeader()
    header.program = configuration.program
    header.sourceRoot = configuration.sourceRoot
    header.values = configuration.values
    header.seed = configuration.seed
    if !converter.isManual {
      header.started = iso8601Now()
      header.pid = getpid()
      header.pidNamespace = ProcessNamespace.current
      header.run = psFamily().map { String(cString: $0) } ?? ""
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
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws.
  public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = psCurrentThread()
    let outer = thread.pointee.boundTracer
    thread.pointee.boundTracer = prefix
    defer { psCurrentThread().pointee.boundTracer = outer }
    return try body()
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

  /// Ends the stream: readers that have read everything return ``SourceStatus/ended``.
  public func finish() { finished.store(true, ordering: .releasing) }

  /// The time since this tracer was created by its own clock, in nanoseconds; the `time` of an event that would occur now.
  public var elapsed: Int64 { converter.conversion().nanoseconds(converter.now()) }

  package var isFinished: Bool { finished.load(ordering: .acquiring) }

  /// The number of events emitted by threads for which there was no memory at all.
  var unrecordedCount: UInt64 { unrecorded.load(ordering: .relaxed) }

  // MARK: Reading

  /// Lets a reader start with the oldest event that is still in the rings, and learn of new threads.
  func add(_ inbox: ReaderInbox) {
    state.withLock { state in
      for chunkList in state.chunkLists { inbox.add(chunkList, from: chunkList.chunk) }
      state.readers.removeAll { $0.inbox == nil }
      state.readers.append(WeakReader(inbox: inbox))
    }
  }

  /// The number of slots that the threads have written, which is at most the number of events; exact for threads that wait or have ended.
  package var slotCount: UInt64 { state.withLock { $0.chunkLists.reduce(0) { $0 &+ $1.chunk.head } } }

  // MARK: Chunk lists

  /// The chunk list of the thread with this number, created for its first event; nil if there is no memory for it.
  func chunkList(forThread serial: UInt64) -> ChunkList? {
    state.withLock { state in
      if let known = state.bySerial[serial] { return known }
      let chunkList: ChunkList
      if let reused = state.idle.popLast() {
        chunkList = reused
      } else {
        guard let made = makeChunkList(number: state.chunkLists.count) else {
          unrecorded.wrappingAdd(1, ordering: .relaxed)
          budget?.noteRefusal()
          return nil
        }
        chunkList = made
        state.chunkLists.append(chunkList)
        for reader in state.readers { reader.inbox?.add(chunkList, from: chunkList.chunk) }
      }
      // With a manual clock, the log must not depend on which threads happen to run the program.
      let ordinal = chunkList.number == 0 ? "main" : "thread \(chunkList.number &+ 1)"
      chunkList.setThread(Symbols.number(of: converter.isManual ? ordinal : currentThreadName(serial: serial)))
      state.bySerial[serial] = chunkList
      return chunkList
    }
  }

  private func makeChunkList(number: Int) -> ChunkList? {
    ChunkList(
      owner: self, number: number, prefix: prefix, clock: converter, ids: ids, budget: budget,
      overflow: configuration.mode.overflow, eventCount: configuration.eventsPerThread,
      textBytes: configuration.textBytesPerThread, values: configuration.values,
      isQuick: converter.countsCycles && prefix != 0 && !configuration.isBoundToTasks,
      firstEvents: configuration.firstEvents)
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
    let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    return number <= 0xFFFF ? number : 0
  }

  static func register(_ tracer: Tracer) {
    entries.withLock { $0[tracer.prefix >> 48] = Entry(tracer: tracer) }
  }

  static func forget(_ number: UInt64) {
    entries.withLock { _ = $0.removeValue(forKey: number) }
  }

  /// The tracer with a prefix, without that which a forked child inherits.
  static func known(prefix: UInt64) -> Tracer? { entries.withLock { $0[prefix >> 48]?.tracer } }

  /// Removes the parent's tracer in a forked child.
  static func abandon(_ tracer: Tracer) {
    forget(tracer.prefix >> 48)
    // Never freed, because `fork` may have interrupted a change to its state.
    _ = Unmanaged.passRetained(tracer)
    uninstall(tracer)
  }

  static var all: [Tracer] { entries.withLock { $0.values.compactMap(\.tracer) } }
}
