// All lessons: the files in `Files`, compiled in, in an order in which each comes after those that it builds on. Does not run them.

import LessonEngine

/// The catalog of lessons.
public enum LessonCatalog {
  /// All lessons: those about recorded Node programs first, and a new log at the end.
  public static let all: [Lesson] = names.compactMap(named)

  /// Their names, in order.
  public static let names: [String] = texts.keys.filter { !$0.contains("/") }.map { ($0, order(of: texts[$0] ?? "")) }
    .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)

  /// The files by the names of their lessons.
  private static let texts = carried(".yaml")

  private static func carried(_ ending: String) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: carriedFolders.filter { $0.path.hasSuffix(ending) }.map { file in
        (String(file.path.dropFirst("demos/Lessons/Files/".count).dropLast(ending.count)), "\(file.text)")
      })
  }

  /// The log of a recorded program, which has the program's source; nil if there is none.
  public static func recording(_ name: String) -> String? { recordings[name] }

  private static let recordings = carried(".ndjson")

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
  /// - Parameter name: Its exact name; `swift/NAME` for the same lesson about a program in Swift.
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
    all.first { lesson in
      switch lesson.run {
      case .scenario(let name, _): program == "pscope demo \(name)"
      case .recording(let name): program == "lesson \(name)"
      case .log: false
      }
    }
      ?? texts.keys.filter { $0.contains("/") }.sorted().compactMap(named).first {
        $0.scenario.map { program == "pscope demo \($0)" } ?? false
      }
  }
}
