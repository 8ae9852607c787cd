// A program's own log: a tracer for the whole process, and a thread that writes what it records to a file.
//
// Owns what a program says to it: start, flush, stop. Refuses to harm the program: promises only ever store into memory of a bounded
// size, and neither a slow file nor the end of the process makes the program wait for longer than it says here.

import CPromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes the program's log to a file, from a thread of its own.
///
/// `PROMISESCOPE=run.ndjson` in the environment starts one at the program's first promise; ``start(to:values:sourceRoot:overflow:bufferBytes:)``
/// does it from code. It ends with the program, or with ``stop()``. Any thread may call any member.
///
/// Events that are not written yet wait in at most 64 MiB, about a million events. Where they come faster than the file takes them, the
/// log says at that position how many are missing (``OverflowPolicy/count``), or the program waits (``OverflowPolicy/wait``).
///
/// A file is one process's: where another process records to it, or this one was forked from that one, `run.PID.ndjson` beside it is
/// written instead, and a line on standard error says so.
public final class Recording: Sendable {
  /// What to record, where to.
  struct Request: Sendable {
    /// As the program gave it, for messages.
    var name: String
    /// With its folder, which the program may leave.
    var path: String
    var values = ValuePolicy.off
    var sourceRoot = ""
    var overflow = OverflowPolicy.count
    var bufferBytes = Recording.bufferBytes
  }

  struct State {
    var path: String
    var failure: String?
    /// The clock's reading at the last request to flush, and the one up to which everything is written.
    var wanted: UInt64 = 0
    var flushed: UInt64 = 0
    var hasEnded = false
    /// Whether standard error says already where the log goes, and that there is too little memory.
    var hasSaidPath = false
    var isShortOfMemory = false
  }

  /// The tracer it writes from, installed for the whole process.
  public let tracer: Tracer

  let request: Request
  let file: RecordingFileBox
  let state: Lock<State>
  /// Grows with everything that the thread reads or the file takes.
  let progress = Atomic<Int>(0)
  /// Whether the rest is not to be written.
  let givesUp = Atomic<Bool>(false)
  /// Whether this is a forked child, which has no thread that writes.
  let isParents = Atomic<Bool>(false)
  private let hasAnnounced = Atomic<Bool>(false)

  static let running = Lock<Recording?>(nil, rank: psRecordingLock)

  init(_ request: Request, file: RecordingFile, tracer: Tracer) {
    (self.request, self.tracer) = (request, tracer)
    self.file = RecordingFileBox(file)
    state = Lock(State(path: file.path))
  }

  /// What events that are not written yet take at most, in bytes: 64 MiB, a million events.
  public static let bufferBytes = 64 << 20

  /// The recording that was started last and has not been stopped.
  public static var current: Recording? { running.withLock { $0 } }

  /// The file it writes: the one asked for, or `run.PID.ndjson` beside it.
  public var path: String { isParents.load(ordering: .relaxed) ? request.path : state.withLock { $0.path } }

  /// Whether it writes a regular file, which can be read meanwhile.
  package var isFile: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// What kept it from writing on, in the operating system's words; nil while all is well.
  ///
  /// After a failure events are read and dropped, so that the program's memory does not grow.
  public var failure: String? { isParents.load(ordering: .relaxed) ? nil : state.withLock { $0.failure } }

