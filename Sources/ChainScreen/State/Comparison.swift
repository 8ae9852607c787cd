// Another version of the run, drawn beside it at the same moment: a broken chain and the repaired one.

import ChainAnalysis
import ChainModel

/// The other version on the screen.
struct Comparison: Sendable {
  let name: String
  private(set) var history: ScreenHistory
  private(set) var outline = Outline()
  /// What is wrong with it at the moment that is shown.
  private(set) var problems = Problems()
  /// The time of its last event, in nanoseconds since the start of its log.
  let end: Int64

  init(_ version: RunVersion, _ options: ScreenOptions) {
    name = version.name
    history = ScreenHistory(
      texts: version.texts, archive: nil, limit: options.promiseLimit, settings: options.analysis)
    for event in version.events { history.append(event) }
    history.end()
    end = history.store.lastTime
  }

  /// Shows the moment that the run shows.
  ///
  /// - Parameters:
  ///   - moment: The moment, in nanoseconds since the start of both logs.
  ///   - isAtEnd: Whether the run is shown to its end, and so this version as well.
  ///   - hidesProblems: Whether the screen shows no problems.
  mutating func follow(_ moment: Int64, isAtEnd: Bool, hidesProblems: Bool) {
    // Its events are in memory, so a seek can't fail.
    try? history.move {
      if isAtEnd { try $0.seek(to: .max) } else { try $0.seek(toTime: moment) }
    }
    outline.update(from: history.store)
    problems = hidesProblems ? Problems() : history.problems(now: max(moment, history.store.lastTime))
  }
}
