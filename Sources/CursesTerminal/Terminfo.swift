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

  /// The bytes that a signal handler writes to restore the terminal, without padding, which a handler could not honor.
  static func farewell() -> [UInt8] {
    var bytes: [UInt8] = Array("\u{1B}[?2004l".utf8)
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
