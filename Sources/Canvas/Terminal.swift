// What a screen needs from a terminal, so that screens can be tested with none.
//
// Owns the protocol and what can come out of it. Refuses to know any terminal.

/// Why a terminal will bring no more events.
public enum TerminalEnd: Sendable, Hashable {
  /// Someone asked the program to end with this signal (`SIGTERM`, `SIGQUIT`).
  case terminated(signal: Int32)
  /// The terminal went away.
  case hungUp
}

/// What came from a terminal.
public enum TerminalEvent: Sendable, Hashable {
  /// A key.
  case key(Key)
  /// Text pasted in one piece; it may hold anything.
  case paste(String)
  /// The mouse.
  case mouse(MouseEvent)
  /// The terminal has another size, or its content was lost and must be presented again.
  case resized(Size)
  /// Somebody called for attention from another thread.
  case woken
  /// Nothing came in time.
  case timedOut
  /// Nothing will come any more.
  case ended(TerminalEnd)
}

/// A screen and a keyboard.
///
/// One thread owns a terminal; waking is the only thing others may do to it, by means its implementation gives.
public protocol Terminal: AnyObject {
  /// Columns and rows, as of the last event.
  var size: Size { get }
  /// Whether the terminal shows more than ASCII.
  var showsUnicode: Bool { get }

  /// Shows a grid. Costs next to nothing for rows that did not change.
  ///
  /// - Parameter grid: What to show; cut or padded with blanks where its size is not the terminal's.
  func present(_ grid: Grid)

  /// Waits for what comes next.
  ///
  /// - Parameter timeout: How long to wait; zero looks without waiting, nil waits for ever.
  /// - Returns: One event; ``TerminalEvent/timedOut`` where none came.
  func next(timeout: Duration?) -> TerminalEvent
}
