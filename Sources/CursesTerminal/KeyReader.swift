// Converts curses codes to keys, pastes, and clicks. Owns partially read input; never waits.

import CNcurses
import Canvas

struct KeyReader {
  private static let pasteBegin: Int32 = 0x1F01
  private static let pasteEnd: Int32 = 0x1F02
  private static let pasteLimit = 65_536

  private var pasted: String?

  /// Whether a paste has started but not ended.
  var isPasting: Bool { pasted != nil }

  /// Defines the brackets around pasted text as keys; the screen must be open.
  static func prepare() {
    define_key("\u{1B}[200~", pasteBegin)
    define_key("\u{1B}[201~", pasteEnd)
  }

  /// Reads all available input.
  mutating func read(into events: inout [TerminalEvent]) {
    while true {
      var code: wint_t = 0
      let result = wget_wch(cn_screen(), &code)
      if result == ERR { return }
      if result == KEY_CODE_YES {
        special(Int32(bitPattern: code), into: &events)
      } else if let scalar = Unicode.Scalar(code) {
        character(scalar, into: &events)
      }
    }
  }

  /// Stops waiting for the end of a paste.
  mutating func endPaste(into events: inout [TerminalEvent]) {
    if let text = pasted { events.append(.paste(text)) }
    pasted = nil
  }

  private mutating func special(_ code: Int32, into events: inout [TerminalEvent]) {
    switch code {
    case Self.pasteBegin: pasted = ""
    case Self.pasteEnd: endPaste(into: &events)
    default:
      guard pasted == nil, let key = Self.key(code) else { return }
      events.append(.key(key))
    }
  }

  private mutating func character(_ scalar: Unicode.Scalar, into events: inout [TerminalEvent]) {
    if pasted != nil {
      if (pasted?.utf8.count ?? 0) < Self.pasteLimit { pasted?.unicodeScalars.append(scalar) }
      return
    }
    let key: Key =
      switch scalar.value {
      case 9: .tab
      case 10, 13: .enter
      case 27: .escape
      case 8, 127: .backspace
      case 0: .control(" ")
      case 1...26: .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60)))
      case 28...31: .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40)))
      default: .character(Character(scalar))
      }
    events.append(.key(key))
  }

  /// The key that a code of curses stands for; nil if the screen has no use for it.
  static func key(_ code: Int32) -> Key? {
    for number in 1...12 where code == cn_function_key(Int32(number)) { return .function(number) }
    switch code {
    case KEY_UP: return .up
    case KEY_DOWN: return .down
    case KEY_LEFT: return .left
    case KEY_RIGHT: return .right
    case KEY_HOME, KEY_FIND, KEY_A1: return .home
    case KEY_END, KEY_SELECT, KEY_C1, KEY_LL: return .end
    case KEY_PPAGE, KEY_A3: return .pageUp
    case KEY_NPAGE, KEY_C3: return .pageDown
    case KEY_ENTER: return .enter
    case KEY_BACKSPACE: return .backspace
    case KEY_BTAB: return .backTab
    case KEY_IC: return .insert
    case KEY_DC: return .delete
    default: return nil
    }
  }
}
