// A minimal terminal emulator: bytes in, rows of characters out. Collects colors, but does not show them.

/// The contents of an `xterm`-compatible terminal.
struct TerminalPicture: CustomTestStringConvertible {
  private(set) var columns: Int
  private(set) var rows: Int
  /// Whether the alternate screen is active.
  private(set) var isAlternate = false
  /// Whether the alternate screen has ever been active.
  private(set) var wasAlternate = false
  /// Whether the cursor is visible.
  private(set) var isCursorVisible = true
  /// Whether mouse reporting is on.
  private(set) var wantsMouse = false
  /// Whether bracketed paste is on.
  private(set) var wantsPasteBrackets = false
  /// Whether the main screen was ever shown with bracketed paste on.
  private(set) var leftPasteBracketsOn = false
  /// How often the program returned to the main screen.
  private(set) var returns = 0
  /// The text on the main screen, which the user sees above the prompt after the program exits.
  private(set) var mainText = ""

  /// The operating system commands that were sent, such as `52;c;…` for the clipboard.
  private(set) var commands: [String] = []
  /// The colors that were used, such as `31`, `38;5;114`, or `48;2;42;45;51`.
  private(set) var colors: Set<String> = []

  private var cells: [[Character]]
  private var row = 0
  private var column = 0
  private var top = 0
  private var bottom: Int
  private var last: Character = " "
  private var saved = (row: 0, column: 0)
  private var pending: [UInt8] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    bottom = rows - 1
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows from top to bottom, without trailing spaces.
  var lines: [String] {
    cells.map { row in
      var row = row
      while row.last == " " { row.removeLast() }
      return String(row)
    }
  }

  var testDescription: String { "\(columns)x\(rows):\n\(text)" }

  /// The rows as one text.
  var text: String { lines.joined(separator: "\n") }

  /// Changes the size and clears the picture; the program is expected to redraw everything.
  mutating func resize(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    (top, bottom, row, column) = (0, rows - 1, min(row, rows - 1), min(column, columns - 1))
  }

