// All lessons, in an order in which each comes after those that it builds on. Each is a file in `Files`, compiled in. Does not run them.

import LessonEngine

/// The catalog of lessons.
public enum LessonCatalog {
  /// All lessons: the subjects first, then one misconception each, and a new log at the end.
  public static let all: [Lesson] = names.compactMap(named)

  /// Their names, in order.
  public static var names: [String] { files.map(\.name) }

  private static let files: [(name: String, bytes: @Sendable () -> [UInt8])] = [
    ("promise", { PackageResources.promise_yaml }),
    ("chain", { PackageResources.chain_yaml }),
    ("errors", { PackageResources.errors_yaml }),
    ("callbacks", { PackageResources.callbacks_yaml }),
    ("wrapping", { PackageResources.wrapping_yaml }),
    ("situations", { PackageResources.situations_yaml }),
    ("combinators", { PackageResources.combinators_yaml }),
    ("when-and-ensure", { PackageResources.when_and_ensure_yaml }),
    ("two-deliveries", { PackageResources.two_deliveries_yaml }),
    ("cancellation", { PackageResources.cancellation_yaml }),
    ("progress", { PackageResources.progress_yaml }),
    ("serial-task", { PackageResources.serial_task_yaml }),
    ("streams", { PackageResources.streams_yaml }),
    ("queues", { PackageResources.queues_yaml }),
    ("hangs", { PackageResources.hangs_yaml }),
    ("my-program-hangs", { PackageResources.my_program_hangs_yaml }),
    ("retain-cycles", { PackageResources.retain_cycles_yaml }),
    ("inside-promisekit", { PackageResources.inside_promisekit_yaml }),
    ("catch-policies", { PackageResources.catch_policies_yaml }),
    ("inside-promisekit-6", { PackageResources.inside_promisekit_6_yaml }),
    ("inside-google", { PackageResources.inside_google_yaml }),
    ("inside-bolts", { PackageResources.inside_bolts_yaml }),
    ("executor-timing", { PackageResources.executor_timing_yaml }),
    ("forgotten-return", { PackageResources.forgotten_return_yaml }),
    ("catch-or-recover", { PackageResources.catch_or_recover_yaml }),
    ("settling-stops-nothing", { PackageResources.settling_stops_nothing_yaml }),
    ("second-settlement", { PackageResources.second_settlement_yaml }),
    ("two-handlers", { PackageResources.two_handlers_yaml }),
    ("nested-chain", { PackageResources.nested_chain_yaml }),
    ("for-each", { PackageResources.for_each_yaml }),
    ("unhandled-branch", { PackageResources.unhandled_branch_yaml }),
    ("new-log", { PackageResources.new_log_yaml }),
  ]

  /// The text of a lesson's file.
  ///
  /// - Parameter name: The name of the lesson.
  /// - Returns: The text, or nil.
  public static func text(of name: String) -> String? {
    files.first { $0.name == name }.map { String(decoding: $0.bytes(), as: UTF8.self) }
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
