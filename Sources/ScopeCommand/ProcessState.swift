// What another process is doing. Owns the question whether a recorded program still runs; refuses to know logs.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether a process runs, as far as this one can tell.
enum ProcessState: Equatable {
  case running
  /// Stopped by Ctrl-Z, `SIGSTOP` or a debugger.
  case stopped
  /// There is none with that number, or only its exit code is left (a zombie).
  case gone
  /// The number is none.
  case unknown

  /// The state of the process with a number; those of other users count as well.
  static func of(_ pid: Int32) -> ProcessState {
    guard pid > 0 else { return .unknown }
    guard kill(pid, 0) == 0 || errno == EPERM else { return .gone }
    // The letter follows the program's name, which is in parentheses and may hold any character. proc_pid_stat(5).
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
}
