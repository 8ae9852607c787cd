// Converts curses codes to keys, pastes, and mouse events. Owns partially read input; never waits.

import CNcurses
import Canvas

struct KeyReader {
  static let pasteBegin: Int32 = 0x1F01
  static let pasteEnd: Int32 = 0x1F02
  static let mouseBegin: Int32 = 0x1F03
  private static let oldMouseBegin: Int32 = 0x1F04
  private static let pasteLimit = 65_536

  /// Sequences of keys with modifiers, and of keys on terminals that differ from their description, with codes of their own.
  static let sequences: [(sequence: String, code: Int32, key: Key)] = {
    var all: [(String, Key)] = [("\u{1B}[Z", .backTab)]
    let arrows: [(String, Key, Key, Key)] = [
      ("A", .up, .shiftUp, .controlUp), ("B", .down, .shiftDown, .controlDown),
      ("C", .right, .shiftRight, .controlRight), ("D", .left, .shiftLeft, .controlLeft),
    ]
    for (letter, plain, shift, control) in arrows {
      all += [
        ("\u{1B}[\(letter)", plain), ("\u{1B}O\(letter)", plain), ("\u{1B}[1;2\(letter)", shift),
        ("\u{1B}[1;5\(letter)", control),
      ]
    }
    for (letter, key) in [("H", Key.home), ("F", .end)] {
      all += [("\u{1B}[\(letter)", key), ("\u{1B}O\(letter)", key)]
    }
    for (number, key) in [("1", Key.home), ("4", .end), ("7", .home), ("8", .end)] {
      all.append(("\u{1B}[\(number)~", key))
    }
    for (index, letter) in "PQRS".enumerated() { all.append(("\u{1B}O\(letter)", .function(index + 1))) }
    for (index, number) in [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].enumerated() {
      all.append(("\u{1B}[\(number)~", .function(index + 1)))
    }
    return all.enumerated().map { ($1.0, 0x1F10 + Int32($0), $1.1) }
  }()

  static let replyBegin: Int32 = 0x1F05
  private static let replyLimit = 64

  private var pasted: String?
  private var mouse = MouseReader()
  /// The part of the terminal's reply that was read; nil outside of one.
  private var partialReply: String?
  /// The terminal's reply to a question, once it is complete.
  private var reply: String?
  /// Whether a question has no reply yet.
  private(set) var expectsReply = false

  /// Whether something has started but not ended: a paste, a mouse event, or a reply.
  var isIncomplete: Bool { pasted != nil || partialReply != nil || mouse.isReading }

  /// Defines the brackets around pasted text, the starts of mouse events, and keys with modifiers; the screen must be open.
  static func prepare() {
    define_key("\u{1B}[200~", pasteBegin)
    define_key("\u{1B}[201~", pasteEnd)
    // Curses reports a drag as further presses, so these replace its own mouse, and `MouseReader` parses the events.
    define_key("\u{1B}[<", mouseBegin)
    define_key("\u{1B}[M", oldMouseBegin)
    for (sequence, code, _) in sequences {
      // The description of the terminal takes precedence, unless it gives the key a code that has no name here.
      let defined = key_defined(sequence)
      if defined >= 0, key(defined) == nil { define_key(sequence, code) }
    }
  }

  /// Recognizes an operating system command in the input as the reply to a question.
  ///
  /// Only while a reply is expected, because Alt with `]` sends the same start.
  mutating func expectReply() {
    expectsReply = true
    define_key("\u{1B}]", Self.replyBegin)
  }

  mutating func takeReply() -> String? {
    defer { reply = nil }
    return reply
  }

  /// Stops waiting for a reply.
  mutating func forgetReply() {
    expectsReply = false
    partialReply = nil
    define_key("\u{1B}]", 0)
  }

  /// Reads all available input; a press whose release is already there becomes a click.
  mutating func read(into events: inout [TerminalEvent]) {
    let first = events.count
    readAll(into: &events)
    var index = max(0, first)
    while index + 1 < events.count {
      if case .mouse(let press) = events[index], press.action == .press,
        case .mouse(let release) = events[index + 1], release.action == .release,
        (press.column, press.row) == (release.column, release.row)
      {
        events[index] = .mouse(MouseEvent(.click, column: press.column, row: press.row))
        events.remove(at: index + 1)
      }
      index += 1
    }
  }

  private mutating func readAll(into events: inout [TerminalEvent]) {
    var failures = 0
    // Curses also fails after bytes that are not text, and may then have read more than it reports.
    while failures < 3 {
      var code: wint_t = 0
      let result = wget_wch(cn_screen(), &code)
      failures = result == ERR ? failures + 1 : 0
      if result == ERR { continue }
      if result == KEY_CODE_YES {
        special(Int32(bitPattern: code), into: &events)
      } else if let scalar = Unicode.Scalar(code) {
        character(scalar, into: &events)
      }
    }
  }

  /// Stops waiting for the end of what has started; what was pasted so far is kept.
  mutating func giveUp(into events: inout [TerminalEvent]) {
    endPaste(into: &events)
    mouse.abandon()
    if partialReply != nil { forgetReply() }
  }

  private mutating func endPaste(into events: inout [TerminalEvent]) {
    if let text = pasted { events.append(.paste(text)) }
    pasted = nil
  }

  /// Takes a code of curses.
  mutating func special(_ code: Int32, into events: inout [TerminalEvent]) {
    switch code {
    case Self.pasteBegin: pasted = ""
    case Self.pasteEnd: endPaste(into: &events)
    case Self.replyBegin: partialReply = ""
    case Self.mouseBegin: mouse.begin()
    case Self.oldMouseBegin: mouse.beginOld()
    default:
      guard pasted == nil, let key = Self.key(code) else { return }
      events.append(.key(key))
    }
  }

  mutating func character(_ scalar: Unicode.Scalar, into events: inout [TerminalEvent]) {
    if let part = partialReply {
      // It ends with BEL, or with ESC and a backslash.
      if scalar == "\u{7}" || (scalar == "\\" && part.hasSuffix("\u{1B}")) || part.count > Self.replyLimit {
        forgetReply()
        reply = part
      } else {
        partialReply = part + String(Character(scalar))
      }
      return
    }
    if mouse.isReading {
      if let event = mouse.read(scalar) { events.append(.mouse(event)) }
      // A character that belongs to no mouse event is a key.
      if !mouse.hasRejected { return }
    }
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
    if let defined = sequences.first(where: { $0.code == code }) { return defined.key }
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
    case KEY_SLEFT: return .shiftLeft
    case KEY_SRIGHT: return .shiftRight
    case KEY_SR: return .shiftUp
    case KEY_SF: return .shiftDown
    case KEY_IC: return .insert
    case KEY_DC: return .delete
    default: return nil
    }
  }
}
