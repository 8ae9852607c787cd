// All lessons, in an order in which each comes after those that it builds on. Each is a file in `Files`, compiled in. Does not run them.

import CCarriedFiles
import LessonEngine

/// The catalog of lessons.
public enum LessonCatalog {
  /// All lessons: the subjects first, then one misconception each, and a new log at the end.
  public static let all: [Lesson] = names.compactMap(named)

  /// Their names, in order.
  public static let names = [
    "promise", "chain", "errors", "callbacks", "wrapping", "situations", "combinators", "when-and-ensure",
    "two-deliveries", "cancellation", "progress", "serial-task", "streams", "queues", "hangs", "my-program-hangs",
    "retain-cycles", "inside-promisekit", "catch-policies", "inside-promisekit-6", "inside-google", "inside-bolts",
    "executor-timing", "forgotten-return", "catch-or-recover", "settling-stops-nothing", "second-settlement",
    "two-handlers", "nested-chain", "for-each", "unhandled-branch", "new-log",
  ]

  /// The text of a lesson's file.
  ///
  /// - Parameter name: The name of the lesson.
  /// - Returns: The text, or nil.
  public static func text(of name: String) -> String? {
    carriedText("demos/Lessons/Files/\(name).yaml").map { String(cString: $0) }
  }

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
