// The end of a log whose writer could not write it, because a signal ended the program. Owns when that is certain: the process is gone, and
// its log ends with a whole line that is no end.

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

  /// Appends `ended`, with the time that it is now, to a log without an end, if its process is gone.
  ///
  /// - Parameters:
  ///   - path: The log.
  ///   - signal: The signal that ended the program that was started.
  static func append(to path: String, signal: Int32) {
    let file = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, isRegular(status) else { return }
    let newline = UInt8(ascii: "\n")
    let end = bytes(of: file, at: max(0, Int64(status.st_size) - Int64(part)))
    guard let header = bytes(of: file, at: 0).split(separator: newline).first, end.last == newline,
      let last = end.split(separator: newline).last
    else { return }
    let reader = LogReader(bytes: header + [newline] + last + [newline])
    var events: [Event] = []
    guard (try? reader.read(into: &events, limit: 8)) != nil, header != last || events.isEmpty else { return }
    let (pid, started) = (reader.header.pid, reader.header.startedNanoseconds)
    guard pid > 0, let started, events.last?.kind != .ended, kill(pid_t(pid), 0) != 0, errno == ESRCH else { return }
    var ended = Event(.ended)
    ended.reason = .signal
    ended.sequence = (events.last?.sequence ?? 0) + 1
    ended.time = max(events.last?.time ?? 0, wallClock() - started)
    if let name = names[signal] { ended.text = reader.texts.intern(name) }
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
