// The memory of this process, as reported by the system. Owns reading the numbers.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The memory of the process in bytes; 0 on systems without `/proc`.
public enum ProcessMemory {
  /// The resident memory now.
  public static var now: Int { value("VmRSS:") }

  /// The peak of resident memory since ``resetPeak()``.
  public static var peak: Int { value("VmHWM:") }

  /// The growth of the peak above the resident memory at the start of `work`, in bytes; NaN if the system does not report it.
  public static func growth(during work: () -> Void) -> Double {
    resetPeak()
    let before = now
    work()
    return before == 0 ? .nan : Double(peak - before)
  }

  /// Resets the peak to the current resident memory.
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
