// What a run that is over opens on, or turns to when it ends: its problems or, if it has none, what it worked on longest. This happens once,
// before the first key.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension Screen {
  /// Goes to what matters most in a run that is over.
  mutating func openAtWhatMatters() {
    guard opensAtWhatMatters, !stream.isRunning, reading == nil, !history.isSearching, !outline.isBusy,
      history.playback.count > 0
    else { return }
    opensAtWhatMatters = false
    // The page of a service names its problems.
    guard lesson == nil, !state.isPaused, state.page == nil, options.continuation == nil else {
      return
    }
    let hasProblems = problems.kinds.contains { $0.role != .note }
    guard let promise = hasProblems ? problems.promises.first : longestWork, go(to: promise) else { return }
    // The first problem is still the next one.
    state.isSelectionChosen = false
    guard hasProblems, options.panes == nil else { return }
    bring(.problems)
    layout = currentLayout(layout.size)
    keepSelectionInView()
  }

  /// The promise that spent most time on work of its own, other than a timer; nil if none has settled.
  private var longestWork: PromiseID? {
    history.groups.slowest.byOwn.first { entry in
      history.store.facts(entry.promise).map { !history.store.isTimer($0) } ?? false
    }?.promise
  }
}
