// The three standard descriptors. Owns that each is open before anything else opens a file, which would otherwise take the place of a closed
// one: a log would then be read from an event queue of the run loop.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum StandardStreams {
  /// The descriptors that were closed when the process started.
  ///
  /// Reading standard input then fails, and so does writing to a closed output. The first use must come before anything opens a file.
  static let closed: [Int32] = {
    let closed = (STDIN_FILENO...STDERR_FILENO).filter { fcntl($0, F_GETFD) < 0 }
    for descriptor in closed {
      // The lowest free descriptor is this one. It permits only what its name does not.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    return closed
  }()

  /// Whether standard input was closed when the process started.
  static var isInputClosed: Bool { closed.contains(STDIN_FILENO) }
}
