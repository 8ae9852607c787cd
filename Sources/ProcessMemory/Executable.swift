// The program of a process: which file it is, and whether the process still executes it.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The executable of a running process.
struct Executable: ~Copyable {
  let status: ProcessStatus
  /// As the mappings of the process name it.
  let path: String
  let file: SystemFile
  private let identity: FileIdentity

  /// Opens the executable.
  ///
  /// - Throws: Why the process can't be read, as far as that is known before it is.
  init(of process: Int32) throws(ProcessError) {
    guard let status = ProcessStatus(of: process) else { throw .noSuchProcess }
    if status.isZombie { throw .zombie }
    if status.tracer != 0 { throw .traced(by: status.tracer) }
    guard let path = SystemFile.link(ProcessStatus.executableFile(of: process)),
      let file = SystemFile(ProcessStatus.executableFile(of: process))
    else {
      switch errno {
      case ENOENT: throw .kernelThread
      case EACCES, EPERM: throw .refusal(of: process)
      case ESRCH: throw .noSuchProcess
      case let error: throw .system(error)
      }
    }
    (self.status, self.path) = (status, path)
    identity = file.identity
    self.file = file
  }

  /// Whether the process has not executed another program.
  var isUnchanged: Bool {
    SystemFile(ProcessStatus.executableFile(of: status.process))?.identity == identity
  }
}
