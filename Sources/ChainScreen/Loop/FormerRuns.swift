// The former runs: which of their screens are kept whole, and what the next screen knows of them.

import ChainAnalysis
import ChainModel

/// The runs that were shown before.
///
/// Bounded: ``RunSeries/limit`` runs with their call sites and problems; of those, the latest are kept whole as long as they have at most
/// ``wholeLimit`` promises together.
public struct FormerRuns: Sendable {
  /// The number of promises of the runs that are kept whole: some 50 MB.
  static let wholeLimit = 100_000

  private var series = RunSeries()
  private var continuation: Continuation?
  /// Whether the screen opens with both runs side by side.
  private var opensComparison = false
  /// The screens that are kept, oldest first.
  private(set) var screens: [Screen] = []

  /// Creates what is before a first run: nothing.
  public init() {}

  /// What is before the screen that follows another one.
  ///
  /// - Parameters:
  ///   - screen: The screen so far. One without any event was no run.
  ///   - news: Why there is another one; nil if it shows the same run again.
  /// - Returns: The runs before the next screen.
  public func next(after screen: Screen, _ news: LogNews?) -> FormerRuns {
    var before = self
    guard screen.hasEvents else { return before }
    before.continuation = screen.continuation
    guard let news else { return before }
    before.series = series.next(after: screen.summary, news)
    before.screens.append(screen.asFormer)
    let promises = Dictionary(before.series.former.map { ($0.number, $0.facts.promises) }) { first, _ in first }
    var left = Self.wholeLimit
    let kept = before.screens.reversed().prefix { screen in
      left -= promises[screen.options.series.number] ?? .max
      return left >= 0
    }
    before.screens = kept.reversed()
    return before
  }

  /// What is before a run that is compared with another one from the start.
  ///
  /// - Parameter screen: The screen of the first run, read to its end.
  /// - Returns: The runs before.
  public static func comparison(with screen: Screen) -> FormerRuns {
    var before = FormerRuns().next(after: screen, LogNews(.requested, name: ""))
    (before.continuation, before.opensComparison) = (nil, true)
    return before
  }

  /// Passes on to the next screen what it shows of the runs before.
  public func apply(to options: inout ScreenOptions) {
    (options.series, options.continuation, options.opensComparison) = (series, continuation, opensComparison)
  }
}
