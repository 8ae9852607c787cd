// Where a finding about a promise that hangs stands, if not where the promise was created. Helpers such as locks, pools, and limiters create
// promises for others; the code to change is mostly the code that uses them.

import ChainModel
import PlainText
import PromiseTrace

/// The call site to change because of a promise that hangs, and what is wrong there.
struct HangPlace {
  var site: Site
  /// The end of a sentence about the promise.
  var text: FindingText
  var advice: Text
  /// The events that prove it, beyond those of the promise and of what waits for it.
  var events: [UInt64] = []
}

extension NeverSettled {
  /// Where to change the program so that a promise does not hang; nil for where the promise was created.
  ///
  /// - Parameter alike: Others from its call site that hang.
  func place(of leaf: NodeFacts, _ holders: Holders?, _ alike: [PromiseID], _ run: RunView) -> HangPlace? {
    let store = run.store
    guard leaf.site.line > 0, !leaf.hasInputs, leaf.from == 0 else { return nil }
    for id in [leaf.id] + alike {
      if let other = store.facts(id), let place = reentry(other, isLeaf: id == leaf.id, store) { return place }
    }
    let rejected = rejectedOthers(leaf, run)
    return recursion(leaf, store) ?? failedBehind(leaf, run) ?? likely(holders, store) ?? failedCreator(of: leaf, store)
      ?? (rejected == nil ? bypass(of: leaf, run) : nil) ?? user(of: leaf, holders, run) ?? rejected
      ?? caller(of: leaf, alike, run) ?? failedNeighbor(of: leaf, run)
  }

  /// Where code that runs inside of a helper waits for the same helper: a limiter in its own task, a transaction in a transaction.
  ///
  ///     limit.js:8   #7 new Promise ○  ←  crawl.js:4  "crawl" awaits it  ←  limit.js:12  "run" awaits "crawl", and would settle #7 after it
  private func reentry(_ leaf: NodeFacts, isLeaf: Bool, _ store: ChainStore) -> HangPlace? {
    let waiters = store.waiters(of: leaf.id)
    for (index, helper) in waiters.enumerated() {
      guard let site = helper.site, site.file == leaf.site.file else { continue }
      // The function that created it or, if that is all that the log knows of the helper, its file.
      let isSame = site.isInSameFunction(as: leaf.site)
      var outside: (body: PromiseID, site: Site)?
      for waiter in waiters.way(to: index) {
        if let other = waiter.site, isSame ? !other.isInSameFunction(as: site) : other.file != site.file {
          outside = (waiter.promise, other)
        }
      }
      guard let outside else { continue }
      let (body, name) = (store.nameInSentence(outside.body), store.nameInSentence(helper.promise))
      let own = isLeaf ? nil : store.nameInSentence(leaf.id)
      let (unit, chinese) = outside.site.file == site.file ? ("function", "函数") : ("file", "文件")
      return HangPlace(
        site: outside.site,
        text: FindingText(
          "\(body) waits for \(own ?? "it"), and \(name) of the same \(unit) waits for \(body)",
          "\(body) 在等待\(own.map { " \($0)" } ?? "它")，而同一\(chinese)的 \(name) 在等待 \(body)"),
        advice: Holders.releaseFirst)
    }
    return nil
  }

  /// Where a function waits for the promise that its own caller is about to return: the renewal of a token that needs a token.
  ///
  /// The recorded calls show that the function that created the promise then called the one that waits:
  ///
  ///     get:20  →  token:10  creates #1  →  token:11  →  renew:30  →  get:21  waits for #1
  private func recursion(_ leaf: NodeFacts, _ store: ChainStore) -> HangPlace? {
    guard store.hasCallers else { return nil }
    for waiter in store.waiters(of: leaf.id) where waiter.kind == .derived {
      guard let facts = store.facts(waiter.promise), facts.inside == leaf.inside,
        let outer = store.call(to: leaf.id, in: facts.site), let inner = store.call(to: facts.id, in: leaf.site),
        inner.line > leaf.site.line, let place = store.placeInSentence(inner)
      else { continue }
      let call = store.call(to: facts, outside: facts.site).flatMap { $0.line == inner.line ? nil : $0 } ?? outer
      let name = store.nameInSentence(facts.id)
      return HangPlace(
        site: call,
        text: FindingText(
          "\(name) waits for it in code that the function that created it called at \(place)",
          "\(name) 在等待它，而等待它的代码正由创建它的函数在 \(place) 调用"),
        advice: Holders.releaseFirst)
    }
    return nil
  }

  /// Where the likely holder got it, left, or waits, if all likely ones agree or wait for one another.
  private func likely(_ holders: Holders?, _ store: ChainStore) -> HangPlace? {
    guard let holders, !holders.isProven, let first = holders.all.first, let site = holders.site(of: first) else {
      return nil
    }
    switch (first.duty, first.end) {
    case (.given(_?), .waits) where holders.isRing && holders.all.count > 1:
      // Where each waits while it holds one.
      guard !holders.all.contains(where: { $0.duty == .given($0.site) }) else { return nil }
    case (.given(_?), _), (.settles, .threw), (.settles, .left), (.settles, .caught):
      guard holders.all.allSatisfy({ $0.duty == first.duty && holders.site(of: $0) == site }) else { return nil }
    default: return nil
    }
    return HangPlace(
      site: site, text: FindingText("likely, ", "很可能，") + store.sentence(holders), advice: holders.advice,
      events: holders.events)
  }

