// What a student has done: which exercises are solved, and how many hints were shown. Owns the file, `promisescope/exercises` in the XDG folder for state:
// a line per exercise, `NAME node swift hints=2`.

import ChainScreen
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The record of one student.
struct ExerciseRecord {
  /// What was done of one exercise.
  struct Standing: Equatable {
    /// What the solved programs run in.
    var solved: Set<ExerciseRuntime> = []
    /// The number of hints that were shown.
    var hints = 0
  }

  private(set) var entries: [String: Standing] = [:]
  private let path: String?

  /// The path of the file, which need not exist; nil without a home folder.
  static var path: String? {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let folder =
      variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? variable("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.local/state" }
    return folder.map { $0 + "/promisescope/exercises" }
  }

  /// Reads the record; an empty one if there is none.
  ///
  /// Lines that make no sense are left out.
  init(path: String? = Self.path) {
    self.path = path
    guard let path, access(path, R_OK) == 0, let text = try? SmallFile.read(path) else { return }
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard let name = words.first, ExerciseCatalog.named(name) != nil else { continue }
      let hints = words.lazy.compactMap { $0.hasPrefix("hints=") ? Int($0.dropFirst(6)) : nil }.first ?? 0
      entries[name] = Standing(solved: Set(words.compactMap(ExerciseRuntime.init)), hints: max(0, min(99, hints)))
    }
  }

  /// What was done of an exercise.
  subscript(exercise: Exercise) -> Standing { entries[exercise.name] ?? Standing() }

  /// The first exercise that is not solved, after a certain one if there is one.
  ///
  /// - Returns: The exercise to do; nil if all are solved.
  func next(after exercise: Exercise? = nil) -> Exercise? {
    let all = ExerciseCatalog.all
    let start = all.firstIndex { $0.name == exercise?.name }.map { $0 + 1 } ?? 0
    return (all[start...] + all[..<start]).first { self[$0].solved.isEmpty && $0.name != exercise?.name }
  }

  /// The number of exercises that are solved.
  var solvedCount: Int { ExerciseCatalog.all.count { !self[$0].solved.isEmpty } }

  /// Changes what was done of an exercise, in the file as it is now.
  @discardableResult
  static func update(_ exercise: Exercise, path: String? = Self.path, _ change: (inout Standing) -> Void) -> Bool {
    var record = ExerciseRecord(path: path)
    var entry = record[exercise]
    let former = entry
    change(&entry)
    guard entry != former else { return true }
    record.entries[exercise.name] = entry
    return record.write()
  }

  private func write() -> Bool {
    guard let path else { return false }
    createFolders(of: path)
    let lines = ExerciseCatalog.all.compactMap { exercise -> String? in
      guard let entry = entries[exercise.name] else { return nil }
      let runtimes = ExerciseRuntime.allCases.filter(entry.solved.contains).map(\.rawValue)
      return ([exercise.name] + runtimes + ["hints=\(entry.hints)"]).joined(separator: " ")
    }
    do {
      let output = try Output(path: path, isData: true)
      try output.write(lines.map { $0 + "\n" }.joined())
      try output.finish()
    } catch {
      return false
    }
    return true
  }
}

/// Creates the folders that a path needs, for their owner only.
func createFolders(of path: String) {
  var folder = ""
  for part in parentFolder(of: path).split(separator: "/") {
    folder += "/\(part)"
    mkdir(folder, 0o700)
  }
}
