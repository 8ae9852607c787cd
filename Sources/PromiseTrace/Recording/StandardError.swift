// What a recording reports on standard error, because it has no caller. Owns that this neither blocks nor ends the program.

import CPromiseRuntime

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes one line to standard error.
///
/// A stream that accepts nothing receives nothing, so that the program does not wait.
func complain(_ message: String) {
  let line = Array("PromiseScope: \(message)\n".utf8)
  withSignalsHeld {
    var request = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, 0) == 1, request.revents & Int16(POLLOUT) != 0 else { return }
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// Runs `body`, which writes to a file, without delivering signals to it, nor those of a failed write to the program.
func withSignalsHeld(_ body: () -> Void) {
  var held = PSHeldSignals()
  psHoldSignals(&held)
  body()
  psReleaseSignals(&held)
}
