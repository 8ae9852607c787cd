// Perfect hash tables of the log's words, such as the member name `cause` and the cause `resolver`.
//
// The first eight bytes of a word form a 64-bit number, and no two words of a table have both the same number and the same length. A new
// table searches for a multiplier that gives each of its words different top bits. A lookup is then one multiplication, one load and one
// comparison; for words longer than eight bytes, it also compares the rest. Owns the lookup. `LogNames` and `LogMember` provide the words.

import PromiseTrace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A set of words, each with a number from 1 to 255.
///
/// Tables are immortal.
struct LogWordTable: @unchecked Sendable {
  private struct Entry {
    var word: UInt64 = 0
    var length = -1
    /// The bytes after the first eight.
    var rest: UnsafePointer<UInt8>?
    var number: UInt8 = 0
  }

  /// Written only by the initializer.
  private let entries: UnsafeMutablePointer<Entry>
  private let multiplier: UInt64
  private let shift: UInt64

  /// Creates a table of words.
  ///
  /// At most a quarter of its entries is used, so that a multiplier is found within a few dozen attempts.
  init(_ words: [(name: StaticString, number: UInt8)]) {
    var size = 16
    while size < words.count * 4 { size *= 2 }
    let shift = UInt64(64 - size.trailingZeroBitCount)
    let keys = words.map { (word: Self.firstBytes(of: $0.name), length: $0.name.utf8CodeUnitCount) }
    var multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
    while Set(keys.map { Self.index($0.word, $0.length, multiplier, shift) }).count < keys.count {
      multiplier = multiplier &* 0x5851_F42D_4C95_7F2D &+ 2
    }
    entries = .allocate(capacity: size)
    entries.initialize(repeating: Entry(), count: size)
    for (key, word) in zip(keys, words) {
      entries[Self.index(key.word, key.length, multiplier, shift)] = Entry(
        word: key.word, length: key.length, rest: key.length > 8 ? word.name.utf8Start + 8 : nil, number: word.number)
    }
    (self.multiplier, self.shift) = (multiplier, shift)
  }

  /// The number of the word at `start`; 0 if the table has no such word.
  ///
  /// Eight bytes at `start` must be readable, even for a shorter word.
  @inline(__always)
  func number(at start: UnsafePointer<UInt8>, count: Int) -> UInt8 {
    let bytes = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self).littleEndian
    return number(firstBytes: count < 8 ? bytes & ((1 << UInt64(count * 8)) - 1) : bytes, start, count: count)
  }

  /// The number of a word whose first eight bytes the caller has loaded, with zeros after the word's end.
  @inline(__always)
  func number(firstBytes word: UInt64, _ start: UnsafePointer<UInt8>, count: Int) -> UInt8 {
    let entry = entries + Self.index(word, count, multiplier, shift)
    guard entry.pointee.word == word, entry.pointee.length == count else { return 0 }
    if let rest = entry.pointee.rest, memcmp(rest, start + 8, count - 8) != 0 { return 0 }
    return entry.pointee.number
  }

  @inline(__always)
  private static func index(_ word: UInt64, _ length: Int, _ multiplier: UInt64, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: ((word ^ UInt64(truncatingIfNeeded: length)) &* multiplier) >> shift)
  }

  private static func firstBytes(of name: StaticString) -> UInt64 {
    var word: UInt64 = 0
    for (index, byte) in name.bytes.prefix(8).enumerated() { word |= UInt64(byte) << UInt64(index * 8) }
    return word
  }
}
