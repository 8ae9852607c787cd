// Why there can be no screen here, as data and as a sentence for a person.

/// Why the terminal could not be opened.
public enum TerminalError: Error, Equatable, CustomStringConvertible {
  /// Standard output is no terminal: a pipe, a file, a job without one.
  case outputIsNoTerminal
  /// Keys can come from nowhere: standard input is no terminal and the process has none.
  case noKeyboard
  /// The environment does not say what kind of terminal this is.
  case typeUnset
  /// The system has no description of this kind of terminal.
  case unknownType(String)
  /// The kind is known and cannot place a cursor.
  case cannotMoveCursor(String)
  /// The operating system refused.
  case system(call: String, code: Int32)

  /// One sentence that says what was expected and what was found.
  public var description: String {
    switch self {
    case .outputIsNoTerminal:
      "the screen needs a terminal, and standard output is none"
    case .noKeyboard:
      "the screen needs a keyboard, and neither standard input nor /dev/tty is a terminal"
    case .typeUnset:
      "the screen needs to know the terminal, and TERM is not set (try TERM=xterm-256color)"
    case .unknownType(let name):
      "the screen needs to know the terminal, and this machine has no description of TERM=\(name) "
        + "(try TERM=xterm-256color, or install ncurses-term)"
    case .cannotMoveCursor(let name):
      "the screen needs a terminal that can place its cursor, and TERM=\(name) can't"
    case .system(let call, let code):
      "the terminal could not be opened: \(call) failed with error \(code)"
    }
  }
}
