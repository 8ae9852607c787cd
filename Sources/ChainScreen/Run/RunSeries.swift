// The runs that a screen shows one after another.

import PromiseTrace

/// The former runs of a screen: at most ``limit``.
public struct RunSeries: Sendable {
  /// The number of former runs.
  public static let limit = 8

  /// The number of the run that is shown, from 1.
  public private(set) var number = 1
  /// The former runs, oldest first.
  private(set) var former: [NumberedRun] = []
  /// Whether the screen shows a run although a later one is there.
  private(set) var isFormer = false
  /// The news that started the run that is shown; nil for the first one.
  private(set) var news: LogNews?

  /// Creates the series of a first run.
  public init() {}

  /// The series that a former run shows.
  init(former number: Int) { (self.number, isFormer) = (number, true) }

  /// The series of the next run.
  func next(after run: NumberedRun, _ news: LogNews) -> RunSeries {
    var series = self
    (series.news, series.number) = (news, number + 1)
    series.former.append(run)
    if series.former.count > Self.limit { series.former.removeFirst() }
    return series
  }
}
