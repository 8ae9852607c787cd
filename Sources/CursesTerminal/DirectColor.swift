// Lets curses use any red, green, and blue on a terminal whose description knows only the palette.
//
// Few systems have descriptions such as xterm-direct, and few terminals are named after them, but nearly all terminals understand
// the sequences. So the terminal's own description is compiled again with these sequences, and passed to `newterm` in the environment.
//
// Sources: term(5), "EXTENDED STORAGE FORMAT" and "EXTENDED NUMBER FORMAT"; ncurses(3X), TERMINFO with `hex:`; user_caps(5), RGB.

import CNcurses

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

enum DirectColor {
  static let colors: Int32 = 0x1000000
  private static let pairs: Int32 = 0x10000

  /// Calls `open` with a description that has direct colors in the environment.
  ///
  /// - Parameters:
  ///   - isWanted: Whether to use direct colors; no effect on a terminal with fewer than 256 colors.
  ///   - open: Opens the screen; called again with the system's description if the first call returns nil.
  /// - Returns: The result of `open`.
  static func whileDescribed<Screen>(_ isWanted: Bool, _ open: () -> Screen?) -> Screen? {
    guard isWanted, 256..<colors ~= cn_number("colors"), let type = environmentVariable("TERM") else { return open() }
    let former = environmentVariable("TERMINFO")
    setenv("TERMINFO", "hex:" + hexadecimal(description(named: type)), 1)
    let screen = open()
    if let former { setenv("TERMINFO", former, 1) } else { unsetenv("TERMINFO") }
    return screen ?? open()
  }

  /// The compiled description of the terminal that `setupterm` has loaded, with direct colors.
  static func description(named type: String) -> [UInt8] {
    let removed: Set = ["ccc", "initc", "initp", "oc", "setf", "setb", "scp"]
    let names = Array("\(type)|with direct colors".utf8) + [0]
    let flags = all(cn_flag_name).map { UInt8(cn_flag($0) > 0 && !removed.contains($0) ? 1 : 0) }
    let numbers = all(cn_number_name).map { name in
      switch name {
      case "colors": colors
      case "pairs": pairs
      default: max(-1, cn_number(name))
      }
    }
    var offsets: [UInt16] = []
    var table: [UInt8] = []
    for name in all(cn_string_name) {
      let bytes: [UInt8]? =
        switch name {
        case "setaf": Array(sequence(basic: "3", direct: "38").utf8)
        case "setab": Array(sequence(basic: "4", direct: "48").utf8)
        default: removed.contains(name) ? nil : capability(name)
        }
      guard let bytes else {
        offsets.append(.max)
        continue
      }
      offsets.append(UInt16(table.count))
      table += bytes + [0]
    }
    var file = [0x021E, names.count, flags.count, numbers.count, offsets.count, table.count].flatMap(short)
    file += names + flags
    if file.count % 2 == 1 { file.append(0) }
    file += numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    file += offsets.flatMap { short(Int($0)) } + table
    if file.count % 2 == 1 { file.append(0) }
    return file + extensions
  }

  /// The user-defined flags `AX`, if the terminal has it, and `RGB`.
  private static var extensions: [UInt8] {
    let flags = (cn_flag("AX") > 0 ? ["AX"] : []) + ["RGB"]
    var offsets: [Int] = []
    var names: [UInt8] = []
    for flag in flags {
      offsets.append(names.count)
      names += Array(flag.utf8) + [0]
    }
    var bytes = [flags.count, 0, 0, flags.count, names.count].flatMap(short)
    bytes += flags.map { _ in UInt8(1) }
    if bytes.count % 2 == 1 { bytes.append(0) }
    return bytes + offsets.flatMap(short) + names
  }

  /// Colors below 8 are those of ANSI; all others are 0xRRGGBB.
  private static func sequence(basic: String, direct: String) -> String {
    "\u{1B}[%?%p1%{8}%<%t\(basic)%p1%d%e\(direct);2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"
  }

  private static func all(_ name: (Int32) -> UnsafePointer<CChar>?) -> [String] {
    var names: [String] = []
    while let next = name(Int32(names.count)) { names.append(String(cString: next)) }
    return names
  }

  private static func capability(_ name: String) -> [UInt8]? {
    cn_capability(name).map { Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map { UInt8(bitPattern: $0) } }
  }

  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
