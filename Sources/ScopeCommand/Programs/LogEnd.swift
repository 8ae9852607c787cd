// The end of a log whose writer could not write it, because a signal or a system call ended the program at once. Owns when that is certain: the
// process is gone, and its log ends with a whole line that is no end.

import ChainScreen
import PromiseLog
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum LogEnd {
  /// The size of the parts of a log that are read, in bytes: its header, and its last line.
  private static let part = 1 << 16
  private static let names = [
    SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGABRT: "SIGABRT", SIGKILL: "SIGKILL", SIGBUS: "SIGBUS",
    SIGSEGV: "SIGSEGV", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM",
  ]

  /// Appends `ended` to a log without an end, if its process is gone.
  ///
  /// The log of the program itself ends at `time`. All that is known of another process is that it is gone, so its log ends with its last event, without
  /// a reason, unless a signal ended the program, which may have been sent to both.
  static func append(to path: String, _ end: ChildProcess.End, of program: pid_t, at time: Int64) {
    let file = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, isRegular(status) else { return }
    let newline = UInt8(ascii: "\n")
    let tail = bytes(of: file, at: max(0, Int64(status.st_size) - Int64(part)))
    guard let head = bytes(of: file, at: 0).split(separator: newline).first, tail.last == newline,
      let last = tail.split(separator: newline).last
    else { return }
    let reader = LogReader(bytes: head + [newline] + last + [newline])
    var events: [Event] = []
    guard (try? reader.read(into: &events, limit: 8)) != nil, head != last || events.isEmpty else { return }
    let header = reader.header
    guard header.pid > 0, let started = header.startedNanoseconds, events.last?.kind != .ended else { return }
    let isProgram = header.pid == program && header.hasLocalPID
    guard isProgram || header.hasLocalPID && ProgramState.of(header.pid) == .gone else { return }
    var ended = Event(.ended)
    ended.sequence = (events.last?.sequence ?? 0) + 1
    ended.time = max(events.last?.time ?? 0, isProgram && header.thread == nil ? time - started : 0)
    switch end {
    case .exited where !isProgram: break
    case .exited(let code):
      ended.reason = .exit
      ended.exitCode = UInt64(code)
    case .killed(let signal):
      ended.reason = .signal
      if let name = names[signal] { ended.text = reader.texts.intern(name) }
    }
    var line: [UInt8] = []
    LogEncoder(texts: reader.texts).encode(ended, into: &line)
    // Whole or not at all: what cannot be written is as it was.
    _ = write(file, line, line.count)
  }

  private static func bytes(of file: Int32, at offset: Int64) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: part)
    let count = pread(file, &bytes, part, off_t(offset))
    return Array(bytes.prefix(max(0, count)))
  }
}

extension LogHeader {
  /// Whether its process ID means the same to this process.
  var hasLocalPID: Bool { pidNamespace.isEmpty || pidNamespace == ProcessNamespace.current }
}