  /// Starts recording every promise of the process from now on.
  ///
  /// - Parameters:
  ///   - path: The file to write; what it held is replaced. A pipe may be given before a process reads it.
  ///   - values: How much of values and errors to record. They may be secrets, so only the types of errors unless asked for.
  ///   - sourceRoot: The folder that the log's sites are relative to, for viewers that show source.
  ///   - overflow: What happens to events for which there is no memory.
  ///   - bufferBytes: What all threads' events that are not written yet may take together, in bytes, 768 KiB at least. Each thread has
  ///     768 KiB on top.
  /// - Returns: The recording.
  /// - Throws: ``RecordingError`` where the file can't be opened, or a limit leaves no memory.
  @discardableResult
  public static func start(
    to path: String, values: ValuePolicy = .off, sourceRoot: String = "", overflow: OverflowPolicy = .count,
    bufferBytes: Int = Recording.bufferBytes
  ) throws(RecordingError) -> Recording {
    let absolute = path.hasPrefix("/") ? path : folder + "/" + path
    // Its own lock would keep this one from the file.
    if let current, current.request.path == absolute { current.stop() }
    return try start(
      Request(
        name: path, path: absolute, values: values, sourceRoot: sourceRoot, overflow: overflow, bufferBytes: bufferBytes
      ))
  }

  private static var folder: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  /// Waits until everything recorded so far is in the file.
  ///
  /// - Parameter seconds: How long to wait at most.
  /// - Returns: Whether it is.
  @discardableResult
  public func flush(timeout seconds: Double = 5) -> Bool {
    guard !isParents.load(ordering: .relaxed) else { return Recording.current?.flush(timeout: seconds) ?? false }
    let wanted = tracer.converter.now()
    state.withLock { $0.wanted = max($0.wanted, wanted) }
    let deadline = psMonotonicNanoseconds() + UInt64(max(0, seconds) * 1e9)
    while psMonotonicNanoseconds() < deadline {
      if state.withLock({ $0.flushed >= wanted || $0.hasEnded }) { return failure == nil }
      usleep(1_000)
    }
    return false
  }

  // MARK: The end

  /// How long the end of a recording may take, in seconds.
  private struct Patience {
    /// Without a byte that the file takes.
    let still: Double
    /// In all.
    let total: Double

    init(_ overflow: OverflowPolicy) {
      // Whoever asks for every event waits for as long as they are written.
      (still, total) = overflow == .wait ? (10, .infinity) : (2, 5)
    }
  }

  /// Writes what is left and the log's last line, and closes the file.
  ///
  /// It takes 5 seconds at most, and 2 where the file takes nothing. What is not written by then is counted as lost, and a line on
  /// standard error says so. With ``OverflowPolicy/wait`` it takes as long as the file takes something, and 10 seconds where it does not.
  public func stop() {
    guard !isParents.load(ordering: .relaxed) else { return Recording.current?.stop() ?? () }
    tracer.uninstall()
    tracer.finish()
    let patience = Patience(request.overflow)
    let start = psMonotonicNanoseconds()
    var (seen, lastProgress) = (progress.load(ordering: .relaxed), start)
    while !state.withLock({ $0.hasEnded }) {
      let now = psMonotonicNanoseconds()
      if progress.load(ordering: .relaxed) != seen {
        (seen, lastProgress) = (progress.load(ordering: .relaxed), now)
      }
      let (still, total) = (Double(now - lastProgress) / 1e9, Double(now - start) / 1e9)
      if total > 0.5, !hasAnnounced.exchange(true, ordering: .relaxed) { announce(patience) }
      if still > patience.still || total > patience.total { givesUp.store(true, ordering: .relaxed) }
      // The thread itself may hang in the system.
      if still > patience.still + 2 || total > patience.total + 2 {
        Recording.complain("\(request.name) takes no more; the log is incomplete")
        break
      }
      usleep(500)
    }
    Recording.running.withLock { if $0 === self { $0 = nil } }
  }

  private func announce(_ patience: Patience) {
    let time = patience.total.isFinite ? "\(Int(patience.total)) s at most" : "as long as it takes something"
    Recording.complain("writing the rest of the log to \(request.name), \(time)")
  }

  /// Nobody else can be told: one line on standard error.
  static func complain(_ message: String) {
    let line = Array("PromiseScope: \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// A file that only the recording's thread uses once that runs.
struct RecordingFileBox: @unchecked Sendable {
  let file: RecordingFile
  init(_ file: RecordingFile) { self.file = file }
}
