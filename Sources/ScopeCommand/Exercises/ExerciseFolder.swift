// The folder of a student with the program of one exercise: `NAME/NAME.js` or `NAME/NAME.swift`. Owns writing the program, with the task as a comment
// above it, and that no file of a student is lost.

import ChainExport
import LessonEngine
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program of an exercise on the student's disk.
struct ExerciseFolder: Sendable {
  let exercise: Exercise
  let runtime: ExerciseRuntime
  /// The path of the folder, relative to the working folder.
  var folder: String { exercise.name }
  /// The path of the program.
  var file: String { "\(folder)/\(exercise.name).\(runtime.ending)" }
  var start: String { Self.start(exercise, runtime) }
  /// Whether the file was there before.
  private(set) var isOld = false
  /// What the file of a former attempt is called now; nil without `--restart`, or without a file.
  private(set) var former: String?

  /// Creates the folder and the program, if they don't exist.
  ///
  /// - Parameters:
  ///   - exercise: The exercise.
  ///   - runtime: What runs the program.
  ///   - restarts: Whether to start over: a file that exists gets another name.
  ///   - language: The language of the comment.
  /// - Throws: ``Failure`` if the exercise has no program for the runtime, or the file can't be written.
  init(_ exercise: Exercise, in runtime: ExerciseRuntime, restarts: Bool, _ language: Language) throws {
    (self.exercise, self.runtime) = (exercise, runtime)
    if mkdir(folder, 0o777) != 0, errno != EEXIST { throw failure(folder, language) }
    if restarts, access(file, F_OK) == 0 { former = try rename(language) }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0, errno == EEXIST {
      isOld = true
      guard access(file, R_OK) == 0 else { throw failure(file, language) }
      return
    }
    guard descriptor >= 0 else { throw failure(file, language) }
    defer { close(descriptor) }
    let text = Array(Self.program(exercise, runtime, language).utf8)
    guard write(descriptor, text, text.count) == text.count else {
      let failure = failure(file, language)
      unlink(file)
      throw failure
    }
  }

  /// Gives the file the first free name: `NAME.1.js`.
  private func rename(_ language: Language) throws -> String {
    for number in 1... {
      let name = "\(folder)/\(exercise.name).\(number).\(runtime.ending)"
      if access(name, F_OK) == 0 { continue }
      guard move(file, name) == 0 else { throw failure(file, language) }
      return name
    }
    return file
  }

  private func failure(_ path: String, _ language: Language) -> Failure {
    let reason = errorText()
    return Failure(sentence: language("can't write \(path): \(reason).", "无法写入 \(path)：\(reason)。"))
  }

  /// The program as a student gets it: the task as a comment, and the broken version.
  static func program(_ exercise: Exercise, _ runtime: ExerciseRuntime, _ language: Language) -> String {
    let task = [
      exercise.title.text(in: language), "", exercise.story.text(in: language), "",
      language("When it is solved, it prints, in this order:", "解决之后，它会依次打印："),
    ]
    let end = language("Save this file, and pscope runs it again.", "保存这个文件，pscope 就会重新运行它。")
    let lines = task.flatMap {
      TextLines.wrap($0, indent: 0, hanging: 0, width: 77).split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
    }
    let comment = (lines + exercise.prints.map { "  \($0)" } + ["", end])
      .map { $0.isEmpty ? "//" : "// \($0)" }.joined(separator: "\n")
    let start = comments.reduce(start(exercise, runtime)) { $0.replacing($1.english, with: $1.text(in: language)) }
    return comment + "\n\n" + start
  }

  /// The comments in the programs of the exercises, with their translations.
  private static let comments = [
    Text("Work that takes a while, such as a request.", "需要一段时间的工作，例如一次请求。"),
    Text("Work that takes a while and fails.", "需要一段时间、最后失败的工作。"),
    Text(
      "An old function: it calls back with a place, or with nothing if it can't find one.", "旧式函数：用回调交出位置；找不到位置时什么也不传。"),
    Text(
      "An old function: it calls back with an error or with a page, and never with both.", "旧式函数：用回调交出错误或页面，绝不会两者都有。"),
    Text(
      "One promise is to deliver twice: first what the cache has, then what the server has.",
      "一个 Promise 要交付两次：先是缓存里的内容，再是服务器上的内容。"),
  ]

  private static func start(_ exercise: Exercise, _ runtime: ExerciseRuntime) -> String {
    let bytes = CarriedFiles.bytes("exercises/\(exercise.name)/start.\(runtime.ending)")
    return bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The runtimes that an exercise has a program for.
  static func runtimes(of exercise: Exercise) -> [ExerciseRuntime] {
    ExerciseRuntime.allCases.filter { CarriedFiles.bytes("exercises/\(exercise.name)/start.\($0.ending)") != nil }
  }
}

private func move(_ old: String, _ new: String) -> Int32 {
  #if canImport(Glibc)
    Glibc.rename(old, new)
  #else
    Darwin.rename(old, new)
  #endif
}
