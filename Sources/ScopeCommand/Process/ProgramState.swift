// The state of another process, as visible to this one. Owns finding out whether a recorded program is still running. Does not read events.

import ChainScreen
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ProgramState {
  /// The state of a process, including processes of other users.
  static func of(_ pid: Int32) -> ProgramState {
    guard pid > 0 else { return .unknown }
    guard kill(pid, 0) == 0 || errno == EPERM else { return .gone }
    // The state follows the name of the program, which is in parentheses and may contain any character. proc_pid_stat(5).
    let file = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return .running }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = max(0, read(file, &bytes, bytes.count))
    guard let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count else { return .running }
    switch bytes[end + 2] {
    case UInt8(ascii: "T"), UInt8(ascii: "t"): return .stopped
    case UInt8(ascii: "Z"), UInt8(ascii: "X"), UInt8(ascii: "x"): return .gone
    default: return .running
    }
  }

  /// The state of the program that writes a log, as far as this machine can tell.
  ///
  /// If the log comes from another machine, or is old, another process may have its process ID. A recording keeps the modification time of
  /// its file current, so a program whose file has not changed for a minute is not that process; nor does any program append to
  /// compressed data. The process ID of a program in another PID namespace, such as a container's, says nothing here: such a program runs
  /// if its file has just changed.
  ///
  /// - Parameters:
  ///   - header: The log's header.
  ///   - path: The path of the log, `-` for standard input; nil for a scenario.
  ///   - isFollowed: Whether the log is followed: a quiet program is then believed to run.
  /// - Returns: The state; ``unknown`` if the process is probably another one.
  static func ofProgram(_ header: LogHeader, writing path: String?, isFollowed: Bool) -> ProgramState {
    if !header.pidNamespace.isEmpty, header.pidNamespace != ProcessNamespace.current {
      return path.flatMap(secondsSinceChange).map { $0 <= 5 } ?? false ? .running : .unknown
    }
    let state = of(header.pid)
    guard !isFollowed, state == .running, let seconds = path.flatMap(secondsSinceChange) else { return state }
    return seconds <= 60 ? state : .unknown
  }

  /// The age of a regular file's modification time; the highest number for compressed data, and nil for other files.
  private static func secondsSinceChange(_ path: String) -> Int64? {
    var status = stat()
    guard (path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0, isRegular(status) else { return nil }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return GzipPipe.isGzip(path) ? .max : Int64(now.tv_sec) - modificationTime(status) / 1_000_000_000
  }
}
