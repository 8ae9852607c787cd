// An exercise on the screen of `pscope run`: its program runs again whenever the student saves it, and every run is judged.

import ArgumentParser
import Canvas
import ChainScreen
import CursesTerminal
import Foundation
import LessonEngine
import PlainText
import Synchronization

/// An exercise that a student works on.
final class ExerciseSession: Sendable {
  private struct State {
    /// Whether the file was saved after the latest run began.
    var isSaved = false
    /// Whether the latest run was ended because it ran for too long.
    var isOverdue = false
    var isSolved = false
    /// Whether the screen has been left.
    var isOver = false
    /// The exercise to go on to.
    var next: Exercise?
    /// The hint that was said last.
    var hint = ""
  }

  private let program: ExerciseProgram
  private let language: Language
  private let state = Mutex(State())
  private let watched: WatchedProgram
  /// How often the file is looked at, in microseconds.
  private static let interval: UInt32 = 100_000

  /// How often it may be missing before that is said.
  private static let patience = 10

  /// The names of the keys that give a hint and go on.
  private let keys: (hint: String, next: String)

  /// Creates a session; nothing runs yet.
  ///
  /// - Throws: ``Failure`` if its logs can't be written.
  init(_ program: ExerciseProgram, _ settings: UserSettings) throws {
    (self.program, language) = (program, settings.chosenLanguage)
    let language = language
    keys = (
      settings.keys.keys(for: .hint).first?.name ?? "hint",
      settings.keys.keys(for: .nextExercise).first?.name ?? "next-exercise"
    )
    let target = try RecordTarget(program.logs)
    let judge = Judge()
    watched = WatchedProgram(
      target, language: language, cleanUp: program.cleanUp, review: { judge.session?.review($0, $1) ?? [] },
      start: { target in
        let child = try program.start(target)
        judge.session?.begin()
        return child
      })
    judge.session = self
  }

  /// The session, for the program that it owns.
  private final class Judge: @unchecked Sendable {
    weak var session: ExerciseSession?
  }

  /// What the screen calls it: the name of the student's file.
  private var name: String { program.place.file }

  /// The exercise that comes next, if the student has asked for it.
  var next: Exercise? { state.withLock { $0.next } }

  /// Shows the screen until the student leaves it.
  func show(_ screen: ScreenArguments) throws {
    defer { program.cleanUp() }
    let logs = try ViewedLogs(of: watched.target, name: program.place.file, startsOthers: false)
    let task = [program.exercise.title, program.exercise.story]
    let exercise = WatchedExercise(name: name, isDue: isDue, hint: hint, goOn: goOn)
    watched.say(
      task.map { $0.text(in: language) }
        + [language("The program is in \(name).", "程序在 \(name)。")])
    watchFile()
    defer { state.withLock { $0.isOver = true } }
    let viewing = try ViewingArguments.parse(["--source-root", program.place.folder])
    try Showing(
      screen: screen, frame: .parse([]), viewing: viewing, logs: logs, watched: watched, exercise: exercise
    ) {
      try logs.open(forScreen: $0, changes: $1)
    }.run()
    watched.stop()
  }

  // MARK: Runs

  /// Begins the time of a run.
  private func begin() {
    state.withLock { ($0.isOverdue, $0.isSolved) = (false, false) }
    let run = watched.run
    Thread.detachNewThread { [self] in
      let isOver = { [self] in state.withLock { $0.isOver } || watched.run != run || watched.hasEnded }
      guard program.waitForLimit(hasEnded: isOver) else { return }
      state.withLock { $0.isOverdue = true }
      watched.stop()
    }
  }

  /// What is said about a run that has ended.
  private func review(_ end: ChildProcess.End, _ output: [String]) -> [String] {
    // It was ended to run again.
    let (isSaved, isOverdue) = state.withLock { ($0.isSaved, $0.isOverdue) }
    if isSaved { return [] }
    let verdict = program.judge(watched.target, end: end, output: output, isOverdue: isOverdue)
    state.withLock { $0.isSolved = verdict.isSolved }
    let next = ExerciseRecord().next(after: program.exercise)
    let advice =
      !verdict.isSolved
      ? language("Change the file and save it; \(keys.hint) gives a hint.", "修改文件并保存；按 \(keys.hint) 得到线索。")
      : next == nil
        ? language("All exercises are solved.", "所有练习都解决了。")
        : language("\(keys.next) goes on to the next one.", "按 \(keys.next) 进入下一题。")
    let lines = verdict.lines
    return lines.dropLast() + [(lines.last ?? "") + language(" ", "") + advice]
  }

  /// Whether the program is to run again, because it was saved; true once.
  private func isDue() -> Bool {
    guard state.withLock({ $0.isSaved }), watched.hasEnded else { return false }
    return state.withLock { state in
      defer { state.isSaved = false }
      return state.isSaved
    }
  }

  /// Notices on a thread of its own that the file was saved, and ends a run of what it was before.
  private func watchFile() {
    let path = program.place.file
    let first = FileStamp(path: path)
    Thread.detachNewThread { [self] in
      var (shown, last, misses) = (first, first, 0)
      while !state.withLock({ $0.isOver }) {
        usleep(Self.interval)
        let now = FileStamp(path: path)
        defer { last = now }
        // An editor may put a new file in the place of the old one.
        misses = now == nil ? misses + 1 : 0
        if misses == Self.patience {
          watched.say([language("\(path) is gone: save it again to go on.", "\(path) 不见了：重新保存才能继续。")])
        }
        // An editor may write a file in steps, or replace it: once it stays, it is saved.
        guard let now, now == last, now != shown else { continue }
        shown = now
        state.withLock { $0.isSaved = true }
        if !watched.hasEnded { watched.stop() }
        for _ in 0..<100 where !watched.hasEnded { usleep(10_000) }
        CursesTerminal.wake()
      }
    }
  }

  // MARK: Keys

  /// Says the next hint, beside what the program has printed.
  private func hint() {
    let hint = Self.nextHint(program.exercise, language)
    let isNew = state.withLock { state in
      defer { state.hint = hint }
      return state.hint != hint
    }
    watched.say([isNew ? hint : language("That was the last hint.", "这是最后一条线索。")])
  }

  /// Opens the next exercise.
  ///
  /// - Returns: Why the screen stays; nil if it closes.
  private func goOn() -> String? {
    guard let next = ExerciseRecord().next(after: program.exercise) else {
      return language("All other exercises are solved: q leaves.", "其他练习都解决了：按 q 离开。")
    }
    watched.stop()
    state.withLock { $0.next = next }
    return nil
  }

  /// The next hint for an exercise, with its number; the last one again after that.
  static func nextHint(_ exercise: Exercise, _ language: Language) -> String {
    let shown = min(ExerciseRecord()[exercise].hints, exercise.hints.count - 1)
    ExerciseRecord.update(exercise) { $0.hints = shown + 1 }
    let (number, count) = (shown + 1, exercise.hints.count)
    let text = exercise.hints[shown].text(in: language)
    return language("Hint \(number) of \(count): \(text)", "线索 \(number)/\(count)：\(text)")
  }
}
