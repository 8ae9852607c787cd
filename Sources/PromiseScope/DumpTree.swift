// The tree of a program that hangs, for a terminal or a CI job's log.
//
// Owns the choice of what to look at: the file of the running recording, which has everything, or else the rings of the installed
// tracer, which have the latest. Draws with the same outline as the screen.

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
/// Any thread may call it; it waits for the recording to be written out, up to five seconds.
/// - Returns: A summary line, and a line per promise; one sentence where nothing is recorded.
public func promiseTree() -> String {
  var store: ChainStore
  var tree = TextTree()
  do {
    if let recording = Recording.current {
      recording.flush()
      let reader = try LogReader(path: recording.path)
      store = try ChainStore(allOf: reader) { try reader.read(into: &$0, limit: 4_096) }
      tree.now = recording.tracer.elapsed
    } else if let tracer = Tracer.installed {
      let reader = tracer.makeReader()
      store = try ChainStore(allOf: reader) { try reader.read(into: &$0, limit: 4_096, includingLatest: true) }
      tree.now = tracer.elapsed
    } else {
      return "no promises are recorded: call Recording.start(to:) first, or set PROMISESCOPE=run.ndjson\n"
    }
  } catch {
    return "the promises recorded so far can't be read: \(error)\n"
  }
  var outline = Outline()
  outline.update(from: store)
  return tree.render(outline, of: store, title: ProgramName.current)
}

extension ChainStore {
  /// The history of what a source has by now.
  fileprivate init(
    allOf source: any EventSource, reading read: (inout [Event]) throws -> SourceStatus
  ) throws {
    self.init(texts: source.texts)
    var events: [Event] = []
    var status = SourceStatus.more
    while status == .more {
      events.removeAll(keepingCapacity: true)
      status = try read(&events)
      for event in events { apply(event) }
    }
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
private enum SignalDump {
  private static let pipeEnds: (read: Int32, write: Int32) = {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return (-1, -1) }
    handlerEnd.store(ends[1], ordering: .releasing)
    return (ends[0], ends[1])
  }()
  private static let handlerEnd = Atomic<Int32>(-1)
  private static let thread: Void = {
    let ends = pipeEnds
    detachThread {
      var byte: UInt8 = 0
      while read(ends.read, &byte, 1) == 1 { dumpTree() }
    }
  }()

  static func install(_ number: Int32) {
    _ = thread
    signal(number) { _ in
      let saved = errno
      var byte: UInt8 = 1
      _ = write(SignalDump.handlerEnd.load(ordering: .relaxed), &byte, 1)
      errno = saved
    }
  }
}
