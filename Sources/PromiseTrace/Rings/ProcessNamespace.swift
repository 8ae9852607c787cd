// The scope in which a process ID means something: one boot of one machine, and there one PID namespace, such as a container's.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The scope of this process's ID.
package enum ProcessNamespace {
  /// A text that is equal in two processes if the same number means the same process to both; empty if the system does not tell.
  package static let current: String = {
    guard let boot = firstLine(of: "/proc/sys/kernel/random/boot_id") else { return "" }
    var status = stat()
    guard stat("/proc/self/ns/pid", &status) == 0 else { return "" }
    return "\(boot)/\(status.st_ino)"
  }()

  private static func firstLine(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let line = bytes[..<max(0, read(file, &bytes, bytes.count))].prefix { $0 > 0x20 && $0 < 0x7F }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
