// The system's description of the terminal type, checked before curses uses it.

import CNcurses

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

enum Terminfo {
  /// Whether the terminal type is known and can position its cursor; `newterm` is less strict.
  static func checkType() throws(TerminalError) -> String {
    guard let type = environmentVariable("TERM"), !type.isEmpty else { throw .typeUnset }
    var status: Int32 = 0
    guard setupterm(nil, STDOUT_FILENO, &status) == OK else { throw .unknownType(type) }
    guard cn_can_move_cursor() else { throw .cannotMoveCursor(type) }
    return type
  }

  /// Whether the terminal reports its mouse.
  static var hasMouse: Bool { cn_capability("kmous") != nil }

  /// Switches reports about buttons, and about motion while one is pressed, in the form that has no limit of columns.
  ///
  /// xterm, "Mouse Tracking": modes 1002 and 1006.
  static func mouse(_ isOn: Bool) -> String {
    isOn ? "\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1002l"
  }

  /// The bytes that a signal handler writes to restore the terminal, without padding, which a handler could not honor.
  static func farewell() -> [UInt8] {
    var bytes: [UInt8] = Array("\u{1B}[?2004l".utf8)
    if hasMouse { bytes += Array(mouse(false).utf8) }
    for name in ["sgr0", "op", "rmkx", "rmcup", "cnorm"] {
      guard let capability = cn_capability(name) else { continue }
      var isPadding = false
      for byte in String(cString: capability).utf8 {
        if byte == UInt8(ascii: "$") { isPadding = true }
        if !isPadding { bytes.append(byte) }
        if byte == UInt8(ascii: ">") { isPadding = false }
      }
    }
    return bytes
  }
}
