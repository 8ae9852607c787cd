// The three standard descriptors. Owns that each is open before anything else opens a file, which would otherwise take the place of a closed
// one: a log would then be read from an event queue of the run loop.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum StandardStreams {
  /// Whether standard input was closed when the process started.
  ///
  /// Reading it then fails, and so does writing to a closed output. The first use must come before anything opens a file.
  static let isInputClosed: Bool = {
    let isClosed = fcntl(STDIN_FILENO, F_GETFD) < 0
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free descriptor is this one. It permits only what its name does not.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    return isClosed
  }()
}
