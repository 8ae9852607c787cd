// A program that runs as a child of `pscope`, with everything else its own: its arguments, its environment byte for byte, its descriptors, and
// its actions for signals. Owns starting it, and waiting for it. `SignalRelay` passes signals on.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct ChildProcess {
  enum End: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  let pid: pid_t

  /// Starts a program in the process group of this process, so that keys such as Ctrl-C reach it directly.
  ///
  /// - Parameters:
  ///   - program: The path of its file.
  ///   - words: The words of the command, as C strings.
  ///   - variables: The environment variables to set; all others stay as they are.
  ///   - descriptors: What its standard descriptors are; nil for those of this process.
  /// - Throws: ``Failure`` with code 126 if the system can't start it.
  init(
    _ program: String, _ words: [UnsafeMutablePointer<CChar>?], variables: [String: String],
    descriptors: [Int32]? = nil
  ) throws {
    let environment = Self.environment(setting: variables)
    defer { for variable in environment.added { free(variable) } }
    var (pid, error) = Self.start(program, words, environment.all, descriptors)
    if error == ENOEXEC {
      // A script without a first line that names its interpreter is one of the shell, as for execvp(3).
      var shell: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sh"), strdup(program)]
      defer { for word in shell.prefix(2) { free(word) } }
      shell += words.dropFirst()
      (pid, error) = Self.start("/bin/sh", shell, environment.all, descriptors)
    }
    guard error == 0 else {
      throw Failure(sentence: "can't start \(program): \(String(cString: strerror(error))).", code: .notStarted)
    }
    self.pid = pid
  }

  private static func start(
    _ program: String, _ words: [UnsafeMutablePointer<CChar>?], _ environment: [UnsafeMutablePointer<CChar>?],
    _ descriptors: [Int32]?
  ) -> (pid: pid_t, error: Int32) {
    spawn(program, words + [nil], environment + [nil]) { actions, attributes in
      var signals = StandardSignals.changed
      posix_spawnattr_setsigdefault(&attributes, &signals)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
      if let descriptors {
        for (number, descriptor) in descriptors.enumerated() {
          posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
      } else {
        for closed in StandardStreams.closed { posix_spawn_file_actions_addclose(&actions, closed) }
      }
    }
  }

  /// The environment of this process with other values for some variables.
  private static func environment(setting variables: [String: String]) -> (
    all: [UnsafeMutablePointer<CChar>?], added: [UnsafeMutablePointer<CChar>?]
  ) {
    var kept: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      if !variables.keys.contains(where: { strncmp(variable, $0 + "=", $0.utf8.count + 1) == 0 }) {
        kept.append(variable)
      }
      next += 1
    }
    let added = variables.sorted { $0.key < $1.key }.map { strdup("\($0)=\($1)") }
    return (kept + added, added)
  }

  // MARK: Its end

  /// Waits until the program has ended.
  ///
  /// - Parameters:
  ///   - stopped: Called whenever the terminal has stopped the program, with the signal that did.
  ///   - ending: Called when it has ended, while no other process can have its ID yet.
  func wait(stopped: (Int32) -> Void = { _ in }, ending: () -> Void = {}) -> End {
    while true {
      var info = siginfo_t()
      if waitid(P_PID, id_t(pid), &info, WEXITED | WSTOPPED | WNOWAIT) != 0, errno == EINTR { continue }
      if info.si_code == Int32(CLD_STOPPED) {
        // It may have been continued in the meantime.
        info = siginfo_t()
        if waitid(P_PID, id_t(pid), &info, WSTOPPED | WNOHANG) == 0, info.si_code == Int32(CLD_STOPPED) {
          #if canImport(Glibc)
            stopped(info._sifields._sigchld.si_status)
          #else
            stopped(info.si_status)
          #endif
        }
        continue
      }
      ending()
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }
  }

  /// What a program prints, without the options that the environment has for Node.
  ///
  /// - Returns: At most the first 4,096 bytes of its standard output.
  static func output(of program: String, _ argument: String) throws -> String {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(sentence: "can't create a pipe: \(errorText()).", code: .notRecorded) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { for end in [ends[0], null] { close(end) } }
    let words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument)]
    defer { for word in words { free(word) } }
    let child: ChildProcess
    do {
      defer { close(ends[1]) }
      child = try ChildProcess(program, words, variables: ["NODE_OPTIONS": ""], descriptors: [null, ends[1], null])
    }
    var bytes = [UInt8](repeating: 0, count: 4096)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { read(ends[0], $0.baseAddress.map { $0 + count }, $0.count - count) }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { break }
      count += got
    }
    _ = child.wait()
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
