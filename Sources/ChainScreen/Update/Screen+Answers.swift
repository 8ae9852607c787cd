// Problems and answers: stepping through the findings, asking why, and the path that the answer marks in the tree.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension Screen {
  /// Selects the next or the previous problem and shows why it is one.
  ///
  /// Starts with the first or the last problem, unless the user has selected one.
  ///
  /// - Parameters:
  ///   - direction: 1 for the next one, -1 for the previous one.
  ///   - kind: The kind of problem to step through; nil for all.
  mutating func goToProblem(_ direction: Int, of kind: ProblemKind? = nil) {
    guard mayShowProblems() else { return }
    let problems = history.problems(now: moment())
    let store = history.store
    let steps = zip(problems.findings, problems.promises).filter { finding, promise in
      store.contains(promise) && (kind == nil || finding.kind == kind)
    }
    guard !steps.isEmpty else {
      notice =
        options.isExercise
        ? language("No problems found. The output says whether the exercise is solved.", "未发现问题。练习是否完成，见输出。")
        : language.noProblems(in: store)
      return
    }
    // From another occurrence of a problem, the next one is the next problem.
    let selected = state.isSelectionChosen ? state.selection : nil
    let current =
      steps.firstIndex { $1 == selected }
      ?? steps.firstIndex { finding, _ in finding.list.contains { $0.promise == selected } }
    let next = current.map { ($0 + direction + steps.count) % steps.count } ?? (direction > 0 ? 0 : steps.count - 1)
    let promise = steps[next].1
    bring(.why)
    go(to: promise)
    if state.path?.question == .why { state.path?.promise = promise }
    notice = language("Problem \(next + 1) of \(steps.count).", "第 \(next + 1)/\(steps.count) 个问题。")
  }

  /// Shows the answer to a question about the selected promise and marks its path; asked again, hides the path.
  mutating func ask(_ question: MarkedPath.Question) {
    if lesson != nil { return cover(with: question == .why ? .why : .criticalPath) }
    bring(question == .why ? .why : .criticalPath)
    guard let selection = state.selection else { return }
    let asked = MarkedPath(question: question, promise: selection)
    if state.path == asked {
      // The critical path of a promise is followed by that of the whole run.
      state.path = question == .criticalPath ? MarkedPath(question: question, promise: nil) : nil
    } else {
      state.path = asked
    }
  }

  /// The promises of the marked path; nil if none is marked.
  mutating func markedPromises(_ bodies: BodyIndex?) -> Set<PromiseID>? {
    guard let path = state.path else { return nil }
    switch path.question {
    case .why:
      guard let id = path.promise, let why = answers.findWhy(id, in: history.store, bodies, now: shownTime) else {
        return []
      }
      // The same finding may name promises elsewhere, with which this one has nothing to do.
      if let knot = why.knot { return knot.promises }
      return why.promises.union(problems.finding(about: id)?.evidence ?? [])
    case .criticalPath:
      return shownPath(bodies)?.promises ?? []
    }
  }

  /// The critical path that the pane shows: that of the marked path, otherwise that of the selected promise.
  mutating func shownPath(_ bodies: BodyIndex?) -> FoundPath? {
    var promise = state.selection
    if let path = state.path, path.question == .criticalPath {
      promise = path.promise
    } else if promise == nil {
      return nil
    }
    return answers.findCriticalPath(of: promise, in: history.store, bodies, now: shownTime)
  }
}

extension Why {
  /// The promises that the answer names.
  var promises: Set<PromiseID> {
    var named: Set<PromiseID> = [promise]
    switch reason {
    case .pending(let chain):
      named.formUnion(chain.links.map(\.promise))
      if case .queued(let behind?) = chain.leaf { named.insert(behind) }
    case .fulfilled(let steps): named.formUnion(steps.map(\.promise))
    case .rejected(let path): named.formUnion(path.promises)
    case .canceled(let path, let cancellation):
      named.formUnion(path.promises + cancellation.upstream + [cancellation.requested, cancellation.by])
    case .unknown: break
    }
    named.remove(0)
    return named
  }
}

extension RejectionPath {
  fileprivate var promises: [PromiseID] {
    var named = (steps + after).map(\.promise)
    if case .handled(let by?) = fate { named.append(by) }
    return named
  }
}
