// Which lessons were gone through, and how well: a line for each in a file of the user's state folder. Owns the file; a file that can't be
// read or written is no reason to disturb a student.

import ChainExport
import ChainScreen
import Foundation
import PlainText

enum LessonRecord {
  /// The path of the file; nil without a home folder.
  ///
  /// A relative `XDG_STATE_HOME` is ignored, as the XDG Base Directory Specification requires.
  static var path: String? {
    let environment = ProcessInfo.processInfo.environment
    let folder =
      environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.local/state" }
    return folder.map { $0 + "/promisescope/lessons" }
  }

  /// The best result of each lesson, by its name.
  static func results() -> [String: LessonResult] {
    guard let path, let text = try? SmallFile.read(path) else { return [:] }
    var results: [String: LessonResult] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, let right = Int(words[1]), let questions = Int(words[2]) else { continue }
      results[String(words[0])] = LessonResult(name: String(words[0]), right: right, questions: questions)
    }
    return results
  }

  /// Keeps a result, unless a better one was kept before.
  static func add(_ result: LessonResult) {
    guard let path else { return }
    var results = results()
    if let former = results[result.name], former.right >= result.right, former.questions == result.questions { return }
    results[result.name] = result
    let folder = URL(filePath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard let output = try? Output(path: path, isData: true, mayWait: false) else { return }
    try? output.write(text(of: results))
    try? output.finish()
  }

  /// The lines of the file, in the order of the names.
  static func text(of results: [String: LessonResult]) -> String {
    results.values.sorted { $0.name < $1.name }.map { "\($0.name) \($0.right) \($0.questions)\n" }.joined()
  }
}

extension LessonResult {
  /// The result for a teacher.
  var json: JSON {
    [
      "lesson": name, "right": right, "questions": questions,
      "answers": answers.map { answer -> JSON in
        [
          "asks": answer.template, "question": answer.question, "given": answer.given, "expected": answer.expected,
          "right": answer.given == answer.expected,
        ]
      },
    ]
  }

  /// Writes the result as JSON.
  func write(to path: String) throws {
    let output = try Output(path: path, isData: true, mayWait: false)
    try output.write(json.text + "\n")
    try output.finish()
  }
}
