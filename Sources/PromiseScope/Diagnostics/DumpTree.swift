// Owns `promiseTree` and `dumpTree`, which show the promises of a hanging program in a terminal or in the log of a CI job.
//
// They read the file of the running recording, which is complete, and then the rings of the installed tracer, which hold the latest
// events. The outline is the one that the screen draws.

import CPromiseRuntime
import ChainModel
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Returns the tree of all promises recorded so far, as text.
///
/// Any thread may call it. It takes at most about five seconds: one to flush the recording, two to read the log, and two to read the
/// rings. If the log is too long for that, the tree contains the start of the log and the latest events, and gives the number of events
/// that are missing between them.
///
/// - Returns: A summary line and one line per promise, or one sentence if nothing is recorded.
public func promiseTree() -> String {
  guard let tracer = Recording.current?.tracer ?? Tracer.installed else {
    return "no promises are recorded: call Recording.start(to:) first, or set PROMISESCOPE=run.ndjson\n"
  }
  var history = RecordedHistory()
  if let recording = Recording.current { history.read(recording) }
  if !history.isComplete { history.read(tracer.makeReader(texts: history.texts)) }
  var tree = TextTree()
  tree.now = tracer.elapsed
  var outline = Outline()
  outline.update(from: history.store)
  return tree.render(outline, of: history.store, title: ProgramName.current)
}

/// The promises that a program can read back from its own recording in a few seconds.
private struct RecordedHistory {
  let texts = TextTable()
  var store: ChainStore
  /// Whether the log has been read to its end.
  private(set) var isComplete = false

  /// The number of promises to keep, about as many rows as one reads in a terminal.
  ///
  /// Pending promises are evicted last.
  private static let limit = 10_000
  private static let secondsForLog = 2.0

  init() { store = ChainStore(texts: texts, limit: Self.limit, historyLimit: 0) }

  /// Reads the log of the recording up to its present end, or until the time is up.
  mutating func read(_ recording: Recording) {
    let isWritten = recording.flush(timeout: 1)
    // Reading a pipe would consume events that belong to its reader.
    guard recording.isFile, let reader = try? LogReader(path: recording.path, texts: texts) else { return }
    let size = reader.progress.size ?? 0
    let deadline = psMonotonicNanoseconds() + UInt64(Self.secondsForLog * 1e9)
    var events: [Event] = []
    while reader.progress.read < size, psMonotonicNanoseconds() < deadline {
      events.removeAll(keepingCapacity: true)
      guard let status = try? reader.read(into: &events, limit: 1_024) else { return }
      for event in events { store.apply(event) }
      if status != .more { break }
    }
    isComplete = isWritten && reader.progress.read >= size
  }

  /// Reads the events in the rings that are later than those read from the log.
  mutating func read(_ reader: TraceReader) {
    let (known, time) = (store.counts.events, store.lastTime)
    var missing: UInt64 = 0
    var events: [Event] = []
    var status = SourceStatus.more
    let end = psMonotonicNanoseconds() + UInt64(Self.secondsForLog * 1e9)
    // Threads that keep recording would keep this loop busy forever.
    while status == .more, psMonotonicNanoseconds() < end {
      events.removeAll(keepingCapacity: true)
      status = (try? reader.read(into: &events, limit: 4_096, includingLatest: true)) ?? .ended
      for event in events {
        if event.kind == .lost, known > 0 {
          missing += event.count
        } else if known == 0 || event.time > time {
          if missing > known {
            var lost = Event(.lost)
            (lost.count, lost.time) = (missing - known, event.time)
            store.apply(lost)
          }
          missing = 0
          store.apply(event)
        }
      }
    }
    isComplete = true
  }
}

/// Prints the tree of all promises recorded so far.
///
/// - Parameter file: The file descriptor to write to; standard error by default.
public func dumpTree(to file: Int32 = 2) {
  let bytes = Array(promiseTree().utf8)
  var written = 0
  while written < bytes.count {
    let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return }
    written += count
  }
}

/// Prints the tree whenever the process receives a signal, even while every queue and the main thread hang.
///
/// Call `dumpTree(on: SIGUSR1)` when the program starts, and `kill -USR1` when it hangs.
///
/// - Parameter signal: The signal. Its previous action is replaced.
public func dumpTree(on signal: Int32) {
  SignalDump.install(signal)
}

/// A thread that prints the tree for each byte that the signal handler writes to a pipe, because a handler can safely do little else.
///
/// A forked child inherits the pipe but not the thread, so its handler must not write: the parent would print.
private enum SignalDump {
  private static let pipeEnds: (read: Int32, write: Int32) = {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return (-1, -1) }
    handlerEnd.store(ends[1], ordering: .releasing)
    return (ends[0], ends[1])
  }()
  private static let handlerEnd = Atomic<Int32>(-1)
  private static let owner = Atomic<pid_t>(getpid())
  private static let thread: Void = {
    let ends = pipeEnds
    detachThread {
      var byte: UInt8 = 0
      while read(ends.read, &byte, 1) == 1 { dumpTree() }
    }
  }()

  static func install(_ number: Int32) {
    _ = thread
    _ = owner.load(ordering: .relaxed)
    signal(number) { _ in
      let saved = errno
      guard getpid() == SignalDump.owner.load(ordering: .relaxed) else { return }
      var byte: UInt8 = 1
      _ = write(SignalDump.handlerEnd.load(ordering: .relaxed), &byte, 1)
      errno = saved
    }
  }
}
