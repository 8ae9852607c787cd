// The start of a log as a number. Owns parsing the one format that log headers use.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension LogHeader {
  /// Nanoseconds from 1970 to ``LogHeader/started``; nil if that does not have the form `2026-11-21T09:00:00.000Z`.
  package var startedNanoseconds: Int64? {
    let parts = started.split { !$0.isWholeNumber }.map { Int64($0) ?? 0 }
    guard parts.count == 7, started.hasSuffix("Z"), started.count == 24 else { return nil }
    var time = tm()
    time.tm_year = Int32(clamping: parts[0] - 1900)
    time.tm_mon = Int32(clamping: parts[1] - 1)
    time.tm_mday = Int32(clamping: parts[2])
    time.tm_hour = Int32(clamping: parts[3])
    time.tm_min = Int32(clamping: parts[4])
    time.tm_sec = Int32(clamping: parts[5])
    let seconds = Int64(timegm(&time))
    // After the year 2262, the nanoseconds exceed the range of `Int64`.
    let (nanoseconds, isTooLarge) = (seconds * 1000 + parts[6]).multipliedReportingOverflow(by: 1_000_000)
    return isTooLarge ? nil : nanoseconds
  }
}
