// The variables with which a recorded program starts. Owns their names and values; all other variables stay as they are.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a recording adds to the environment of a program.
enum RecordedEnvironment {
  /// The value of `NODE_OPTIONS` that loads an adapter.
  ///
  /// - Parameters:
  ///   - adapter: The path of the adapter.
  ///   - former: The value that the user has set, which is kept.
  /// - Returns: The value.
  static func nodeOptions(loading adapter: String, after former: String?) -> String {
    // Node splits the value at blanks; in double quotes, a backslash escapes.
    let path = adapter.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let option = "--require=\"\(path)\""
    guard let former, !former.isEmpty else { return option }
    return "\(former) \(option)"
  }

  /// The present, as the library writes it in `PROMISESCOPE_SINCE`.
  ///
  /// The processes of one recording have this value in common, so none replaces the log of another.
  static var since: String {
    var now = timespec()
    #if canImport(Glibc)
      clock_gettime(CLOCK_REALTIME_COARSE, &now)
    #else
      clock_gettime(CLOCK_REALTIME, &now)
    #endif
    let digits = String(now.tv_nsec)
    return "\(now.tv_sec).\(String(repeating: "0", count: 9 - digits.count))\(digits)"
  }
}
