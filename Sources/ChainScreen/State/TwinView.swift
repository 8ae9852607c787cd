// Another version of the run, drawn beside it at the same moment: a broken chain and the repaired one. Owns its history, which is complete from
// the start, and its playhead, which follows the run's.

import Canvas
import ChainModel
import PlainText
import PromiseTrace

/// Another version of a run: its events, complete and on the same clock.
public struct TwinRun: Sendable {
  /// Its name, such as `missing-return-fixed`.
  public var name: String
  /// Its events, in `sequence` order.
  public var events: [Event]
  /// Their texts.
  public var texts: TextTable

  /// Creates a version.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - events: Its events, in `sequence` order.
  ///   - texts: Their texts.
  public init(name: String, events: [Event], texts: TextTable) {
    (self.name, self.events, self.texts) = (name, events, texts)
  }
}

/// A twin on the screen.
struct TwinView: Sendable {
  let name: String
  private(set) var history: ScreenHistory
  private(set) var outline = Outline()
  /// The time of its last event, in nanoseconds since the start of its log.
  let end: Int64

  init(_ run: TwinRun, _ options: ScreenOptions) {
    name = run.name
    history = ScreenHistory(
      texts: run.texts, archive: nil, limit: options.promiseLimit, settings: options.analysis,
      language: options.language)
    for event in run.events { history.append(event) }
    history.end()
    end = history.store.lastTime
  }

  /// Shows the moment that the run shows.
  ///
  /// - Parameters:
  ///   - moment: The moment, in nanoseconds since the start of both logs.
  ///   - isAtEnd: Whether the run is shown to its end, and so the twin as well.
  mutating func follow(_ moment: Int64, isAtEnd: Bool) {
    // Its events are in memory, so a seek can't fail.
    try? history.move {
      if isAtEnd { try $0.seek(to: .max) } else { try $0.seek(toTime: moment) }
    }
    outline.update(from: history.store)
  }

  /// What the twin's tree may read: its own run, and everything else as the screen has it.
  ///
  /// - Parameter context: The context of the run beside it.
  /// - Returns: The context of the twin.
  mutating func context(_ context: ScreenContext) -> ScreenContext {
    var twin = context
    let now = max(context.now, history.store.lastTime)
    (twin.store, twin.outline, twin.bodies) = (history.store, outline, nil)
    // As in the tree beside it, a lesson shows no findings, because they may give an answer away.
    twin.problems = context.lesson == nil ? history.problems(now: now) : Problems()
    (twin.hiddenProblems, twin.path) = ([:], nil)
    twin.state.row = -1
    twin.state.selection = nil
    twin.state.top = max(0, min(context.state.top, outline.count - 1))
    twin.lesson = nil
    return twin
  }
}
