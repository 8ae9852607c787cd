// The start of a log as a number. Owns parsing the one format that log headers use.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension LogHeader {
  /// Nanoseconds from 1970 to ``LogHeader/started``; nil if that is not a date of the form `2026-11-21T09:00:00.000Z`, or too
  /// far from 1970 for 64 bits.
  package var startedNanoseconds: Int64? {
    let text = Array(started.utf8)
    let form = Array("0000-00-00T00:00:00.000Z".utf8)
    let isDigit = form.map { $0 == UInt8(ascii: "0") }
    guard text.count == form.count,
      text.indices.allSatisfy({ isDigit[$0] ? text[$0] &- 0x30 < 10 : text[$0] == form[$0] })
    else { return nil }
    func number(_ range: Range<Int>) -> Int32 { text[range].reduce(0) { $0 * 10 + Int32($1 - 0x30) } }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (number(0..<4) - 1900, number(5..<7) - 1, number(8..<10))
    (time.tm_hour, time.tm_min, time.tm_sec) = (number(11..<13), number(14..<16), number(17..<19))
    let written = time
    let seconds = Int64(timegm(&time))
    // `timegm` moves the 31st of February to March; such a date does not exist.
    guard (time.tm_mon, time.tm_mday) == (written.tm_mon, written.tm_mday),
      (time.tm_hour, time.tm_min, time.tm_sec) == (written.tm_hour, written.tm_min, written.tm_sec)
    else { return nil }
    // Before 1677 and after 2262, the nanoseconds exceed the range of `Int64`.
    let (nanoseconds, isTooLarge) = (seconds * 1000 + Int64(number(20..<23))).multipliedReportingOverflow(by: 1_000_000)
    return isTooLarge ? nil : nanoseconds
  }
}
