// What a limit on the address space (`ulimit -v`) leaves to a recording: the program's own memory comes first.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum AddressSpace {
  /// What the recorder's thread takes: its stack, and the 64 MiB that glibc reserves for a thread that allocates, with 64 MiB to align them.
  static let threadBytes = 130 << 20

  /// What is left of the limit, in bytes; nil without a limit.
  static var left: Int? {
    var limit = rlimit()
    #if canImport(Glibc)
      guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else {
        return nil
      }
    #else
      guard getrlimit(RLIMIT_AS, &limit) == 0, limit.rlim_cur != RLIM_INFINITY else { return nil }
    #endif
    return max(0, Int(clamping: limit.rlim_cur) - used)
  }

  /// What the process takes, by the first number of /proc/self/statm; 0 where there is none.
  private static var used: Int {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 64)
    let count = max(0, read(file, &text, text.count))
    return text[..<count].prefix { $0 != 0x20 }.reduce(0) { $0 * 10 + Int($1 &- 0x30) } * Int(getpagesize())
  }

  /// How much of a buffer the limit allows; nil where it does not allow a recording.
  ///
  /// The recorder takes an eighth of what is left at most, and its thread no more than a quarter.
  static func buffer(ofAtMost bytes: Int, left: Int?) -> Int? {
    guard let left else { return bytes }
    return left / 4 < threadBytes ? nil : min(bytes, left / 8)
  }
}
