// The share of a limited address space (`ulimit -v`) that a recording may use. The program's own memory has priority.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The process's limit on its address space.
enum AddressSpace {
  /// The address space of the recording's thread: its stack, and the 64 MiB that glibc reserves for a thread that allocates, plus 64 MiB
  /// for their alignment.
  static let threadBytes = 130 << 20

  /// The rest of the limit, in bytes; nil without a limit.
  static var left: Int? {
    var limit = rlimit()
    #if canImport(Glibc)
      guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else {
        return nil
      }
    #else
      guard getrlimit(RLIMIT_AS, &limit) == 0, limit.rlim_cur != RLIM_INFINITY else { return nil }
    #endif
    return max(0, Int(clamping: limit.rlim_cur) &- used)
  }

  /// The process's size, by the first number of /proc/self/statm, in bytes; 0 if the system has no such file.
  private static var used: Int {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 64)
    let count = max(0, read(file, &text, text.count))
    return text[..<count].prefix { $0 != 0x20 }.reduce(0) { $0 &* 10 &+ Int($1 &- 0x30) } &* Int(getpagesize())
  }

  /// The buffer size that the limit allows, in bytes; nil if it allows no recording.
  ///
  /// The buffer takes at most an eighth of what is left, and the recording's thread at most a quarter.
  static func buffer(ofAtMost bytes: Int, left: Int?) -> Int? {
    guard let left else { return bytes }
    return left / 4 < threadBytes ? nil : min(bytes, left / 8)
  }
}
