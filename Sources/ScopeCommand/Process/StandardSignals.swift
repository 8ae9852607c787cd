// The signals that `pscope` ignores for itself, and that a program which it starts must get as they were. Owns which ones.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum StandardSignals {
  /// The ignored signals that had their default action when the process started.
  static var changed: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in ignored { sigaddset(&set, number) }
    return set
  }

  /// Signals of failed writes, which become errors of the call.
  private static let ignored: [Int32] = [SIGPIPE, SIGXFSZ].filter { number in
    let former = signal(number, SIG_IGN)
    return unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
  }

  static func ignore() { _ = ignored }
}
