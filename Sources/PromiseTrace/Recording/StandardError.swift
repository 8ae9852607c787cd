// What a recording reports on standard error, because it has no caller. Owns that this neither blocks nor ends the program.

import CPromiseRuntime

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What standard error was at the first use; nil if it was closed.
private let standardError = FileIdentity(descriptor: STDERR_FILENO)

/// Remembers what standard error is, because a program that closes it later may open a file of its own in its place.
func rememberStandardError() { _ = standardError }

/// Writes one line to standard error, unless that has become another file.
///
/// A stream that accepts nothing receives nothing, so that the program does not wait.
func complain(_ message: String) {
  guard let standardError, FileIdentity(descriptor: STDERR_FILENO) == standardError else { return }
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
