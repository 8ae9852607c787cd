// The time that the bars of the tree show. In a run of many short requests each has its own axis, because on that of the whole run all of them
// would be points; zooming in shows them on that of the run.

import ChainModel
import PromiseTrace

extension Screen {
  /// Whether the bars of each request start with it and end with it.
  var hasRequestAxes: Bool {
    state.window == nil && lesson == nil && !state.isComparing && ServiceView.suits(history, end: endTime)
  }

  /// The time from the start of the request that contains a row until it settled, or until now; nil for a row that belongs to none.
  func requestWindow(at row: Int) -> TimeWindow? {
    guard row < outline.count else { return nil }
    var first = outline.firstOfChain(at: row)
    while let parent = outline.parent(of: first) { first = outline.firstOfChain(at: parent) }
    guard let facts = outline[first].node.flatMap(store.facts) else { return nil }
    let last = store.endOfChain(facts.id).flatMap(store.facts) ?? facts
    return TimeWindow(start: facts.created, end: max(facts.created + 1, last.settled ?? last.released ?? shownTime))
  }

  /// The time of the ruler above the bars: with an axis for each request, that of the selected one.
  var rulerWindow: TimeWindow { hasRequestAxes ? requestWindow(at: state.row) ?? window : window }
}
