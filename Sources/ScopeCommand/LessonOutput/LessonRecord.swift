// Which lessons were gone through, and how well: a line for each in a file of the user's state folder. Owns the file; a file that can't be
// read or written is no reason to disturb a student.

import ChainExport
import ChainScreen
import Foundation
import LessonEngine
import Lessons
import PlainText
import PromiseTrace

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
      guard 3...4 ~= words.count, let right = Int(words[1]), let questions = Int(words[2]) else { continue }
      var result = LessonResult(name: String(words[0]), right: right, questions: questions)
      result.missed = words.count == 4 ? words[3].split(separator: ",").map(String.init) : []
      results[result.name] = result
    }
    return results
  }

  /// Keeps a result, unless a better one was kept before.
  static func add(_ result: LessonResult) {
    guard let path else { return }
    var results = results()
    let former = results[result.name]
    if former == nil || former?.questions != result.questions || result.right > former?.right ?? 0 {
      results[result.name] = result
    } else if result.recalled.isEmpty {
      return
    }
    for name in results.keys { results[name]?.missed.removeAll(where: result.recalled.contains) }
    let folder = URL(filePath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard let output = try? Output(path: path, isData: true, mayWait: false) else { return }
    try? output.write(text(of: results))
    try? output.finish()
  }

  /// The lines of the file, in the order of the names.
  static func text(of results: [String: LessonResult]) -> String {
    results.values.sorted { $0.name < $1.name }.map { result in
      let missed = result.missed.joined(separator: ",")
      return "\(result.name) \(result.right) \(result.questions)\(missed.isEmpty ? "" : " \(missed)")\n"
    }.joined()
  }

  /// The questions to ask again, at most two: those that were missed at least two lessons earlier.
  ///
  /// - Parameter place: The number of the lesson in which they are asked, from 1.
  static func missed(before place: Int) -> [Question] {
    let results = results()
    var again: [Question] = []
    for name in LessonCatalog.names.prefix(max(0, place - 2)).flatMap({ [$0, "swift/\($0)"] }) {
      guard again.count < 2, let missed = results[name]?.missed, !missed.isEmpty,
        let lesson = LessonCatalog.named(name),
        let feed = try? Feed(lesson: lesson)
      else { continue }
      var pump = EventPump(feed.source)
      let intake = LessonIntake(of: pump.rest(), texts: feed.source.texts)
      let questions = (try? LessonPlan(of: intake, lesson: lesson))?.questions ?? []
      for var question in questions where again.count < 2 && missed.contains(question.key) {
        question.origin = lesson.title
        again.append(question)
      }
    }
    return again
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
