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
    return deadlock(holders, store) ?? user(of: leaf, holders, store) ?? rejectedOthers(leaf, run)
  }

  /// Where code that runs inside of a helper waits for the same helper: a limiter in its own task, a transaction in a transaction.
  ///
  ///     limit.js:8   #7 new Promise ○  ←  crawl.js:4  "crawl" awaits it  ←  limit.js:12  "run" awaits "crawl", and would settle #7 after it
  private func reentry(_ leaf: NodeFacts, isLeaf: Bool, _ store: ChainStore) -> HangPlace? {
    var queue: [(promise: PromiseID, outside: (body: PromiseID, site: Site)?)] = [(leaf.id, nil)]
    var (seen, next): (Set<PromiseID>, Int) = ([leaf.id], 0)
    while next < queue.count, queue.count < 256 {
      let (source, outside) = queue[next]
      next += 1
      var found: HangPlace?
      store.forEachDependent(of: source, limit: 64) { dependent, kind, _ in
        guard dependent != 0, store.isOpen(dependent), seen.insert(dependent).inserted else { return true }
        let site = kind == .awaited ? store.awaitSite(of: dependent, for: source) : nil
        if let outside, let site, site.file == leaf.site.file {
          let (body, helper) = (store.nameInSentence(outside.body), store.nameInSentence(dependent))
          let name = isLeaf ? nil : store.nameInSentence(leaf.id)
          found = HangPlace(
            site: outside.site,
            text: FindingText(
              "\(body) waits for \(name ?? "it"), and \(helper) of the same file waits for \(body)",
              "\(body) 在等待\(name.map { " \($0)" } ?? "它")，而同一文件的 \(helper) 在等待 \(body)"),
            advice: Holders.releaseFirst)
          return false
        }
        queue.append((dependent, outside ?? site.flatMap { $0.file == leaf.site.file ? nil : (dependent, $0) }))
        return true
      }
      if let found { return found }
    }
    return nil
  }

  /// Where code of another file waits for it, if those who wait for such promises settle each other's, as the users of a barrier.
  private func user(of leaf: NodeFacts, _ holders: Holders?, _ store: ChainStore) -> HangPlace? {
    guard let holders, !holders.isProven, holders.all.isEmpty else { return nil }
    var (queue, next) = ([leaf.id], 0)
    while next < queue.count, queue.count < 64 {
      let source = queue[next]
      next += 1
      var found: (body: PromiseID, site: Site)?
      store.forEachDependent(of: source, limit: 64) { dependent, kind, _ in
        guard dependent != 0, store.isOpen(dependent), !queue.contains(dependent) else { return true }
        if kind == .awaited, let site = store.awaitSite(of: dependent, for: source), site.file != leaf.site.file {
          found = (dependent, site)
          return false
        }
        queue.append(dependent)
        return true
      }
      guard let found else { continue }
      let name = store.nameInSentence(found.body)
      let function = Escaping.line(store.texts[leaf.site.function] ?? "")
      return HangPlace(
        site: found.site,
        text: FindingText(
          "\(name) waits for it; users of \(function) settle each other's, and none has settled this one",
          "\(name) 在等待它；\(function) 的使用者互相敲定，却没有谁敲定这一个"),
        advice: Text(
          "Check that each of its users does its part, also when it fails or ends early.",
          "检查它的每个使用者是否都完成了自己的部分，包括失败或提前结束时。"))
    }
    return nil
  }

  /// Where the first one of those waits that hold one and wait for another.
  private func deadlock(_ holders: Holders?, _ store: ChainStore) -> HangPlace? {
    guard let holders, !holders.isProven, holders.isRing, holders.all.count > 1 else { return nil }
    for holder in holders.all {
      guard case .given(let got?) = holder.duty, let site = holder.site, site != got else { return nil }
    }
    return holders.all[0].site.map {
      HangPlace(site: $0, text: FindingText("likely, ", "很可能，") + store.sentence(holders), advice: holders.advice)
    }
  }

  /// Where others were rejected that waited at the same time, or all others: that code should have settled this one, too, or took the place
  /// of the code that would have.
  private func rejectedOthers(_ leaf: NodeFacts, _ run: RunView) -> HangPlace? {
    let (store, processes) = (run.store, run.watches.processes)
    let others = run.watches.settlements.settlements(of: leaf.site).all.compactMap { store.facts($0.promise) }.filter {
      $0.origin == leaf.origin && $0.id != leaf.id && processes.index(of: $0.id) == processes.index(of: leaf.id)
    }
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
        "检查此处是否敲定了所有等待者，并把被拒绝的从等待列表中移除。"))
  }
}
