// A line on standard error that says how far a long export is. Owns when it appears and that it disappears. Refuses to show
// itself where standard error is no terminal.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Progress of work that may take longer than a person likes to wait without a word.
final class Progress {
  private let isShown = isatty(STDERR_FILENO) == 1
  // Not where the work's own output scrolls by: on the same terminal both would mix.
  private let isAlone = isatty(STDOUT_FILENO) == 0
  private let clock = ContinuousClock()
  private var next: ContinuousClock.Instant
  private var isOnScreen = false

  /// Starts; nothing is shown in the first half second.
  init() { next = clock.now + .milliseconds(500) }

  deinit { end() }

  /// Shows a text, five times a second at most.
  func update(_ text: @autoclosure () -> String) {
    guard isShown, isAlone, clock.now >= next else { return }
    next = clock.now + .milliseconds(200)
    isOnScreen = true
    writeToStandardError("\r\u{1B}[K\(text())")
  }

  /// Takes the line away.
  func end() {
    guard isOnScreen else { return }
    isOnScreen = false
    writeToStandardError("\r\u{1B}[K")
  }
}
