// The machine of a measurement. Owns querying the system; omits what cannot be determined.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The machine, system, compiler and library version of a report.
public struct Machine {
  /// `Intel(R) Xeon(R) Processor @ 2.50GHz, 2 cores, 23.5 GiB`.
  public let hardware: String
  /// `Linux 6.18.44 (Debian GNU/Linux 12), x86_64`.
  public let system: String
  /// The first line of `swift --version`.
  public let compiler: String
  /// The commit of the library, as reported by `git describe` in the current folder.
  public let commit: String

  /// Queries the system; runs `git` and the compiler, which takes a few tenths of a second.
  public static func current() -> Machine {
    let swift = getenv("SWIFT").map { String(cString: $0) } ?? "swift"
    return Machine(
      hardware: [
        field("model name", in: "/proc/cpuinfo") ?? output(of: "sysctl -n machdep.cpu.brand_string"),
        "\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores",
        "\(rounded(Double(sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))) / 1_073_741_824)) GiB",
      ].filter { !$0.isEmpty }.joined(separator: ", "),
      system: system, compiler: output(of: "\(swift) --version"),
      commit: output(of: "git describe --always --dirty"))
  }

  private static var system: String {
    let (kernel, processor) = (output(of: "uname -sr"), output(of: "uname -m"))
    let distribution = field("PRETTY_NAME", in: "/etc/os-release", separator: "=").map { " (\($0))" } ?? ""
    return "\(kernel)\(distribution), \(processor)"
  }

  /// The first output line of a shell command; empty if it fails.
  private static func output(of command: String) -> String {
    guard let pipe = popen("\(command) 2>/dev/null", "r") else { return "" }
    defer { pclose(pipe) }
    return line(of: pipe) ?? ""
  }

  /// The value of `key` in a file of `key: value` lines.
  private static func field(_ key: String, in path: String, separator: Character = ":") -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    while let line = line(of: file) {
      let parts = line.split(separator: separator, maxSplits: 1)
      guard parts.count == 2, trimmed(parts[0]) == key else { continue }
      return trimmed(parts[1])
    }
    return nil
  }

  private static func line(of file: UnsafeMutablePointer<FILE>) -> String? {
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF {
      if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private static func trimmed(_ text: Substring) -> String {
    let isPadding: (Character) -> Bool = { $0.isWhitespace || $0 == "\"" }
    let start = text.drop(while: isPadding)
    return String(start.reversed().drop(while: isPadding).reversed())
  }
}

/// The current date in UTC, in ISO 8601 format: `2026-11-21`.
func today() -> String {
  var (now, date) = (time(nil), tm())
  gmtime_r(&now, &date)
  let digits: (Int32, Int) -> String = { number, width in
    let text = "\(number)"
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
  return "\(digits(date.tm_year + 1900, 4))-\(digits(date.tm_mon + 1, 2))-\(digits(date.tm_mday, 2))"
}
