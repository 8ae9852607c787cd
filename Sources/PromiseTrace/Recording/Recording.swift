// The public entry to log files: a tracer for the whole process, and a thread that writes its events to a file.
//
// Owns starting, flushing and stopping. A recording must not harm the program: emitting an event only stores into memory of bounded size,
// and neither a slow file nor the end of the process makes the program wait for longer than documented here, unless it asked to wait.

import CPromiseRuntime
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes the events of all promises of the process to a log file, on a thread of its own.
///
/// The environment variable `PROMISESCOPE=run.ndjson` starts a recording at the program's first promise. A program can also start one itself:
///
/// ```swift
/// let recording = try Recording.start(to: "run.ndjson", values: .preview)
/// defer { recording.stop() }
/// ```
///
/// A recording ends with the program, or with ``stop()``. Any thread may call any member.
///
/// Events that are not written yet are buffered in at most 64 MiB, about a million events. If events arrive faster than they can be written,
/// the log states at that position how many are missing (``OverflowPolicy/count``), or the program waits (``OverflowPolicy/wait``).
///
/// Each process writes to a file of its own. If another process records to the requested file, or if this process was forked from one that
/// does, it writes `run.PID.ndjson` in the same folder instead and reports that on standard error. So does a process that runs tests, if the
/// requested file exists. A requested folder receives a file `PROGRAM.PID.ndjson` per process.
public final class Recording: Sendable {
  /// What to record, and the file to write.
  struct Request: Sendable {
    /// The path as the program gave it, for messages.
    var name: String
    /// The absolute path, because the program may change its working directory.
    var path: String
    var values = ValuePolicy.off
    var sourceRoot = ""
    var overflow = OverflowPolicy.count
    var bufferBytes = Recording.bufferBytes
    var limit: Int?
    var mode = Recording.mode
  }

  struct State {
    var path: String
    var failure: String?
    /// The numbers of the latest request to flush, and of the latest one that is done.
    var flushes: (wanted: UInt64, done: UInt64) = (0, 0)
    var hasEnded = false
    /// Whether the actual path has been reported on standard error.
    var hasSaidPath = false
    /// Whether a lack of memory has been reported on standard error.
    var isShortOfMemory = false
  }

  /// Where events come from, and where they go.
  struct Log {
    let reader: TraceReader
    let writer: LogWriter

    var file: RecordingFile { writer.file }
  }

  /// The tracer whose events are written, installed for the whole process.
  public let tracer: Tracer

  let request: Request
  /// For a forked child, where the writer's lock may be held forever.
  let file: RecordingFileBox
  let log: Lock<Log>
  let firstEvents: FirstEvents
  let state: Lock<State>
  /// Increases whenever the thread reads events or the file accepts bytes.
  let progress = Atomic<Int>(0)
  /// Whether to abandon the events that are not written yet.
  let givesUp = Atomic<Bool>(false)
  /// Whether this recording belongs to the process that this one was forked from, and so has no thread here.
  let isParents = Atomic<Bool>(false)
  private let hasAnnounced = Atomic<Bool>(false)

  static let running = Lock<Recording?>(nil, rank: psRecordingLock)

  init(_ request: Request, file: RecordingFile, tracer: Tracer, firstEvents: FirstEvents) {
    (self.request, self.tracer, self.firstEvents) = (request, tracer, firstEvents)
    self.file = RecordingFileBox(file)
    // The reader is created before anything can be recorded, so that it misses no event.
    let reader = tracer.makeReader()
    log = Lock(Log(reader: reader, writer: LogWriter(reader.header, reader.texts, file, limit: request.limit)))
    state = Lock(State(path: file.path))
  }

  /// The default size of the buffer for events that are not written yet, in bytes: 64 MiB, about a million events.
  public static let bufferBytes = 64 << 20

  /// The default permissions of a log: its owner may read and write it.
  public static let mode = RecordingOptions.leastMode

  /// The recording of this process; nil if none is running.
  public static var current: Recording? { running.withLock { $0 } }

  /// The file that is written: the requested one, `run.PID.ndjson` in the same folder, or `PROGRAM.PID.ndjson` in the requested folder.
  public var path: String { isParents.load(ordering: .relaxed) ? request.path : state.withLock { $0.path } }

  /// Whether the log is a regular file, which can be read while it is written.
  package var isFile: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The operating system's message about the error that stopped the recording; nil if there was none.
  ///
  /// After a failure, events are read and dropped, so that the program's memory does not grow.
  public var failure: String? { isParents.load(ordering: .relaxed) ? nil : state.withLock { $0.failure } }

