// How much memory this process has, as the system counts it. Owns reading it; refuses to say what it is for.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The process's memory, in bytes; 0 where the system does not tell it the way Linux does.
public enum ProcessMemory {
  /// Resident now.
  public static var now: Int { value("VmRSS:") }

  /// The most that was resident since ``resetPeak()``.
  public static var peak: Int { value("VmHWM:") }

  /// Bytes that the peak while `work` runs is above what was resident before; not a number where the system does not tell.
  public static func growth(during work: () -> Void) -> Double {
    resetPeak()
    let before = now
    work()
    return before == 0 ? .nan : Double(peak - before)
  }

  /// Begins a new peak.
  public static func resetPeak() {
    #if os(Linux)
      let file = open("/proc/self/clear_refs", O_WRONLY)
      _ = write(file, "5", 1)
      close(file)
    #endif
  }

  private static func value(_ name: String) -> Int {
    #if os(Linux)
      var bytes = [UInt8](repeating: 0, count: 8_192)
      let file = open("/proc/self/status", O_RDONLY)
      let count = max(0, read(file, &bytes, bytes.count))
      close(file)
      for line in String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n") where line.hasPrefix(name) {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
        return words.count > 1 ? (Int(words[1]) ?? 0) * 1_024 : 0
      }
    #endif
    return 0
  }
}
