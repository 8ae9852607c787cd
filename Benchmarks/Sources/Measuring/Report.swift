// All sections as one document: when, on what, by which commands. Owns the document's frame; what was found is the sections'.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The document that a run of all suites becomes.
public struct Report {
  /// What a reader has to know to read the tables.
  public let introduction: String
  /// What was typed, one command a line.
  public let commands: [String]
  /// What was measured on.
  public let machine: Machine
  /// What was found, in order, each section as markdown.
  public var sections: [String]

  /// - Parameters:
  ///   - introduction: What a reader has to know to read the tables.
  ///   - commands: What to type to get the same.
  ///   - machine: What was measured on.
  ///   - sections: What was found, in order, each section as markdown.
  public init(introduction: String, commands: [String], machine: Machine = .current(), sections: [String] = []) {
    self.introduction = introduction
    self.commands = commands
    self.machine = machine
    self.sections = sections
  }

  /// As markdown, dated today.
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

  /// Writes the document, all of it or nothing.
  ///
  /// - Parameter path: The file, which is replaced.
  /// - Returns: What went wrong, for a person; nil where nothing did.
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
