// Until a person takes over, the view of a live run follows its first problem or, without one, the promise that most others wait for, and says what
// happens.

import ChainAnalysis
import ChainModel
import PromiseTrace

extension Screen {
  /// Brings the selection and the caption up to date while the view is guided.
  mutating func guide() {
    guard state.isGuided, hasEvents else {
      caption = nil
      return
    }
    guard stream.isRunning else {
      if case .summary = caption { return }
      caption = .summary(longest: longest)
      return
    }
    openPromises.update(from: history.store)
    let found = history.store.bottleneck(
      among: openPromises.all, preferring: state.selection, bodies: history.indexBodies())
    caption = found.map { .waiting($0) } ?? .busy(pending: history.store.counts.pending)
    if showProblem() { return }
    // Of too many, the view shows the oldest until that settles.
    let oldest = state.selection.flatMap { history.store.isOpen($0) ? $0 : nil } ?? openPromises.all.first
    guard !state.isFollowing, let promise = found?.promise ?? oldest,
      let row = outline.nearestIndex(of: promise, in: history.store)
    else { return }
    select(row: row)
  }

  /// Selects the first problem that is more serious than a note, and shows why it is one.
  ///
  /// - Returns: Whether there is one.
  private mutating func showProblem() -> Bool {
    guard options.panes == nil, !state.isFollowing, problems.findings.first.map({ $0.severity != .note }) ?? false,
      let promise = problems.promises.first, arrive(at: promise)
    else { return false }
    if state.panes.first != .why {
      bring(.why)
      layout = currentLayout(layout.size)
      keepSelectionInView()
    }
    return true
  }

  /// The promise that took most of the run's time.
  private var longest: (promise: PromiseID, time: Int64)? {
    guard history.store.count <= Self.summaryLimit else { return nil }
    let path = history.store.criticalPathOfRun(bodies: history.bodies)
    var times: [PromiseID: Int64] = [:]
    for segment in path?.segments ?? [] where segment.promise != 0 {
      times[segment.promise, default: 0] += segment.duration
    }
    return times.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { (promise: $0.key, time: $0.value) }
  }

  /// The number of promises up to which a frame finds the longest.
  private static var summaryLimit: Int { 100_000 }
}