  /// Where code outside of the helper waits for it, if those who wait for such promises settle each other's, as the users of a barrier.
  private func user(of leaf: NodeFacts, _ holders: Holders?, _ run: RunView) -> HangPlace? {
    let store = run.store
    let others = others(like: leaf, run)
    guard holders.map({ !$0.isProven && $0.all.isEmpty }) ?? areSettledByUsers(others, leaf, store) else { return nil }
    let waiters = store.waiters(of: leaf.id).filter { $0.site.map { !$0.isInSameFunction(as: leaf.site) } ?? false }
    guard let user = waiters.first(where: { $0.site?.file != leaf.site.file }) ?? waiters.first, let site = user.site
    else { return nil }
    let name = store.nameInSentence(user.promise)
    let function = Escaping.line(store.texts[leaf.site.function] ?? "")
    return HangPlace(
      site: site,
      text: FindingText("\(name) waits for it; ", "\(name) 在等待它；")
        + (run.watches.settlers.others(like: leaf, store).map { $0 + FindingText(", this one was not", "，而这一个没有") }
          ?? FindingText(
            "users of \(function) settle each other's, and none has settled this one",
            "\(function) 的使用者互相敲定，却没有谁敲定这一个")),
      advice: Text(
        "Check that each of its users does its part, also when it fails or ends early.",
        "检查它的每个使用者是否都完成了自己的部分，包括失败或提前结束时。"),
      events: others.suffix(8).map(\.sequence))
  }

  /// Whether most promises like one were settled in async functions, by code that those called.
  private func areSettledByUsers(_ others: [SettlementWatch.Entry], _ leaf: NodeFacts, _ store: ChainStore) -> Bool {
    let byUsers = others.count { other in
      guard other.settler != 0, let body = store.facts(other.settler), store.traits(body).contains(.call) else {
        return false
      }
      let site = store.settleSite(of: other.promise)
      guard site.line > 0 else { return false }
      return site.file != leaf.site.file || site.function != .none && site.function != body.label
    }
    return byUsers * 2 > others.count
  }

  /// How others from its call site in the same process were settled.
  func others(like leaf: NodeFacts, _ run: RunView) -> [SettlementWatch.Entry] {
    let processes = run.watches.processes
    return run.watches.settlements.settlements(of: leaf.site).all.filter {
      run.store.origin(of: $0.promise) == leaf.origin && $0.promise != leaf.id
        && processes.index(of: $0.promise) == processes.index(of: leaf.id)
    }
  }

  /// The call outside of the helper that created the promise, if the helper itself works: it has settled others, or its name says that it gives something out.
  private func caller(of leaf: NodeFacts, _ alike: [PromiseID], _ run: RunView) -> HangPlace? {
    let store = run.store
    guard leaf.started == nil, !store.isResolverReleased(leaf.id),
      run.watches.settlers.others(like: leaf, store) != nil
        || FunctionName.givesOut(store.texts[leaf.site.function] ?? ""),
      let call = store.call(to: leaf, outside: leaf.site)
        ?? store.suspension(waitingFor: [leaf.id] + alike, outside: leaf.site)
    else { return nil }
    return HangPlace(
      site: call,
      text: FindingText("its resolver has not been called", "它的 resolve/reject 未被调用")
        + settledOthers(like: leaf, run),
      advice: Text(
        "Check what this call holds or waits for, and which code should settle what it got.",
        "检查这次调用持有或等待什么，以及哪段代码应当敲定它得到的 Promise。"),
      events: others(like: leaf, run).suffix(8).map(\.sequence))
  }

  /// Where others were rejected that waited at the same time, or all others: that code should have settled this one, too, or took the place
  /// of the code that would have.
  private func rejectedOthers(_ leaf: NodeFacts, _ run: RunView) -> HangPlace? {
    let (store, entries) = (run.store, others(like: leaf, run))
    let others = entries.compactMap { store.facts($0.promise) }
    guard let last = others.last, last.isRejected, let time = last.settled,
      time > leaf.created || others.allSatisfy(\.isRejected)
    else { return nil }
    let site = store.settleSite(of: last.id)
    guard site.line > 0, let place = store.placeInSentence(site) else { return nil }
    let count = others.count { $0.isRejected && store.settleSite(of: $0.id) == site }
    let (number, other, were) = (
      NumberText.grouped(count), count == 1 ? "other" : "others", count == 1 ? "was" : "were"
    )
    return HangPlace(
      site: site,
      text: FindingText(
        "\(number) \(other) from its call site \(were) rejected at \(place)", "它的调用点的另外 \(number) 个在 \(place) 被拒绝"),
      advice: Text(
        "Check that this code settles all that wait, and takes what it rejects out of the list of those that wait.",
        "检查此处是否敲定了所有等待者，并把被拒绝的从等待列表中移除。"),
      events: entries.suffix(8).map(\.sequence))
  }
}
