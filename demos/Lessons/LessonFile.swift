// A lesson's file: YAML with texts in both languages. Owns the fields and what each must be; docs/lessons.md describes them for teachers.
// Does not know whether a lesson is true: its run decides that.

import LessonEngine
import PlainText
import PromiseTrace
import Yams

/// Reads lessons.
public enum LessonFile {
  /// Reads a lesson.
  ///
  /// - Parameters:
  ///   - text: The contents of the file.
  ///   - path: Its path, for messages.
  /// - Returns: The lesson; the path of a log is that of the file's folder with the log's own.
  /// - Throws: ``LessonFileError`` with the line, if a field is wrong.
  public static func lesson(_ text: String, path: String) throws -> Lesson {
    let file = try LessonFields(text, path: path)
    let fields = try file.fields(
      file.root, "a lesson", required: ["name", "title", "run", "introduction", "summary"],
      optional: ["after", "order", "notes", "questions", "twin"])
    let name = try file.text(fields["name"], "a name")
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else {
      throw file.error(fields["name"], "expected a name of letters, digits and hyphens, found '\(name)'")
    }
    let run = try file.run(fields["run"], folder: folder(of: path))
    var lesson = Lesson(
      name: name, title: try file.paragraph(fields["title"]),
      prerequisites: try fields["after"].map { try file.texts($0, "a list of lessons") } ?? [],
      introduction: try file.paragraphs(fields["introduction"]), summary: try file.paragraphs(fields["summary"]),
      run: run.run, change: run.change, settings: run.settings,
      twin: try fields["twin"].map { try file.run($0, folder: folder(of: path)).run })
    lesson.lines = Lesson.Lines(
      run: file.line(fields["run"]), twin: file.line(fields["twin"]), after: file.line(fields["after"]))
    lesson.lines.questions = file.line(fields["questions"])
    lesson.notes = try (fields["notes"].map { try file.list($0, "a list of notes") } ?? []).map(file.note)
    for node in try fields["questions"].map({ try file.list($0, "a list of questions") }) ?? [] {
      switch try file.question(node) {
      case .found(let kind):
        lesson.asks.append(kind)
        lesson.lines.asks[kind] = file.line(node)
      case .own(let question): lesson.questions.append(question)
      }
    }
    return lesson
  }

  /// The folder of a file, with a slash at its end; empty for the current one.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}

extension LessonFields {
  /// The run, with what a student may change.
  fileprivate func run(
    _ node: Node?, folder: String
  ) throws -> (run: Lesson.Run, change: Text?, settings: [String]) {
    let fields = try fields(
      node, "a run", required: [], optional: ["scenario", "log", "recording", "options", "settings", "change"])
    if let recording = fields["recording"], fields.count == 1 {
      return (.recording(try text(recording, "the name of a recording")), nil, [])
    }
    let (scenario, log) = (fields["scenario"], fields["log"])
    guard (scenario == nil) != (log == nil) else {
      throw error(node, "expected a scenario or a log, found \(scenario == nil ? "neither" : "both")")
    }
    let settings = try fields["settings"].map { try texts($0, "a list of settings") } ?? []
    let change = try fields["change"].map { try paragraph($0) }
    if let log {
      if let extra = fields["options"] ?? fields["settings"] {
        throw error(extra, "expected no options and no settings with a log")
      }
      let path = try text(log, "the path of a log")
      return (.log(path.hasPrefix("/") ? path : folder + path), change, [])
    }
    let options = try fields["options"].map { try texts($0, "a list of options, such as [--fails, token]") } ?? []
    return (.scenario(try text(scenario, "the name of a scenario"), options: options), change, settings)
  }

  fileprivate func note(_ node: Node) throws -> LessonNote {
    let fields = try fields(node, "a note", required: ["at", "en", "zh"], optional: ["if"])
    return LessonNote(
      at: try happening(fields["at"]), try paragraph(node, hasOthers: true), given: try claims(fields["if"]),
      line: line(node))
  }

  func happening(_ node: Node?) throws -> NamedEvent {
    let text = try text(node, "an event, such as `load page` fulfilled")
    guard let happening = NamedEvent(text) else {
      throw error(
        node,
        "expected a label in backquotes and one of \(NamedEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")), found '\(text)'"
      )
    }
    return happening
  }

  /// What has to be true of the run.
  func claims(_ node: Node?) throws -> [Statement] {
    try (node.map { try list($0, "a list of claims") } ?? []).map(statement)
  }

  func statement(_ node: Node) throws -> Statement {
    let text = try text(node, "a claim, such as `a` settled before `b` settled")
    guard let statement = Statement(text) else {
      throw error(node, "expected a claim, such as `a` settled before `b` settled, found '\(text)'")
    }
    return statement
  }
}