  /// Starts recording every promise that the process creates from now on.
  ///
  /// Stops the current recording, if there is one.
  ///
  /// - Parameters:
  ///   - path: The file to write. If it exists, a new file replaces it. It may be a pipe that no process reads yet, or a folder, which ends
  ///     with a slash or exists.
  ///   - values: How much of values and errors to record. By default only the types of errors, because values may be confidential.
  ///   - sourceRoot: The folder that the log's call sites are relative to, for viewers that show source.
  ///   - overflow: What to do with an event when the buffer is full.
  ///   - bufferBytes: The size of the buffer for all threads' events that are not written yet, in bytes; at least 768 KiB. Each thread uses
  ///     another 768 KiB.
  ///   - limit: The size that the log is kept below, in bytes, at least 4,096; nil for none. At the limit, the oldest events are dropped, and
  ///     a `lost` event at the start of the log counts them.
  ///   - mode: The permissions of the log, which must include those of ``mode``.
  /// - Returns: The recording.
  /// - Throws: ``RecordingError`` if the file can't be opened, if a parameter is out of its range, or if a limit on the address space
  ///   leaves too little memory.
  @discardableResult
  public static func start(
    to path: String, values: ValuePolicy = .off, sourceRoot: String = "", overflow: OverflowPolicy = .count,
    bufferBytes: Int = Recording.bufferBytes, limit: Int? = nil, mode: Int = Recording.mode
  ) throws(RecordingError) -> Recording {
    guard !path.isEmpty else { throw RecordingError(path: "\"\"", message: "expected the path of a file or a folder") }
    if let limit, limit < LogLimit.least {
      throw RecordingError(path: path, message: "expected a limit of at least 4,096 bytes, found \(limit)")
    }
    guard RecordingOptions.isMode(mode) else {
      throw RecordingError(
        path: path, message: "expected a mode from 0o600 to 0o777, found 0o\(String(mode, radix: 8))")
    }
    let absolute = path.hasPrefix("/") ? path : folder + "/" + path
    // Stopped first, because the lock of the current recording would make the file look like another process's log.
    if let current, current.request.path == absolute { current.stop() }
    return try start(
      Request(
        name: path, path: absolute, values: values, sourceRoot: sourceRoot, overflow: overflow,
        bufferBytes: bufferBytes, limit: limit, mode: mode))
  }

  private static var folder: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  /// Waits until all events recorded so far are in the file.
  ///
  /// - Parameter seconds: The maximum time to wait, in seconds.
  /// - Returns: Whether they are; false after the timeout or a failure.
  @discardableResult
  public func flush(timeout seconds: Double = 5) -> Bool {
    guard !isParents.load(ordering: .relaxed) else { return Recording.current?.flush(timeout: seconds) ?? false }
    let wanted = state.withLock { state in
      state.flushes.wanted &+= 1
      return state.flushes.wanted
    }
    var watch = Stopwatch()
    repeat {
      if state.withLock({ $0.flushes.done >= wanted || $0.hasEnded }) { return failure == nil }
      usleep(1_000)
      watch.advance()
    } while watch.elapsed < UInt64(saturating: seconds * 1e9)
    return false
  }

  // MARK: The end

  /// The time limits for ending a recording, in seconds.
  private struct Patience {
    /// While the file accepts no byte.
    let still: Double
    let total: Double

    init(_ overflow: OverflowPolicy) {
      // A program that asked for every event waits as long as they are being written.
      (still, total) = overflow == .wait ? (10, .infinity) : (2, 5)
    }
  }

  /// Writes the remaining events and the log's last line, and closes the file.
  ///
  /// Waits for at most 5 seconds, and for at most 2 while the file accepts no data. Events that are not written by then are lost; their
  /// number is reported on standard error. With ``OverflowPolicy/wait``, waits as long as the file accepts data, and for at most 10
  /// seconds while it does not.
  public func stop() {
    guard !isParents.load(ordering: .relaxed) else { return Recording.current?.stop() ?? () }
    tracer.uninstall()
    tracer.finish()
    let patience = Patience(request.overflow)
    var watch = Stopwatch()
    var (seen, lastProgress) = (progress.load(ordering: .relaxed), UInt64(0))
    while !state.withLock({ $0.hasEnded }) {
      watch.advance()
      if progress.load(ordering: .relaxed) != seen {
        (seen, lastProgress) = (progress.load(ordering: .relaxed), watch.elapsed)
      }
      let (still, total) = (Double(watch.elapsed &- lastProgress) / 1e9, Double(watch.elapsed) / 1e9)
      if total > 0.5, !hasAnnounced.exchange(true, ordering: .relaxed) { announce(patience) }
      if still > patience.still || total > patience.total { givesUp.store(true, ordering: .relaxed) }
      // The thread itself may be blocked in a system call.
      if still > patience.still + 2 || total > patience.total + 2 {
        complain("\(request.name) accepts no more data; the log is incomplete")
        break
      }
      usleep(500)
    }
    Recording.running.withLock { if $0 === self { $0 = nil } }
  }

  private func announce(_ patience: Patience) {
    let isFinite = patience.total.isFinite
    let time = isFinite ? "\(Int64(saturating: patience.total)) s at most" : "for as long as it accepts data"
    complain("writing the rest of the log to \(request.name), \(time)")
  }
}

/// Makes the file sendable: once the recording's thread runs, only that thread uses it.
struct RecordingFileBox: @unchecked Sendable {
  let file: RecordingFile
  init(_ file: RecordingFile) { self.file = file }
}
