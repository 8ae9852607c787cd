// Why the memory of a process can't be read, as data; `pscope` makes sentences of it.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why the memory of a process can't be read.
package enum ProcessError: Error, Equatable, Sendable {
  /// Whose right is missing.
  package enum Permission: Equatable, Sendable {
    /// The process belongs to another user.
    case user(UInt32)
    /// The user is the same, but `ptrace_scope` admits only parents (1), only administrators (2), or no process at all (3).
    case scope(Int)
    /// An administrator without CAP_SYS_PTRACE, as in a container.
    case container
    /// The process has more rights than its user, or does not allow others to read it.
    case process
  }

  /// The system has no way that this version knows.
  case unsupportedSystem
  case noSuchProcess
  /// It has ended, but its parent has not noticed yet.
  case zombie
  /// A thread of the kernel, which has no program.
  case kernelThread
  case notPermitted(Permission)
  /// Another debugger is attached.
  case traced(by: Int32)
  /// It ended while it was read.
  case ended
  /// It executed another program while it was read.
  case replaced
  /// Reading was canceled.
  case canceled
  /// What is no ELF file of this machine's kind.
  case notELF
  /// The executable has no table of symbols: it was stripped, or is linked statically.
  case noSymbols
  /// What is no core file.
  case notCore
  /// The executable of a core file is missing or has changed; the path is nil if the core file does not have it.
  case noExecutable(path: String?)
  /// The system refused something else, for a reason with a number.
  case system(Int32)

  /// Why a process could not be seized.
  init(seizing process: Int32, _ error: Int32) {
    switch error {
    case ESRCH: self = .noSuchProcess
    case EPERM, EACCES: self = .refusal(of: process)
    case ENOSYS: self = .unsupportedSystem
    default: self = .system(error)
    }
  }

  /// Why the system refuses to let this process read another one.
  static func refusal(of process: Int32) -> ProcessError {
    guard let status = ProcessStatus(of: process) else { return .noSuchProcess }
    if status.tracer != 0 { return .traced(by: status.tracer) }
    if status.isZombie { return .zombie }
    let user = geteuid()
    let scope = SystemFile.text("/proc/sys/kernel/yama/ptrace_scope").flatMap { Int($0.prefix { $0 != "\n" }) } ?? 0
    if user == 0 { return .notPermitted(scope == 3 ? .scope(3) : .container) }
    if status.user != user { return .notPermitted(.user(status.user)) }
    return .notPermitted(scope > 0 ? .scope(scope) : .process)
  }
}
