// The progress line of a long export. Owns when the line appears on standard error and when it is removed; it appears only
// on a terminal.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A progress line for work that may take more than half a second.
final class Progress {
  private let isShown = isatty(STDERR_FILENO) == 1
  // The line would mix with the output of the command if both went to the same terminal.
  private let isAlone: Bool
  private let clock = ContinuousClock()
  private var next: ContinuousClock.Instant
  private var isOnScreen = false

  /// Starts the clock; nothing is shown during the first half second.
  ///
  /// - Parameter isBeforeOutput: Whether the command prints nothing before the work is done.
  init(isBeforeOutput: Bool = false) {
    isAlone = isBeforeOutput || isatty(STDOUT_FILENO) == 0
    next = clock.now + .milliseconds(500)
  }

  deinit { end() }

  /// Shows a text, at most five times per second.
  func update(_ text: @autoclosure () -> String) {
    guard clock.now >= next else { return }
    next = clock.now + .milliseconds(200)
    show(text())
  }

  /// Shows a text now, before work that takes long.
  func show(_ text: String) {
    guard isShown, isAlone else { return }
    isOnScreen = true
    writeToStandardError("\r\u{1B}[K\(text)")
  }

  func end() {
    guard isOnScreen else { return }
    isOnScreen = false
    writeToStandardError("\r\u{1B}[K")
  }
}
