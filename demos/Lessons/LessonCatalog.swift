// All lessons: the files in `Files`, compiled in, in an order in which each comes after those that it builds on. Does not run them.

import LessonEngine

/// The catalog of lessons.
public enum LessonCatalog {
  /// All lessons: the subjects first, then one misconception each, and a new log at the end.
  public static let all: [Lesson] = names.compactMap(named)

  /// Their names, in order.
  public static let names: [String] = texts.keys.map { ($0, order(of: texts[$0] ?? "")) }
    .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)

  /// The files by the names of their lessons.
  private static let texts = Dictionary(
    uniqueKeysWithValues: carriedFolders.map { file in
      (String(file.path.dropFirst("demos/Lessons/Files/".count).dropLast(".yaml".count)), "\(file.text)")
    })

  /// The field `order` of a file, the only one that the list of the names needs; the end if it has none.
  private static func order(of text: String) -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix("order: ") }
    return line.flatMap { Int($0.dropFirst("order: ".count)) } ?? .max
  }

  /// The text of a lesson's file.
  ///
  /// - Parameter name: The name of the lesson.
  /// - Returns: The text, or nil.
  public static func text(of name: String) -> String? { texts[name] }

  /// Finds a lesson, and reads only its file.
  ///
  /// - Parameter name: Its exact name.
  /// - Returns: The lesson, or nil.
  public static func named(_ name: String) -> Lesson? {
    text(of: name).map { text in
      do {
        return try LessonFile.lesson(text, path: "\(name).yaml")
      } catch {
        preconditionFailure("a lesson of the command: \((error as? LessonFileError)?.sentence ?? "\(error)")")
      }
    }
  }

  /// The lesson about a run.
  ///
  /// - Parameter program: The name of the program, as the log's header has it.
  /// - Returns: The first lesson whose scenario the program is; nil if there is none.
  public static func lesson(about program: String) -> Lesson? {
    all.first { lesson in lesson.scenario.map { program == "pscope demo \($0)" } ?? false }
  }
}
