// A combinator whose work is done and which waits only for inputs in endless loops, such as the heartbeat of an upload: it cannot settle unless something
// cancels them.
//
//     TaskGroup ○  ←  send ✔  ←  send ✔  ←  beat ○ while True: await sleep(1)
//
// A service that runs some tasks as long as it lives looks the same, so this is a note.

import ChainModel
import PlainText
import PromiseTrace

extension NeverSettled {
  /// Reports combinators that wait only for endless loops, while others of their inputs have settled.
  func findEndless(_ report: inout FindingsCollector) {
    let (run, store) = (report.run, report.store)
    var seen: Set<PromiseID> = []
    for (body, wait) in run.watches.waits where wait.loop == .endless && store.isOpen(body) {
      store.forEachDependent(of: body, limit: 16) { id, kind, _ in
        if kind == .input { seen.insert(id) }
        return true
      }
    }
    for id in seen.sorted() {
      guard let facts = store.facts(id), facts.isOpen, !facts.isCancelRequested, !store.traits(facts).contains(.race),
        facts.hasReaction, let ended = lastInput(of: id, run)
      else { continue }
      let (end, now) = (run.end(of: id), run.now)
      let idle = (end?.time ?? now) - ended.time
      guard idle >= run.settings.stuck || end != nil && idle >= (now - run.watches.activity.first) / 2 else { continue }
      report.explain(id, by: .neverSettled)
      report.add(
        end != nil ? .neverSettled : .stuck, facts, severity: .note, kind: end != nil ? .unfinished : .note,
        advice: Text(
          "When the other inputs have settled, cancel those that run in an endless loop.", "其余任务结束后，取消在无限循环中运行的任务。"),
        time: facts.created, known: end?.time ?? now, pendingSince: facts.created, isUnfinished: true,
        evidence: ended.loops, related: run.waits(for: ended.loops)
      ) {
        let (name, loop) = (store.nameInSentence(id), store.nameInSentence(ended.loops[0]))
        let (others, time) = (ended.loops.count - 1, DurationText.of(idle))
        return FindingText(
          "\(name) waits only for \(loop)\(others > 0 ? " and \(counted(others, "other")), whose loops have" : ", whose loop has") no end; "
            + "its other inputs had settled \(time) before \(end == nil ? "now" : "the program ended")",
          "\(name) 只在等待 \(loop)\(others > 0 ? " 等 \(ended.loops.count) 个" : "")，其循环没有尽头；"
            + "其他输入在\(end == nil ? "现在" : "程序结束")之前 \(time) 就已敲定")
      }
    }
  }

  /// When the last of a combinator's settled inputs settled, and its open inputs; nil unless it has both and all open ones are in endless loops.
  private func lastInput(of id: PromiseID, _ run: RunView) -> (time: Int64, loops: [PromiseID])? {
    var (time, loops): (Int64?, [PromiseID]) = (nil, [])
    for input in run.store.inputs(of: id, limit: 1_000) {
      guard let facts = run.store.facts(input) else { return nil }
      if facts.isOpen {
        guard run.watches.waits[input]?.loop == .endless else { return nil }
        loops.append(input)
      } else if let settled = facts.settled {
        time = max(time ?? settled, settled)
      }
    }
    return time.flatMap { loops.isEmpty ? nil : ($0, loops) }
  }
}
