// The clock of a log: its start time as a number, and the time since then. Owns parsing the one format that log headers use.

import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension LogHeader {
  /// Nanoseconds from 1970 to ``LogHeader/started``; nil if that does not have the form `2026-11-21T09:00:00.000Z`.
  var startedNanoseconds: Int64? {
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

  /// The time since the log's start, in nanoseconds; nil unless its program still runs.
  ///
  /// Time in a log stops when its program exits, and a virtual run has no start time at all.
  var elapsed: Int64? {
    guard let started = startedNanoseconds, pid > 0, ProcessState.of(pid) == .running else { return nil }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return max(0, nanoseconds(now) - started)
  }

  /// The time from the log's start until its file was last modified, in nanoseconds; nil for a virtual run, and for a copy of a log.
  ///
  /// A recording keeps the modification time current while its program hangs, so it tells when the program was killed. The modification
  /// time of a copy tells when the file was copied. The original was created before the log's start, or at most a second after it.
  func elapsed(in file: (created: Int64, modified: Int64)?) -> Int64? {
    guard let file, let started = startedNanoseconds, pid > 0, file.modified > started else { return nil }
    return file.created >= 0 && file.created <= started + 1_000_000_000 ? file.modified - started : nil
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

private func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) }
