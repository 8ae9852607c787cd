// The golden logs of the scenarios, as the tests of this module read them.

import Foundation
import PromiseLog

/// A golden log: its events and their texts.
struct GoldenLog {
  let events: [Event]
  let texts: TextTable

  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let pictures = tests.appendingPathComponent("Golden")
  static let logs = tests.deletingLastPathComponent().appendingPathComponent("ScenariosTests/Golden")

  /// The name of every golden log, such as `list-loader.remote-fails`.
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: logs.path)) ?? []
    return files.filter { $0.hasSuffix(".ndjson") }.map { String($0.dropLast(7)) }.sorted()
  }()

  init(_ name: String) throws {
    try self.init(bytes: Array(Data(contentsOf: Self.logs.appendingPathComponent(name + ".ndjson"))))
  }

  /// Reads a log whose lines have only their kind and what belongs to it.
  init(lines: [String]) throws {
    var text = #"{"schema":"promisescope.log","version":1}"# + "\n"
    for (index, line) in lines.enumerated() {
      text += #"{"seq":\#(index + 1),"t":\#(index * 1_000_000),\#(line)}"# + "\n"
    }
    try self.init(bytes: Array(text.utf8))
  }

  init(bytes: [UInt8]) throws {
    let reader = LogReader(bytes: bytes)
    let events = try reader.allEvents()
    (self.events, texts) = (events, reader.texts)
  }

  /// The run that a lesson is made of.
  var intake: LessonIntake { LessonIntake(of: events, texts: texts) }

  /// The sentences of its story.
  func sentences(_ languages: [Language] = Language.allCases) -> [StorySentence] {
    var story = Story(texts: texts, languages: languages)
    return events.compactMap { story.add($0) } + story.finish()
  }

  /// Its story, a sentence per line.
  func story(in language: Language) -> String {
    sentences([language]).map {
      "\(DurationText.clock($0.time))  \($0.text.line(in: language).text)\n"
    }.joined()
  }

  /// Compares a text with a committed one, or updates that.
  static func compare(_ text: String, with name: String, at location: SourceLocation = #_sourceLocation) throws {
    if let difference = try GoldenFile(pictures.appendingPathComponent(name)).difference(from: text) {
      Issue.record("\(difference)", sourceLocation: location)
    }
  }
}
