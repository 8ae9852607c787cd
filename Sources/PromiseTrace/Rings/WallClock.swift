// Wall-clock time for the header of a log. Owns its one format.

import CPromiseRuntime
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The wall-clock time as ISO 8601 in UTC with milliseconds.
///
/// DateFormatter would add 45 MB of tables to a static binary.
package func iso8601Now() -> String {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return iso8601(seconds: Int64(truncatingIfNeeded: now.tv_sec), milliseconds: Int64(now.tv_nsec) / 1_000_000)
}

/// Formats a time since 1970 as ISO 8601 in UTC.
///
/// The date is computed in eras of 400 years that start on March 1, so that a leap day is the last day of its year.
package func iso8601(seconds: Int64, milliseconds: Int64) -> String {
  let day = (seconds >= 0 ? seconds : seconds &- 86_399) / 86_400
  let second = seconds &- day &* 86_400
  let shifted = day &+ 719_468
  let era = (shifted >= 0 ? shifted : shifted &- 146_096) / 146_097
  let dayOfEra = shifted &- era &* 146_097
  let yearOfEra = (dayOfEra &- dayOfEra / 1_460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
  let monthFromMarch = (5 &* dayOfYear &+ 2) / 153
  let dayOfMonth = dayOfYear &- (153 &* monthFromMarch &+ 2) / 5 &+ 1
  let month = monthFromMarch < 10 ? monthFromMarch &+ 3 : monthFromMarch &- 9
  let year = yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0)
  func two(_ number: Int64) -> String { NumberText.padded(number, to: 2) }
  let date = "\(NumberText.padded(year, to: 4))-\(two(month))-\(two(dayOfMonth))"
  let time = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
  return "\(date)T\(time).\(NumberText.padded(milliseconds, to: 3))Z"
}
