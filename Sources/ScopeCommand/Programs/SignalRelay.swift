// The signals that `pscope` receives while it records a program. Owns passing them on, and stopping with the program.
//
// The program is in the same process group, so the keys of the terminal (Ctrl-C, Ctrl-\, Ctrl-Z), its size, and what a process sends to the group
// reach it without help. Only what was sent to `pscope` itself is passed on; a witness tells the two apart.

import CSignalWitness
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The relay of signals to one program.
enum SignalRelay {
  /// The program's process ID; 0 while there is none.
  private static let program = Atomic<Int32>(0)
  /// The signals that arrived before the program had an ID, one bit each.
  private static let early = Atomic<UInt64>(0)

  /// The signals that are passed on.
  private static let signals = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGWINCH, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU,
  ]

  /// Installs the handlers; signals that were ignored when the process started (nohup) stay ignored, also by the program.
  ///
  /// - Parameter words: The number of words of the program's command, which end the arguments of this process.
  static func begin(besides words: Int = 0) {
    startWitness(besides: words)
    for number in signals { install(number) }
  }

  /// Starts the process that notices which signals are sent to the whole process group.
  static func startWitness(besides words: Int) { witness_start(CommandLine.argc - Int32(words)) }

  /// Whether a signal that this process received was sent to its process group, and so to the program.
  static func wasForGroup(_ number: Int32) -> Bool { witness_saw(number) == 1 }

  /// Passes signals on to a program from now on; nil for none anymore.
  static func pass(to pid: pid_t?) {
    program.store(pid ?? 0, ordering: .sequentiallyConsistent)
    if let pid { passEarly(to: pid) }
  }

  /// Passes on what arrived before; async-signal-safe.
  private static func passEarly(to pid: pid_t) {
    var signals = early.exchange(0, ordering: .sequentiallyConsistent)
    while signals != 0 {
      kill(pid, Int32(signals.trailingZeroBitCount))
      signals &= signals - 1
    }
  }

  /// Restores the default actions, and ends the witness.
  static func end() {
    for number in signals where !isIgnored(number) {
      // Discards a signal that the program has had as well, and of which no thread of this process has run the handler yet.
      _ = signal(number, SIG_IGN)
      _ = signal(number, SIG_DFL)
    }
    witness_end()
  }

  /// Stops this process by the signal that has stopped the program.
  ///
  /// - Parameter number: The signal. Those that the terminal does not send stop only the program.
  static func stop(by number: Int32) {
    guard [SIGTSTP, SIGTTIN, SIGTTOU].contains(number) else { return }
    // The signal stays blocked until it has its default action. If the terminal's own signal arrives only then and stops this process, continuing
    // the process discards the blocked one; sent later, it would stop the process a second time. It is for this thread, because another thread
    // might take one for the process only after the last line.
    var (set, former) = (sigset_t(), sigset_t())
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_BLOCK, &set, &former)
    pthread_kill(pthread_self(), number)
    _ = signal(number, SIG_DFL)
    pthread_sigmask(SIG_SETMASK, &former, nil)
    // The process continues here, and the handler of SIGCONT passes that on.
    install(number)
  }

  /// Ends this process by the signal that ended the program, as its parent expects.
  static func die(by number: Int32) -> Never {
    // The program has left a core file, if it should.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue)), &none)
    #else
      setrlimit(RLIMIT_CORE, &none)
    #endif
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    _ = signal(number, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), number)
    // The signal is ignored, or pending on another thread.
    usleep(100_000)
    exit(128 + number)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Glibc)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    #else
      return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    #endif
  }

  private static func install(_ number: Int32) {
    guard !isIgnored(number) else { return }
    // Only async-signal-safe operations.
    let handler: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void = {
      number, info, _ in
      let error = errno
      defer { errno = error }
      #if canImport(Glibc)
        let isOfTerminal = (info?.pointee.si_code ?? 1) > 0
      #else
        let isOfTerminal = info?.pointee.si_code != 0x10001
      #endif
      let witness = witness_saw(number)
      let pid = SignalRelay.program.load(ordering: .sequentiallyConsistent)
      // Before the program starts, it gets nothing by itself.
      if witness == 1 ? pid > 0 : witness < 0 && isOfTerminal { return }
      SignalRelay.early.bitwiseOr(1 << UInt64(number), ordering: .sequentiallyConsistent)
      if pid > 0 { SignalRelay.passEarly(to: pid) }
    }
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_sigaction = handler
    #else
      action.__sigaction_u.__sa_sigaction = handler
    #endif
    action.sa_flags = Int32(SA_SIGINFO) | Int32(SA_RESTART)
    sigfillset(&action.sa_mask)
    sigaction(number, &action, nil)
  }
}
