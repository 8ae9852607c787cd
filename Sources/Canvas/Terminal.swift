// The part of a terminal that a screen needs, as a protocol, so that tests need no terminal.
//
// Owns the protocol and its events. Knows no real terminal.

/// The reason why a terminal delivers no more events.
public enum TerminalEnd: Sendable, Hashable {
  /// The program received this signal (`SIGTERM`, `SIGQUIT`).
  case terminated(signal: Int32)
  /// The terminal was closed.
  case hungUp
}

/// An event from a terminal.
public enum TerminalEvent: Sendable, Hashable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted; it can contain anything.
  case paste(String)
  /// The mouse was used.
  case mouse(MouseEvent)
  /// The terminal changed its size, or lost its content, which has to be presented again.
  case resized(Size)
  /// Another thread woke the terminal.
  case woken
  /// No event arrived in time.
  case timedOut
  /// No further event will arrive.
  case ended(TerminalEnd)
}

/// A screen and a keyboard.
///
/// One thread owns a terminal. Other threads may only wake it, with a method of the implementation.
public protocol Terminal: AnyObject {
  /// The size at the last event.
  var size: Size { get }
  /// Whether the terminal shows more than ASCII.
  var showsUnicode: Bool { get }

  /// Shows a grid. Rows that did not change cost almost nothing.
  ///
  /// - Parameter grid: The grid to show; clipped or padded with blanks to the size of the terminal.
  func present(_ grid: Grid)

  /// Waits for the next event.
  ///
  /// - Parameter timeout: How long to wait; zero polls, nil waits indefinitely.
  /// - Returns: One event; ``TerminalEvent/timedOut`` if none arrived.
  func next(timeout: Duration?) -> TerminalEvent

  /// Hands the terminal to another program, such as an editor, and takes it back.
  ///
  /// Ctrl-C belongs to that program meanwhile. Afterwards, a ``TerminalEvent/resized(_:)`` requests the picture again.
  ///
  /// - Parameter body: Runs the program and waits for it; called once, on the calling thread.
  func suspend(_ body: () -> Void)

  /// Copies a text to the user's clipboard, if the terminal allows it.
  func copy(_ text: String)
}

extension Terminal {
  /// Calls `body` by default.
  public func suspend(_ body: () -> Void) { body() }
  /// Has no effect by default.
  public func copy(_ text: String) {}
}
