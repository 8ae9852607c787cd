// The header `Retry-After`: how long a client should wait before it repeats a request. Owns its two forms, and the three forms of a date
// in HTTP. Does not wait.
//
// Source: RFC 9110, "HTTP Semantics", 10.2.3 Retry-After and 5.6.7 Date/Time Formats.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pause that a server asks for.
enum RetryAfter {
  /// Reads the value of the header.
  ///
  /// - Parameters:
  ///   - value: A number of seconds, or a date.
  ///   - now: The current time, in seconds since 1970.
  /// - Returns: The pause in seconds, 0 for a date in the past; nil if the value has another form.
  static func seconds(_ value: String, now: Double) -> Double? {
    let value = value.drop { $0 == " " }
    if !value.isEmpty, value.utf8.allSatisfy({ $0 &- 0x30 < 10 }) { return Double(value) }
    return date(value, now: now).map { max(0, $0 - now) }
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, or `Sun Nov  6 08:49:37 1994`.
  ///
  /// - Returns: Seconds since 1970; nil if the text has another form.
  private static func date(_ text: Substring, now: Double) -> Double? {
    var parts = text.split { [" ", ",", "-", ":"].contains($0) }.map(String.init)
    guard parts.count == 8 && parts[7] == "GMT" || parts.count == 7 else { return nil }
    if parts.count == 7 {
      // The year is last, and the month precedes the day.
      parts = [parts[0], parts[2], parts[1], parts[6], parts[3], parts[4], parts[5]]
    }
    guard let month = months.firstIndex(of: parts[2]) else { return nil }
    let numbers = [1, 3, 4, 5, 6].compactMap { index in
      parts[index].utf8.count <= 4 && parts[index].utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int32(parts[index]) : nil
    }
    guard numbers.count == 5, 1...31 ~= numbers[0], 0...23 ~= numbers[2], 0...59 ~= numbers[3], 0...60 ~= numbers[4]
    else { return nil }
    func seconds(year: Int32) -> Double {
      var date = tm()
      (date.tm_year, date.tm_mon, date.tm_mday) = (year - 1900, Int32(month), numbers[0])
      (date.tm_hour, date.tm_min, date.tm_sec) = (numbers[2], numbers[3], numbers[4])
      return Double(timegm(&date))
    }
    guard parts[3].utf8.count == 2 else { return seconds(year: numbers[1]) }
    // A year of two digits that seems to be more than 50 years in the future is in the past.
    let time = seconds(year: 2000 + numbers[1])
    return time - now > 50 * 365.25 * 86_400 ? seconds(year: 1900 + numbers[1]) : time
  }
}
