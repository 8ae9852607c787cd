// The most memory this process ever had resident, as Linux counts it. Refuses to guess elsewhere.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum PeakMemory {
  /// Megabytes that the peak while `work` runs is above what was resident before; not a number where the system does not tell.
  static func megabytes(of work: () -> Void) -> Double {
    // Starts the peak anew.
    guard let file = fopen("/proc/self/clear_refs", "w") else {
      work()
      return .nan
    }
    fputs("5", file)
    fclose(file)
    let before = kilobytes("VmRSS:")
    work()
    return (kilobytes("VmHWM:") - before) / 1000
  }

  private static func kilobytes(_ name: String) -> Double {
    guard let file = fopen("/proc/self/status", "r") else { return .nan }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix(name) else { continue }
      return Double(text.filter(\.isNumber)) ?? .nan
    }
    return .nan
  }
}
