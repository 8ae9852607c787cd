// The tree of a program that hangs, for a terminal or a CI job's log.
//
// Owns the choice of what to look at: the file of the running recording, which has everything, and the rings of the installed
// tracer, which have the latest. Draws with the same outline as the screen.

import CPromiseTrace
import ChainModel
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The tree of all promises recorded so far, as text.
///
/// Any thread may call it. It takes some seconds at most: one for the recording to be written out, two to read the log. Where the log is
/// too long for that, the tree has the log's beginning and the latest events, and says how many are missing between them.
/// - Returns: A summary line, and a line per promise; one sentence where nothing is recorded.
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

/// What a program can find out about its own promises in a moment.
private struct RecordedHistory {
  let texts = TextTable()
  var store: ChainStore
  /// Whether nothing is left to read.
  private(set) var isComplete = false

  /// Rows that a person reads in a terminal; what is open stays longest.
  private static let limit = 10_000
  private static let secondsForLog = 2.0

  init() { store = ChainStore(texts: texts, limit: Self.limit, historyLimit: 0) }

  /// Reads the recording's log: as much as it holds now, and as far as time allows.
  mutating func read(_ recording: Recording) {
    let isWritten = recording.flush(timeout: 1)
    // Reading a pipe would take the log from its reader.
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

  /// Reads what the rings hold beyond what was read of the log.
  mutating func read(_ reader: TraceReader) {
    let (known, time) = (store.counts.events, store.lastTime)
    var missing: UInt64 = 0
    var events: [Event] = []
    var status = SourceStatus.more
    let end = psMonotonicNanoseconds() + UInt64(Self.secondsForLog * 1e9)
    // Threads that record all the while would always have more.
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
/// - Parameter file: The file descriptor to write to; standard error unless said otherwise.
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

/// Prints the tree whenever the process gets a signal, even while every queue and the main thread hang.
///
/// `dumpTree(on: SIGUSR1)` at the program's start, and `kill -USR1` when it hangs.
/// - Parameter signal: The signal; its former action is replaced.
public func dumpTree(on signal: Int32) {
  SignalDump.install(signal)
}

/// A thread that waits for bytes which the signal handler writes: nothing else is safe in a handler.
///
/// A forked child has the pipe and not the thread: its signals must not make the parent print.
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
