// Owns `promiseTree` and `dumpTree`, which show the promises of a hanging program in a terminal or in the log of a CI job.
//
// `RecordedHistory` reads what was recorded, `ProblemTree` chooses what matters, and the tree is the one that the screen draws.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Which promises a tree contains.
public enum TreeContents: Sendable {
  /// The findings (see `pscope check`), then the promises that they are about, and the pending ones: at most 200 in all, and at most 5 of
  /// the pending ones from each call site. The numbers of those left out are printed.
  case problems
  /// Every promise that was recorded; of more than 10,000, the pending and the latest ones.
  case all
}

/// Returns the tree of all promises recorded so far, as text.
///
/// The same as ``promiseTree(_:)`` with ``TreeContents/all``.
///
/// - Returns: A summary line and one line per promise, or one sentence if nothing was recorded.
public func promiseTree() -> String { promiseTree(.all) }

/// Returns a tree of the promises recorded so far, as text.
///
/// Any thread may call it. It takes at most about five seconds: one to flush the recording, two to read the log, and two to read the
/// rings. If the log is too long for that, the tree contains the start of the log and the latest events, and gives the number of events
/// that are missing between them.
///
/// - Parameter contents: Which promises to show.
/// - Returns: A summary line, then the findings unless all promises are shown, then one line per promise; or one sentence, which says how to
///   record, if nothing was recorded.
public func promiseTree(_ contents: TreeContents) -> String {
  guard let tracer = Recording.current?.tracer ?? Tracer.installed else {
    return "nothing was recorded: start the program with PROMISESCOPE=run.ndjson, or call Recording.start(to:) first\n"
  }
  var history = RecordedHistory()
  if let recording = Recording.current { history.read(recording) }
  if !history.isComplete { history.read(tracer.makeReader(texts: history.texts)) }
  return history.tree(contents, now: tracer.elapsed, title: ProgramName.current)
}

extension RecordedHistory {
  /// The tree as text, for a moment in nanoseconds since the start of the recording.
  func tree(_ contents: TreeContents, now: Int64, title: String) -> String {
    var text: [UInt8] = []
    switch contents {
    case .all:
      var tree = TextTree()
      tree.now = now
      var outline = Outline()
      outline.update(from: store)
      let problems = Problems(analyzed.findings(now: now))
      tree.show(problems, of: store)
      text += (tree.summary(store.counts, problems: problems.texts(.english), title: title) + "\n\n").utf8
      tree.render(rows: 0..<outline.count, of: outline, store) { text += $1 }
    case .problems:
      var tree = ProblemTree()
      (tree.now, tree.remedy) = (now, "dumpTree(.all) prints them")
      tree.render(store, analyzed.findings(now: now), title: title) { text += $0 }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Prints what is wrong with the promises recorded so far, and the tree of those that are pending.
///
/// The same as ``dumpTree(_:to:)`` with ``TreeContents/problems``.
///
/// - Parameter descriptor: The file descriptor to write to; standard error by default.
public func dumpTree(to descriptor: Int32 = 2) { dumpTree(.problems, to: descriptor) }

/// Prints a tree of the promises recorded so far.
///
/// Any thread may call it; see ``promiseTree(_:)`` for how long it takes.
///
/// - Parameters:
///   - contents: Which promises to show: `dumpTree(.all)` prints every one.
///   - descriptor: The file descriptor to write to; standard error by default.
public func dumpTree(_ contents: TreeContents, to descriptor: Int32 = 2) {
  _ = writeAll(Array(promiseTree(contents).utf8), to: descriptor)
}

/// Prints what is wrong and what is pending whenever the process receives a signal, even while every queue and the main thread hang.
///
/// Call `dumpTree(on: SIGUSR1)` when the program starts, and `kill -USR1` when it hangs.
///
/// - Parameter signal: The signal. Its previous action is replaced.
public func dumpTree(on signal: Int32) { dumpTree(.problems, on: signal) }

/// Prints a tree whenever the process receives a signal, even while every queue and the main thread hang.
///
/// - Parameters:
///   - contents: Which promises to show.
///   - signal: The signal. Its previous action is replaced.
public func dumpTree(_ contents: TreeContents, on signal: Int32) {
  SignalDump.install(signal, contents)
}

/// A thread that prints the tree for each byte, a signal's number, that the handler writes to a pipe, because a handler can safely do
/// little else.
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
  /// The signals that print all promises, as bits.
  private static let complete = Atomic<UInt64>(0)
  private static let thread: Void = {
    let ends = pipeEnds
    detachThread {
      var byte: UInt8 = 0
      while read(ends.read, &byte, 1) == 1 {
        dumpTree(complete.load(ordering: .relaxed) >> UInt64(byte) & 1 == 1 ? .all : .problems)
      }
    }
  }()

  static func install(_ number: Int32, _ contents: TreeContents) {
    _ = thread
    // Linux has 64 signals, from 1 to 64.
    let bit = UInt64(1) << UInt64(truncatingIfNeeded: number & 63)
    switch contents {
    case .all: complete.bitwiseOr(bit, ordering: .relaxed)
    case .problems: complete.bitwiseAnd(~bit, ordering: .relaxed)
    }
    _ = owner.load(ordering: .relaxed)
    signal(number) { number in
      let saved = errno
      guard getpid() == SignalDump.owner.load(ordering: .relaxed) else { return }
      var byte = UInt8(truncatingIfNeeded: number & 63)
      _ = write(SignalDump.handlerEnd.load(ordering: .relaxed), &byte, 1)
      errno = saved
    }
  }
}
