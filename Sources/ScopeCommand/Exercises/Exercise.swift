// An exercise as data: a small broken program, what it should do, hints, and what proves that it is solved. `ExerciseCatalog` has the exercises,
// and `Verdict` judges a run. Owns no program: `exercises/NAME` has the broken and the solved version of each.

import ChainAnalysis
import LessonEngine
import PlainText

/// A small program with a mistake that a student mends.
struct Exercise: Sendable {
  /// Its name: that of the folder in `exercises`.
  let name: String
  let title: Text
  /// What the program should do, and what it does instead.
  let story: Text
  /// What to look at, then what to think about, then what to do.
  let hints: [Text]
  /// The lessons about the same thing.
  var lessons: [String] = []
  /// The rules whose findings have to be gone; findings of others have to be only notes.
  var rules: Set<Rule> = []
  /// Lines that the mended program prints, in this order, with any others between them.
  let prints: [String]
  /// Lines that it must not print.
  var avoids: [String] = []
  /// How many promises with a label have to be in the log, settled, and with something that waits for them: the work that must not be removed.
  var works: [String: Int] = [:]
  /// How many promises a function may create at most.
  var most: [String: Int] = [:]
}

/// What runs a program of an exercise.
enum ExerciseRuntime: String, CaseIterable, Sendable {
  case node, swift

  /// The ending of its files.
  var ending: String { self == .node ? "js" : "swift" }
  /// The program that it needs.
  var program: String { self == .node ? "node" : "swiftc" }
  /// Its name in a sentence.
  var title: String { self == .node ? "Node" : "Swift" }
}
