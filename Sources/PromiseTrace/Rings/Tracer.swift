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
public final class Tracer: Sendable {
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
  package var slotCount: UInt64 { state.withLock { $0.chunkLists.reduce(0) { $0 &+ $1.chunk.head } } }

  // MARK: Chunk lists

  package static let idMask: UInt64 = 0xFFFF_FFFF_FFFF

  /// The chunk list of the thread with this number, created for its first event; nil if there is no memory for it.
  func chunkList(forThread serial: UInt64) -> ChunkList? {
    state.withLock { state in
      if let known = state.bySerial[serial] { return known }
      let chunkList: ChunkList
      if let reused = state.idle.popLast() {
        chunkList = reused
      } else {
        guard let made = ChunkList(tracer: self, number: state.chunkLists.count) else {
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
