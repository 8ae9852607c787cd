// What the system knows about this kind of terminal, before curses is asked to use it.

import CNcurses

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

enum Terminfo {
  /// Whether this kind of terminal is known and can place its cursor; `newterm` is less strict.
  static func checkType() throws(TerminalError) -> String {
    guard let type = environmentVariable("TERM"), !type.isEmpty else { throw .typeUnset }
    var status: Int32 = 0
    guard setupterm(nil, STDOUT_FILENO, &status) == OK else { throw .unknownType(type) }
    guard cn_can_move_cursor() else { throw .cannotMoveCursor(type) }
    return type
  }

  /// What a handler writes to give the terminal back: no marks of padding, which a handler could not obey.
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
