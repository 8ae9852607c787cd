// The clock of a log: the time since its start. Does not read logs.

import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

func wallClock() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return nanoseconds(now)
}

extension LogHeader {
  /// The time since the log's start, in nanoseconds; nil for a virtual run, which has no start time.
  var elapsed: Int64? {
    guard let started = startedNanoseconds, pid > 0 else { return nil }
    // A log may claim any start.
    let (elapsed, isTooLarge) = wallClock().subtractingReportingOverflow(started)
    return isTooLarge ? nil : max(0, elapsed)
  }
}

/// A file's modification time, in nanoseconds since 1970.
func modificationTime(_ status: stat) -> Int64 {
  #if canImport(Glibc)
    nanoseconds(status.st_mtim)
  #else
    nanoseconds(status.st_mtimespec)
  #endif
}

/// The time since 1970 in nanoseconds; the nearest that 64 bits can hold.
private func nanoseconds(_ time: timespec) -> Int64 {
  let (whole, isTooLarge) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
  let (sum, isSumTooLarge) = whole.addingReportingOverflow(Int64(time.tv_nsec))
  return isTooLarge || isSumTooLarge ? (time.tv_sec < 0 ? .min : .max) : sum
}
