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
  ///   - words: The command. If it restricts what Node may do to files, the adapter may still be read, and its logs written.
  ///   - log: Where the logs go: the path of a file, or that of a folder with a slash at its end.
  static func nodeOptions(loading adapter: String, after former: String?, for words: [String] = [], log: String = "")
    -> String
  {
    // Node splits the value at blanks; in double quotes, a backslash escapes.
    func option(_ name: String, _ path: String) -> String {
      "--\(name)=\"\(path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    var options = [option("require", adapter)]
    if let former, !former.isEmpty { options.insert(former, at: 0) }
    if words.contains(where: { $0 == "--permission" || $0 == "--experimental-permission" }) {
      // The logs of its children have names that start like its own.
      let logs = (log.hasSuffix(".ndjson") ? String(log.dropLast(7)) : log) + "*"
      options += [option("allow-fs-read", adapter), option("allow-fs-read", logs), option("allow-fs-write", logs)]
    }
    return options.joined(separator: " ")
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
