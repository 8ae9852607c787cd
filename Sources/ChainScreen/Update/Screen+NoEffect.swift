// A key that changes nothing says why. Owns how that is noticed, and the reasons.

import Canvas
import ChainModel
import PromiseTrace

extension Screen {
  /// What a key can change, as far as a person sees it.
  struct Footprint: Equatable {
    fileprivate var state: ScreenState
    fileprivate var rows: Int
    fileprivate var isFolded: Bool?
    fileprivate var order: Outline.Order
    fileprivate var foldsSettled: Bool
    fileprivate var position: UInt64
  }

  var footprint: Footprint {
    var state = state
    state.isSelectionChosen = true
    return Footprint(
      state: state, rows: outline.count, isFolded: state.row < outline.count ? outline[state.row].isFolded : nil,
      order: outline.order, foldsSettled: outline.autoFoldsSettled, position: history.playback.position)
  }

  /// Says why an action has done nothing, if that needs a word.
  mutating func explain(_ action: Action, since before: Footprint) {
    // What takes several frames has not changed yet.
    guard notice == nil, footprint == before, !outline.isBusy, seeking == nil else { return }
    notice = reason(for: action)
  }

  /// Says that a key has no command.
  mutating func explain(unknown key: Key) {
    guard let help = options.keyMap.keys(for: .help).first else { return }
    notice = words.noCommand(key.name, help.name)
  }

  private func reason(for action: Action) -> String? {
    switch action {
    case .up, .pageUp, .halfPageUp, .first: words.atFirstRow
    case .down, .pageDown, .halfPageDown, .last: words.atLastRow
    case .outward, .parent: words.nothingAbove
    case .inward, .toggleFold, .fold, .unfold, .toggleAllFolds:
      outline.count > 0 && outline[state.row].isFoldable ? words.foldedAlready : words.nothingToFold
    case .nextRejected: words.noneRejected
    case .nextPending: words.nonePending
    case .nextProblem, .previousProblem:
      options.isExercise ? words.noProblemsInExercise : words.noProblems(in: history.store)
    case .stepBack, .jumpBack, .toStart: words.atStart
    case .stepForward, .jumpForward, .toEnd, .pause, .play: words.atEnd
    case .slower: words.slowest(state.speedText)
    case .faster: words.fastest(state.speedText)
    case .zoomAll, .panLeft, .panRight, .zoomIn, .zoomOut: words.wholeTimeline
    case .back: words.nothingToReturnTo
    case .cancel: words.nothingToLeave
    case .openEditor: words.noSite
    case .copyID, .copyRow: words.nothingToCopy
    case .nextPane, .previousPane: words.noRoomForPanes
    case .runAgain: words.noRunAgain
    case .hint, .nextExercise: words.noExercise
    default: nil
    }
  }
}
