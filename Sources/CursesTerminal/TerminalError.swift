// Why a screen cannot be opened, as data and as a sentence.

/// Why the terminal could not be opened.
public enum TerminalError: Error, Equatable, CustomStringConvertible {
  /// Standard output is not a terminal but, for example, a pipe or a file.
  case outputIsNoTerminal
  /// There is no source of keys: standard input is not a terminal, and the process has none.
  case noKeyboard
  /// `TERM` is not set.
  case typeUnset
  /// The system has no description of this terminal type.
  case unknownType(String)
  /// The terminal type cannot position a cursor.
  case cannotMoveCursor(String)
  /// A system call failed.
  case system(call: String, code: Int32)

  /// A sentence that states what was expected and what was found.
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
      "the screen needs a terminal that can position its cursor, and TERM=\(name) can't"
    case .system(let call, let code):
      "the terminal could not be opened: \(call) failed with error \(code)"
    }
  }
}
