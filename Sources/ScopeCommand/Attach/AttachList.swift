// The processes that can be attached to, as a table.

import ChainExport
import PlainText
import ProcessMemory

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The processes of this machine that run a known runtime.
struct AttachList {
  /// A line of the table.
  struct Row: Equatable {
    var process: Int32
    var runtime: String
    /// In nanoseconds.
    var age: UInt64
    var user: String
    var command: String
  }

  var entries: [Row]
  /// The number of processes whose executables may not be known.
  var hidden = 0

  /// Looks at all processes.
  init() {
    entries = []
    for process in ProcessStatus.all where process != getpid() {
      guard let status = ProcessStatus(of: process) else { continue }
      guard let runtime = AttachedRuntime(status) else {
        if status.executable == nil, status.user != geteuid(), !status.arguments.isEmpty { hidden += 1 }
        continue
      }
      guard runtime.refusal == nil else { continue }
      let version = runtime == .node ? ExecutableVersion.node(of: process) : nil
      entries.append(
        Row(
          process: process, runtime: [runtime.name, version].compactMap(\.self).joined(separator: " "), age: status.age,
          user: UserName.of(status.user), command: status.arguments.joined(separator: " ")))
    }
  }

  init(_ entries: [Row], hidden: Int = 0) { (self.entries, self.hidden) = (entries, hidden) }

  /// The table; one line that says so if nothing can be attached to.
  var text: String {
    guard !entries.isEmpty else { return "No process runs Node or Python here.\n" }
    let header = ["PID", "RUNTIME", "AGE", "USER", "COMMAND"]
    let rows =
      [header]
      + entries.map { entry in
        [
          "\(entry.process)", Escaping.line(entry.runtime), DurationText.of(Int64(clamping: entry.age)),
          Escaping.line(entry.user), Escaping.line(entry.command, limit: 200),
        ]
      }
    let widths = header.indices.map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - DisplayWidth.of(cell))
        return column == 0 ? padding + cell : column == row.count - 1 ? cell : cell + padding
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }

  /// What the table leaves out; nil for nothing.
  var notice: String? {
    guard hidden > 0 else { return nil }
    let what = NumberText.plural(hidden, "process", "processes")
    return "\(what) of other users can't be recognized; type: sudo pscope attach"
  }
}
