// The report: all sections with the date, the machine and the commands. Owns the frame of the document.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The document with the results of all suites.
public struct Report {
  /// How to read the tables.
  public let introduction: String
  /// The commands that produce the report, one per line.
  public let commands: [String]
  /// The machine of the measurement.
  public let machine: Machine
  /// The sections in order, as Markdown.
  public var sections: [String]

  /// - Parameters:
  ///   - introduction: How to read the tables.
  ///   - commands: The commands that produce the report.
  ///   - machine: The machine of the measurement.
  ///   - sections: The sections in order, as Markdown.
  public init(introduction: String, commands: [String], machine: Machine = .current(), sections: [String] = []) {
    self.introduction = introduction
    self.commands = commands
    self.machine = machine
    self.sections = sections
  }

  /// The report as Markdown, with the current date.
  public var markdown: String {
    let facts = [
      ("date", today()), ("machine", machine.hardware), ("system", machine.system), ("compiler", machine.compiler),
      ("library", machine.commit),
    ].filter { !$0.1.isEmpty }
    let frame = [
      "# Benchmarks", introduction, facts.map { "- \($0.0): \($0.1)" }.joined(separator: "\n"),
      "```\n\(commands.joined(separator: "\n"))\n```",
    ]
    return (frame + sections).joined(separator: "\n\n") + "\n"
  }

  /// Writes the report atomically.
  ///
  /// - Parameter path: The file to replace.
  /// - Returns: An error message; nil on success.
  public func write(to path: String) -> String? {
    let draft = "\(path).part"
    guard let file = fopen(draft, "w") else { return "\(draft): \(String(cString: strerror(errno)))" }
    let text = Array(markdown.utf8)
    let isWritten = fwrite(text, 1, text.count, file) == text.count
    guard fclose(file) == 0, isWritten, rename(draft, path) == 0 else {
      let reason = String(cString: strerror(errno))
      remove(draft)
      return "\(path): \(reason)"
    }
    return nil
  }
}
