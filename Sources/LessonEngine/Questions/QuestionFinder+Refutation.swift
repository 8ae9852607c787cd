// What the run shows instead of a wrong answer, in a sentence. Owns the sentence for each claim; `RunRecord` has decided before that the
// claim is false.

import ChainModel
import PlainText
import PromiseTrace

extension QuestionFinder {
  /// The fact that refutes a claim.
  ///
  /// - Parameters:
  ///   - claim: A claim that the run refutes.
  ///   - start: The index of the event from which on it was made.
  /// - Returns: The sentence; nil if the events say no more than that the claim is false.
  func refutation(of claim: Claim, from start: Int) -> LocalizedLine? {
    switch claim {
    case .settles(let id, let ending, _, let running): return refutation(of: id, ending, running, from: start)
    case .neverSettles(let id): return settlement(of: id, from: start)
    case .settlesAfter(let id, let other):
      return settlement(of: id, from: start, " while \(short(other)) was pending", "，当时 \(short(other)) 仍待定")
    case .settlesBefore(let id, let other): return waited(id, for: other)
    case .settlesFirst(let id, _, let others):
      let first = earliest(others + [id], from: start)
      return first == id ? settlement(of: id, from: start) : first.flatMap { waited(id, for: $0) }
    case .settlesLater(let id, _):
      return settlement(of: id, from: start, " while other inputs were pending", "，当时其他输入仍待定")
    case .derives, .derivesNothing:
      let new = short(record.events[start].promise)
      return LocalizedLine("The call created the new promise \(new).", "这次调用创建了新的 Promise \(new)。")
    case .runs(let id), .startsAfterSettling(let id, _): return body(id, "did not run", "没有运行")
    case .neverRuns(let id): return body(id, "ran", "运行了")
    case .startsAfterEnd(let id, let other):
      return body(id, "started before that of \(short(other)) had ended", "在 \(short(other)) 的处理函数结束之前就开始了")
    case .startsBeforeEnd(let id, let other):
      return body(id, "started after that of \(short(other)) had ended", "在 \(short(other)) 的处理函数结束之后才开始")
    case .startsNext(let id): return body(id, "had not run when the call returned", "在调用返回时还没有运行")
    case .startsLater(let id): return body(id, "ran before the call returned", "在调用返回之前就运行了")
    case .writesFirst(_, let others): return others.first.flatMap(firstLine)
    case .stayPending(_, let candidates):
      return list(
        candidates.filter { record.settlement(of: $0, from: start) == nil }, "stayed pending", "一直待定")
    case .runInOrder(let ids), .runsAlone(_, let ids): return order(of: ids, from: start)
    case .stated: return nil
    case .refuses(let id), .settlesAgain(let id):
      return LocalizedLine("\(short(id)) did not change.", "\(short(id)) 没有变化。")
    case .handles(_, let carriers), .isHandled(let carriers), .leavesUnhandled(let carriers):
      let handled = carriers.compactMap { record.first([.handled], of: $0, from: start) }.min()
      guard let taker = handled.map({ record.events[$0].peer }), taker != 0 else {
        return LocalizedLine("No handler took it.", "没有处理函数接住它。")
      }
      return body(taker, "took it", "接住了它")
    }
  }

  /// The fact about a promise that does not settle as claimed.
  private func refutation(
    of id: PromiseID, _ ending: Claim.Ending, _ running: Bool?, from start: Int
  ) -> LocalizedLine? {
    guard let index = record.settlement(of: id, from: start) else {
      return LocalizedLine("\(short(id)) stayed pending.", "\(short(id)) 一直待定。")
    }
    let started = record.first([.started], of: id, from: start)
    let hasRun = started.map { $0 < index } ?? false
    if RunRecord.ending(of: record.events[index]) == ending, let running, running != hasRun {
      return hasRun ? body(id, "ran", "运行了") : body(id, "did not run", "没有运行")
    }
    return settlement(of: id, from: start)
  }

  private func settlement(
    of id: PromiseID, from start: Int, _ clause: StoryLine = "", _ chineseClause: StoryLine = ""
  ) -> LocalizedLine? {
    record.settlement(of: id, from: start).map { outcome(record.events[$0], of: short(id), clause, chineseClause) }
  }

  private func waited(_ id: PromiseID, for other: PromiseID) -> LocalizedLine {
    LocalizedLine(
      "\(short(id)) was still pending when \(short(other)) settled.", "\(short(other)) 敲定时，\(short(id)) 仍待定。")
  }

  private func earliest(_ ids: [PromiseID], from start: Int) -> PromiseID? {
    ids.compactMap { id in record.settlement(of: id, from: start).map { (id, $0) } }.min { $0.1 < $1.1 }?.0
  }

  /// A sentence about the body or handler of a promise.
  private func body(_ id: PromiseID, _ english: StoryLine, _ chinese: StoryLine) -> LocalizedLine {
    // A handler that is registered after the moment of the question is one, too.
    let hasHandler = names.hasHandler(id) || store.facts(id).map { $0.from != 0 } ?? false
    return LocalizedLine(
      "The \(hasHandler ? "handler" : "body") of \(short(id)) \(english).",
      "\(short(id)) 的\(hasHandler ? "处理函数" : "函数体")\(chinese)。")
  }

  private func firstLine(_ text: TextID) -> LocalizedLine? {
    names.output(text).map(line).map {
      LocalizedLine("The program wrote \"\($0)\" first.", "程序先输出的是「\($0)」。")
    }
  }

  private func list(_ ids: [PromiseID], _ english: StoryLine, _ chinese: StoryLine) -> LocalizedLine {
    func joined(_ language: Language) -> StoryLine { names.line(language) { names.list(ids, to: $0) } }
    return LocalizedLine("\(joined(.english)) \(english).", "\(joined(.chinese)) \(chinese)。")
  }

  /// The order in which bodies ran.
  private func order(of ids: [PromiseID], from start: Int) -> LocalizedLine? {
    let starts = ids.compactMap { id in record.first([.started], of: id, from: start).map { (id, $0) } }
    let order = starts.sorted { $0.1 < $1.1 }.map(\.0)
    func joined(_ separator: String) -> StoryLine {
      StoryLine(
        order.enumerated().flatMap { ($0.offset > 0 ? [.text(separator)] : []) + [.promise($0.element, label: nil)] })
    }
    return LocalizedLine("They ran in the order \(joined(", ")).", "运行的顺序是 \(joined("、"))。")
  }
}
