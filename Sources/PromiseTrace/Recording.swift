// A program's own log: a tracer for the whole process, and a thread that writes what it records to a file.
//
// Owns the file and the thread. Refuses to slow the program: promises only ever store into their rings, and what the disk can't
// take in time waits in memory.

import CPromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a recording could not begin.
public struct RecordingError: Error, Equatable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// The operating system's words.
  public let message: String

  /// A sentence.
  public var description: String { "cannot record to \(path): \(message)" }
}

/// Writes the program's log to a file, losslessly, from a thread of its own.
///
/// `PROMISESCOPE=run.ndjson` in the environment starts one at the program's first promise; ``start(to:values:sourceRoot:)`` does
/// it from code. It ends with the program, or with ``stop()``. Any thread may call any member.
public final class Recording: Sendable {
  /// The file it writes.
  public let path: String
  /// The tracer it writes from, installed for the whole process.
  public let tracer: Tracer

  private struct State {
    var failure: String?
    var flushed: UInt64 = 0
    var wanted: UInt64 = 0
    var hasEnded = false
  }

  private static let running = Mutex<Recording?>(nil)
  /// How long the thread sleeps when there was nothing to write, in microseconds.
  private static let pause: UInt32 = 5_000

  private let file: Int32
  private let state = Mutex(State())

  private init(path: String, file: Int32, values: ValuePolicy, sourceRoot: String) {
    self.path = path
    self.file = file
    var configuration = Tracer.Configuration()
    configuration.mode = .lossless
    configuration.values = values
    configuration.sourceRoot = sourceRoot
    tracer = Tracer(configuration)
  }

  /// The recording that was started last and has not been stopped.
  public static var current: Recording? { running.withLock { $0 } }

  /// What kept it from writing on, in the operating system's words; nil while all is well.
  ///
  /// After a failure events are read and dropped, so that the program's memory does not grow.
  public var failure: String? { state.withLock { $0.failure } }

  /// Starts recording every promise of the process from now on.
  ///
  /// - Parameters:
  ///   - path: The file to write; what it held is replaced.
  ///   - values: How much of values and errors to record. They may be secrets, so nothing unless asked for.
  ///   - sourceRoot: The folder that the log's sites are relative to, for viewers that show source.
  /// - Returns: The recording.
  /// - Throws: ``RecordingError`` where the file can't be opened.
  @discardableResult
  public static func start(
    to path: String, values: ValuePolicy = .off, sourceRoot: String = ""
  ) throws(RecordingError) -> Recording {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw RecordingError(path: path, message: String(cString: strerror(errno))) }
    let recording = Recording(path: path, file: file, values: values, sourceRoot: sourceRoot)
    let earlier = running.withLock { running in
      defer { running = recording }
      return running
    }
    earlier?.stop()
    // Made before anything can be recorded, so that it misses nothing; handed to the one thread that reads with it.
    nonisolated(unsafe) let reader = recording.tracer.makeReader()
    recording.tracer.install()
    atexit { Recording.current?.stop() }
    detachThread { recording.write(from: reader) }
    return recording
  }

  /// Starts the recording that PROMISESCOPE asks for; returns its tracer's prefix, or 0 where it can't be started.
  static func startAsRequested() -> UInt64 {
    // The request itself counted as a tracer until now.
    defer { psTracerCountAdd(-1) }
    guard let path = environment("PROMISESCOPE") else { return 0 }
    let values = environment("PROMISESCOPE_VALUES").flatMap(ValuePolicy.init(rawValue:)) ?? .off
    do {
      return try start(to: path, values: values, sourceRoot: environment("PROMISESCOPE_SOURCE") ?? "").tracer.prefix
    } catch {
      complain("\(error)")
      return 0
    }
  }

  /// Waits until everything recorded so far is in the file.
  ///
  /// - Parameter seconds: How long to wait at most.
  /// - Returns: Whether it is.
  @discardableResult
  public func flush(timeout seconds: Double = 5) -> Bool {
    let wanted = state.withLock { state in
      state.wanted += 1
      return state.wanted
    }
    let deadline = psMonotonicNanoseconds() + UInt64(max(0, seconds) * 1e9)
    while psMonotonicNanoseconds() < deadline {
      if state.withLock({ $0.flushed >= wanted || $0.hasEnded }) { return failure == nil }
      usleep(1_000)
    }
    return false
  }

  /// Writes what is left and the log's last line, and closes the file.
  public func stop() {
    tracer.uninstall()
    tracer.finish()
    while !state.withLock({ $0.hasEnded }) { usleep(500) }
    Recording.running.withLock { if $0 === self { $0 = nil } }
  }

  // MARK: The thread

  private func write(from reader: TraceReader) {
    // The file may be a pipe whose reader goes: the program must not die of that.
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, nil)
    let encoder = LogEncoder(texts: reader.texts)
    var bytes: [UInt8] = []
    encoder.encode(reader.header, into: &bytes)
    var events: [Event] = []
    var status = SourceStatus.more
    while status != .ended {
      let wanted = state.withLock { $0.wanted }
      events.removeAll(keepingCapacity: true)
      // A live reader has no input that could be unreadable.
      status = (try? reader.read(into: &events, limit: 4_096, includingLatest: wanted > flushedCount)) ?? .ended
      for event in events { encoder.encode(event, into: &bytes) }
      put(&bytes)
      reader.texts.forget()
      if status != .more { state.withLock { $0.flushed = wanted } }
      if status == .idle { usleep(Recording.pause) }
    }
    close(file)
    state.withLock { $0.hasEnded = true }
  }

  private var flushedCount: UInt64 { state.withLock { $0.flushed } }

  /// Writes all bytes and empties the buffer; after the first failure it only empties it.
  private func put(_ bytes: inout [UInt8]) {
    defer { bytes.removeAll(keepingCapacity: true) }
    guard failure == nil else { return }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Recording.write(UnsafeRawBufferPointer(rebasing: buffer[written...]), to: file)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let message = String(cString: strerror(errno))
        state.withLock { $0.failure = message }
        return Recording.complain("recording to \(path) stopped: \(message); the program goes on")
      }
      written += count
    }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
    #if canImport(Glibc)
      return Glibc.write(file, bytes.baseAddress, bytes.count)
    #else
      return Darwin.write(file, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Nobody else can be told: one line on standard error.
  private static func complain(_ message: String) {
    var line = Array("PromiseScope: \(message)\n".utf8)
    line.withUnsafeMutableBytes { _ = write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
