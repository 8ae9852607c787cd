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
  /// If the log comes from another machine, or is old, another process may have its process ID. A recording proves every ten seconds that its
  /// program runs, so a program that has written nothing for a minute is not that process; nor does any program append to compressed data. The
  /// process ID of a program in another PID namespace, such as a container's, says nothing here: such a program runs if its last event is recent.
  ///
  /// - Parameters:
  ///   - header: The log's header.
  ///   - path: The path of the log, `-` for standard input; nil for a scenario.
  ///   - lastEvent: The time of the last event that was read, in nanoseconds since the log's start.
  ///   - isFollowed: Whether the log is followed: a quiet program is then believed to run.
  /// - Returns: The state; ``unknown`` if the process is probably another one.
  static func ofProgram(
    _ header: LogHeader, writing path: String?, lastEvent: Int64, isFollowed: Bool
  ) -> ProgramState {
    let isAppendable = path.map { !GzipPipe.isGzip($0) } ?? true
    let silence = isAppendable ? header.elapsed.map { $0 - max(0, lastEvent) } ?? .max : .max
    guard header.hasLocalPID else { return silence <= 12_000_000_000 ? .running : .unknown }
    let state = of(header.pid)
    return state == .running && !isFollowed && silence > 60_000_000_000 ? .unknown : state
  }
}
