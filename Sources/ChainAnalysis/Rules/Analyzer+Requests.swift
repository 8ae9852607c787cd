// Rules about how requests relate: duplicate-request, n-plus-one, uncanceled-source, and nested-chain. All are notes, because a log has neither
// the arguments of a request nor the values that a handler captures.

import ChainModel
import PlainText
import PromiseTrace

extension Analyzer {
  func findRequests(_ report: inout FindingsCollector) {
    findNested(&report)
    findUncanceled(&report)
    findDuplicates(&report)
    findLists(&report)
  }

  // MARK: nested-chain

  private func findNested(_ report: inout FindingsCollector) {
    let (store, language) = (report.store, report.language)
    for id in requests.nested.all {
      guard let facts = store.facts(id), let depth = requests.depths[id] else { continue }
      report.add(.nestedChain, facts, time: facts.created) {
        let name = store.nameInSentence(id)
        return language(
          "handlers are nested \(depth) deep, starting with that of \(name), instead of following one another in a chain",
          "从 \(name) 的处理函数开始，处理函数嵌套了 \(depth) 层，而没有在一条链上依次排列")
      }
    }
  }

  // MARK: uncanceled-source

  private func findUncanceled(_ report: inout FindingsCollector) {
    let (store, language) = (report.store, report.language)
    for id in requests.timeouts.all {
      guard let limit = store.facts(id), limit.cause == .timeout, let up = limit.settled,
        let source = store.facts(limit.from)
      else { continue }
      let isCanceled = source.isCancelRequested || source.state == .cancelled
      guard !isCanceled, source.state != .leaked, source.state != .unknown, (source.settled ?? .max) > up,
        isOnlyFor(id, source, store), gaps.isWhole(from: source.created, to: source.settled ?? store.lastTime)
      else { continue }
      report.add(.uncanceledSource, limit, time: up, known: source.settled ?? report.now, evidence: [source.id]) {
        let (name, work) = (store.nameInSentence(id), store.nameInSentence(source.id))
        let rest = source.settled.map { DurationText.of($0 - up) }
        return language(
          "the time of \(name) was up, but nothing canceled \(work), "
            + (rest.map { "which took another \($0) for nothing" } ?? "which is still pending"),
          "\(name) 的时间已到，却没有取消 \(work)，" + (rest.map { "后者又白白用了 \($0)" } ?? "后者仍待定"))
      }
    }
  }

  /// Whether a promise and what it waits for serve nothing but one other promise.
  private func isOnlyFor(_ user: PromiseID, _ source: NodeFacts, _ store: ChainStore) -> Bool {
    var (current, user) = (source, user)
    for _ in 0..<64 {
      var isShared = false
      store.forEachDependent(of: current.id, limit: 64) { dependent, _, _ in
        isShared = isShared || dependent != user
        return !isShared
      }
      if isShared { return false }
      guard current.from != 0, let next = store.facts(current.from), !next.state.isSettled else { return true }
      (user, current) = (current.id, next)
    }
    return true
  }

  // MARK: duplicate-request

  private func findDuplicates(_ report: inout FindingsCollector) {
    let (store, language) = (report.store, report.language)
    for proof in requests.duplicates.all {
      // A label that many have at once says what they do, and not which one they are.
      guard let first = store.facts(proof.first), let second = store.facts(proof.second),
        (requests.inFlight[first.id] ?? 2) <= 3, takesTime(first), takesTime(second),
        !isDifferent(first, second, store),
        !requests.isKind(second.id, store)
      else { continue }
      let caller = store.caller(of: second)
      // A step of a chain is not a request; the end of a function's chain is.
      guard caller != nil || second.from == 0 else { continue }
      report.add(
        .duplicateRequest, second, at: caller, time: proof.time, evidence: [first.id],
        events: [proof.event], related: [store.related(first.id, language("the first one", "第一个"))]
      ) {
        let (name, other) = (store.nameInSentence(second.id), store.nameInSentence(first.id))
        return language(
          "\(name) started while \(other), a request with the same label, was in flight",
          "\(name) 启动时，标签相同的请求 \(other) 仍在进行中")
      }
    }
  }

  private func takesTime(_ facts: NodeFacts) -> Bool { facts.timer == nil && (facts.settled ?? .max) > facts.created }

  /// Whether the outcomes show that two requests were not the same.
  private func isDifferent(_ first: NodeFacts, _ second: NodeFacts, _ store: ChainStore) -> Bool {
    guard first.state == .fulfilled, second.state == .fulfilled else { return false }
    return store.texts[first.text] != store.texts[second.text]
  }

  // MARK: n-plus-one

  private func findLists(_ report: inout FindingsCollector) {
    let (store, language) = (report.store, report.language)
    let explained: Set<Rule> = [.queueContention, .serialAlthoughIndependent, .unboundedConcurrency, .retryStorm]
    for id in requests.lists.all {
      guard let item = store.facts(id), let count = requests.lengths[id], let body = store.facts(item.inside),
        body.from != 0, takesTime(item), case let list = store.root(of: body), list.from == 0, list.state == .fulfilled,
        takesTime(list),
        // The list and its elements come by the same way, or there are too many for another explanation.
        list.origin == item.origin || count >= 2 * RequestWatch.shortestList,
        !report.hasFinding(of: explained, origin: item.origin)
      else { continue }
      report.add(
        .nPlusOne, item, at: store.loop(around: item), time: item.created, evidence: [list.id],
        related: [store.related(list.id, language("the request of the list", "列表的请求"))]
      ) {
        let (name, source) = (store.nameInSentence(id), store.nameInSentence(list.id))
        return language(
          "after \(source), \(counted(count, "request follows", "requests follow")), one for each element, starting with \(name)",
          "\(source) 之后又有 \(NumberText.grouped(count)) 个请求，每个元素一个，从 \(name) 开始")
      }
    }
  }
}