  /// Interprets the output of a program; an incomplete sequence is kept until the rest arrives.
  mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending.append(contentsOf: bytes)
    var start = 0
    while start < pending.count, let length = sequenceLength(at: start) {
      show(Array(pending[start..<start + length]))
      start += length
    }
    pending.removeFirst(start)
  }

  /// The length in bytes of the sequence or character at `start`; nil if it is incomplete.
  private func sequenceLength(at start: Int) -> Int? {
    let bytes = pending[start...]
    guard let first = bytes.first else { return nil }
    guard first == 0x1B else {
      let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
      // What follows the start of a character may be something else, because a terminal's output can be discarded anywhere.
      if let other = bytes.prefix(length).dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) { return other - start }
      return bytes.count >= length ? length : nil
    }
    guard bytes.count >= 2 else { return nil }
    switch pending[start + 1] {
    case UInt8(ascii: "["):
      let end = bytes.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) || Self.cancels($0) }
      return end.map { Self.cancels(pending[$0]) ? $0 - start : $0 - start + 1 }
    case UInt8(ascii: "]"):
      let end = bytes.firstIndex { $0 == 0x07 || $0 == UInt8(ascii: "\\") }
      return end.map { $0 - start + 1 }
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"): return bytes.count >= 3 ? 3 : nil
    default: return 2
    }
  }

  /// Whether a byte ends a sequence without effect: CAN, SUB, or the start of the next one.
  private static func cancels(_ byte: UInt8) -> Bool { [0x18, 0x1A, 0x1B].contains(byte) }

  private mutating func show(_ bytes: [UInt8]) {
    switch bytes[0] {
    case 0x1B where bytes[1] == UInt8(ascii: "["): control(bytes)
    case 0x1B where bytes[1] == UInt8(ascii: "]"):
      commands.append(String(decoding: bytes.dropFirst(2).dropLast(), as: UTF8.self))
    case 0x1B where bytes[1] == UInt8(ascii: "7"): saved = (row, column)
    case 0x1B where bytes[1] == UInt8(ascii: "8"): (row, column) = saved
    case 0x1B where bytes[1] == UInt8(ascii: "M"): if row == top { scroll(by: -1) } else { row = max(0, row - 1) }
    case 0x1B: break
    case 0x08: column = max(0, column - 1)
    case 0x09: column = min(columns - 1, (column / 8 + 1) * 8)
    case 0x0A: lineFeed()
    case 0x0D: column = 0
    case 0..<0x20: break
    default: put(Character(String(decoding: bytes, as: UTF8.self)))
    }
    if !isAlternate, bytes[0] != 0x1B { mainText += String(decoding: bytes, as: UTF8.self) }
  }

  private mutating func lineFeed() {
    if row == bottom { scroll(by: 1) } else { row = min(rows - 1, row + 1) }
  }

  private mutating func put(_ character: Character) {
    if column >= columns {
      column = 0
      lineFeed()
    }
    cells[row][column] = character
    column += 1
    last = character
  }

  private mutating func scroll(by count: Int) {
    let blank = [Character](repeating: " ", count: columns)
    for _ in 0..<abs(count) {
      if count > 0 {
        cells.remove(at: top)
        cells.insert(blank, at: bottom)
      } else {
        cells.remove(at: bottom)
        cells.insert(blank, at: top)
      }
    }
  }

  private mutating func control(_ bytes: [UInt8]) {
    guard let final = bytes.last, bytes.count > 2, (0x40...0x7E).contains(final) else { return }
    let body = String(decoding: bytes.dropFirst(2).dropLast(), as: UTF8.self)
    let isPrivate = body.hasPrefix("?")
    let numbers = body.drop { $0 == "?" || $0 == ">" }.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0) ?? 0
    }
    let first = numbers.first ?? 0
    let count = max(1, first)
    let here = min(column, columns - 1)
    switch Character(UnicodeScalar(final)) {
    case "h" where isPrivate: for number in numbers { setMode(number, true) }
    case "l" where isPrivate: for number in numbers { setMode(number, false) }
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, here - count)
    case "G": column = min(columns - 1, count - 1)
    case "d": row = min(rows - 1, count - 1)
    case "H", "f":
      row = min(rows - 1, count - 1)
      column = min(columns - 1, max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
    case "J":
      if first == 0 { eraseLine(here..<columns) } else if first == 1 { eraseLine(0..<here + 1) }
      let erased = first == 0 ? row + 1..<rows : first == 1 ? 0..<row : 0..<rows
      for index in erased { cells[index] = Array(repeating: " ", count: columns) }
    case "K": eraseLine(first == 0 ? here..<columns : first == 1 ? 0..<here + 1 : 0..<columns)
    case "X": eraseLine(here..<min(columns, here + count))
    case "P":
      cells[row].removeSubrange(here..<min(columns, here + count))
      cells[row] += Array(repeating: " ", count: columns - cells[row].count)
    case "@":
      cells[row].insert(contentsOf: Array(repeating: " ", count: count), at: here)
      cells[row] = Array(cells[row].prefix(columns))
    case "L", "M":
      let formerTop = top
      top = row
      scroll(by: final == UInt8(ascii: "L") ? -count : count)
      top = formerTop
    case "S": scroll(by: count)
    case "T": scroll(by: -count)
    case "m" where !isPrivate: noteColors(numbers)
    case "b": for _ in 0..<count { put(last) }
    case "r" where !isPrivate:
      top = max(0, count - 1)
      bottom = min(rows, numbers.count > 1 && numbers[1] > 0 ? numbers[1] : rows) - 1
      (row, column) = (0, 0)
    default: break
    }
  }

  private mutating func noteColors(_ numbers: [Int]) {
    var rest = numbers[...]
    while let first = rest.popFirst() {
      switch first {
      case 38, 48:
        let count = rest.first == 2 ? 4 : 2
        colors.insert(([first] + rest.prefix(count)).map(String.init).joined(separator: ";"))
        rest = rest.dropFirst(count)
      case 30...37, 40...47, 90...97, 100...107: colors.insert(String(first))
      default: break
      }
    }
  }

  private mutating func eraseLine(_ range: Range<Int>) {
    for index in range { cells[row][index] = " " }
  }

  private mutating func setMode(_ mode: Int, _ isOn: Bool) {
    switch mode {
    case 1049, 1047, 47:
      if isAlternate, !isOn {
        returns += 1
        leftPasteBracketsOn = leftPasteBracketsOn || wantsPasteBrackets
      }
      isAlternate = isOn
      wasAlternate = wasAlternate || isOn
      cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    case 25: isCursorVisible = isOn
    case 2004: wantsPasteBrackets = isOn
    case 1000, 1002, 1003: wantsMouse = isOn
    default: break
    }
  }
}
