// What /proc tells about a process without reading its memory.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A process, as `pscope attach` lists it and as the header of its log names it.
package struct ProcessStatus: Sendable, Equatable {
  package let process: Int32
  /// Its real user.
  package let user: UInt32
  /// The debugger that is attached to it; 0 if there is none.
  package let tracer: Int32
  let isZombie: Bool
  /// When it started, in nanoseconds after the system did: with ``process``, what tells it from all others.
  package let start: UInt64

  /// Reads what is known of a process; nil if there is none, or this system has no /proc.
  package init?(of process: Int32) {
    guard let status = SystemFile.text("/proc/\(process)/status"), let stat = SystemFile.text("/proc/\(process)/stat")
    else { return nil }
    self.init(process, status: status, stat: stat)
  }

  init?(_ process: Int32, status: String, stat: String) {
    func field(_ name: String) -> Substring? {
      status.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
        .split(whereSeparator: \.isWhitespace).first
    }
    // The number of a thread's group is that of the process; any other is that of a thread.
    guard field("Tgid:").flatMap({ Int32($0) }) == process, let state = Self.state(in: stat) else { return nil }
    self.process = process
    user = field("Uid:").flatMap { UInt32($0) } ?? 0
    tracer = field("TracerPid:").flatMap { Int32($0) } ?? 0
    isZombie = state == "Z" || state == "X"
    let ticks = Self.fields(of: stat).dropFirst(19).first.flatMap { UInt64($0) } ?? 0
    start =
      ticks.multipliedReportingOverflow(by: 1_000_000_000 / UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))).partialValue
  }

  /// The fields behind the name of a program, which may contain parentheses and spaces.
  private static func fields(of stat: String) -> [Substring] {
    guard let end = stat.lastIndex(of: ")") else { return [] }
    return stat[stat.index(after: end)...].split(separator: " ")
  }

  /// The state of a thread, from its `stat`; nil if that is none.
  static func state(in stat: String) -> Character? { fields(of: stat).first?.first }

  /// For how long it has run, in nanoseconds.
  package var age: UInt64 {
    var time = timespec()
    #if canImport(Glibc)
      clock_gettime(CLOCK_BOOTTIME, &time)
    #endif
    let now = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    return now > start ? now - start : 0
  }

  /// Its command line; empty for a thread of the kernel.
  package var arguments: [String] {
    let text = SystemFile.text("/proc/\(process)/cmdline") ?? ""
    var words = text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    if words.last == "" { words.removeLast() }
    return words
  }

  /// Its working folder; nil if that may not be known.
  package var folder: String? { SystemFile.link("/proc/\(process)/cwd") }

  /// Its program; nil if that may not be known, or there is none.
  package var executable: String? {
    SystemFile.link("/proc/\(process)/exe").map { path in
      path.hasSuffix(" (deleted)") ? String(path.dropLast(10)) : path
    }
  }

  /// A file of at most 64 MiB in the file system of a process, such as that of its container; of this one without a process.
  package static func file(_ path: String, of process: Int32?) -> [UInt8]? {
    guard path.hasPrefix("/"), let file = SystemFile((process.map { "/proc/\($0)/root" } ?? "") + path),
      file.isRegular, file.size <= 64 << 20
    else { return nil }
    return file.bytes(at: 0, count: Int(file.size))
  }

  /// The path at which this command can read an executable or a library that a process has mapped.
  ///
  /// - Parameters:
  ///   - path: The path from which it was mapped.
  ///   - process: The process; nil for that of a core file.
  package static func program(_ path: String, of process: Int32?) -> String {
    guard let process else { return path }
    let executable = executableFile(of: process)
    // The executable may have been replaced since.
    return SystemFile.link(executable) == path ? executable : "/proc/\(process)/root\(path)"
  }

  /// The path by which its executable can be opened, also if it was replaced, or lies in a container.
  static func executableFile(of process: Int32) -> String { "/proc/\(process)/exe" }

  /// The numbers of all processes that this one sees.
  package static var all: [Int32] { SystemFile.names(in: "/proc").compactMap { Int32($0) }.sorted() }
}
