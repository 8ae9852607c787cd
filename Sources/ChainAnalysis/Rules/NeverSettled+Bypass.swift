// Where a finding about a promise that hangs stands if code bypassed the calls that settle others: it returned early, or ended with an error.

import ChainModel
import PlainText
import PromiseTrace

extension NeverSettled {
  /// Where code may have bypassed the calls that settle others from the same call site or, if there are none, those that the source shows.
  ///
  ///     client.js:20  entry.resolve(frame.result)  ←  client.js:15  if (frame.error) { …; return; }
  func bypass(of leaf: NodeFacts, _ run: RunView) -> HangPlace? {
    let (store, watch) = (run.store, run.watches.settlers)
    let settlers = watch.settlers(like: leaf)
    let calls =
      settlers.isEmpty ? watch.expected(like: leaf, store) : settlers.flatMap { watch.ways(to: $0.site).joined() }
    if settlers.isEmpty, let place = failed(before: calls, store) { return place }
    guard let call = calls.first(where: { $0.alternative != nil }), let site = call.alternative,
      let place = store.placeInSentence(site), let usual = store.placeInSentence(call.site)
    else { return nil }
    return HangPlace(
      site: site,
      text: (watch.others(like: leaf, store).map { $0 + FindingText(", this one was not", "，而这一个没有") }
        ?? FindingText("the call at \(usual) would lead to its settlement", "\(usual) 处的调用本会使它敲定"))
        + FindingText("; likely, the code went the other way, at \(place)", "；很可能，代码在 \(place) 走了另一条路"),
      advice: Text("Settle it on this path, too; reject it if there is no result.", "在这条路径上也要敲定它；没有结果时就拒绝它。"),
      events: others(like: leaf, run).suffix(8).map(\.sequence))
  }

  /// Where the body that created a promise threw, before it waited for anything else.
  func failedCreator(of leaf: NodeFacts, _ store: ChainStore) -> HangPlace? {
    guard leaf.inside != 0, let creator = store.facts(leaf.inside), creator.isRejected,
      let site = store.throwSite(of: creator), let place = store.placeInSentence(site),
      !store.waits(of: creator.id).known.contains(where: { $0.start >= leaf.created })
    else { return nil }
    let (name, error) = (store.nameInSentence(creator.id), store.errorInSentence(creator.id) ?? "an error")
    return HangPlace(
      site: site,
      text: FindingText(
        "likely, \(name), which created it, threw \(error) at \(place) before anything could settle it",
        "很可能，创建它的 \(name) 在任何代码能敲定它之前于 \(place) 抛出了 \(error)"),
      advice: Text(
        "Reject it with the error, or create it only after the code that can throw.", "用该错误拒绝它，或者在可能抛出错误的代码之后再创建它。"))
  }

  /// Where another call of the async function that created a promise failed after the line at which it waits, and settled none: that call had already got
  /// what the promise waits for.
  ///
  ///     pool.js:27  await new Promise(…) ○        pool.js:30  return await open(host) ✘
  func failedBehind(_ leaf: NodeFacts, _ run: RunView) -> HangPlace? {
    let (store, name) = (run.store, leaf.site.function)
    guard leaf.inside != 0, name != .none, store.label(of: leaf.inside) == name else { return nil }
    // The bodies that settled others must be users that have ended, each with one settlement, and not a reader that settles them all.
    let others = others(like: leaf, run)
    let settlers = Set(others.map(\.settler)).compactMap(store.facts)
    guard !settlers.isEmpty, settlers.count == others.count,
      settlers.allSatisfy({ $0.state == .fulfilled && store.traits($0).contains(.call) })
    else { return nil }
    let bodies = failed.lazy.compactMap(store.facts).filter { body in
      guard body.label == name, body.id != leaf.inside, let site = store.errorSite(of: body) else { return false }
      return site.isInSameFunction(as: leaf.site) && site.line > leaf.site.line
    }
    guard let body = bodies.first, let site = store.errorSite(of: body), let place = store.placeInSentence(site)
    else { return nil }
    let (call, error) = (store.nameInSentence(body.id), store.errorInSentence(body.id) ?? "an error")
    return HangPlace(
      site: site,
      text: FindingText(
        "likely, \(call), which did not wait there any longer, ended with \(error) at \(place) and settled none",
        "很可能，已不在那里等待的 \(call) 在 \(place) 因 \(error) 结束，没有敲定任何一个"),
      advice: Text(
        "Give it back on every path, also when the work fails: in a finally block.", "在每条路径上都归还它，包括操作失败时：放进 finally 块。"),
      events: others.suffix(8).map(\.sequence))
  }

  /// Where a function ended with an error before it reached one of the calls that would settle a promise.
  private func failed(before calls: [SettlerCall], _ store: ChainStore) -> HangPlace? {
    for id in failed {
      guard let body = store.facts(id), let site = store.errorSite(of: body), let place = store.placeInSentence(site),
        let call = calls.first(where: { $0.site.isInSameFunction(as: site) && $0.site.line >= site.line }),
        let usual = store.placeInSentence(call.site)
      else { continue }
      let (name, error) = (store.nameInSentence(id), store.errorInSentence(id) ?? "an error")
      return HangPlace(
        site: site,
        text: FindingText(
          "likely, \(name) ended with \(error) at \(place), before the call at \(usual) that would lead to its settlement",
          "很可能，\(name) 在 \(place) 因 \(error) 结束，没有到达 \(usual) 处会使它敲定的调用"),
        advice: Text(
          "Run what follows even if the work fails, in a finally block.", "失败时也要执行其后的代码：放进 finally 块。"))
    }
    return nil
  }

  /// Where the only function of the same file that failed did so, if neither another promise from the call site nor the source shows what settles
  /// them: the code after that line, which did not run, may.
  func failedNeighbor(of leaf: NodeFacts, _ run: RunView) -> HangPlace? {
    let (store, watch) = (run.store, run.watches.settlers)
    guard watch.settlers(origin: leaf.origin).isEmpty, watch.expected(like: leaf, store).isEmpty else { return nil }
    let found = failed.compactMap { id -> (body: NodeFacts, site: Site)? in
      guard let body = store.facts(id), body.label != .none, store.traits(body).contains(.call),
        let site = store.errorSite(of: body), site.file == leaf.site.file, !site.isInSameFunction(as: leaf.site)
      else { return nil }
      return (body, site)
    }
    // If another call succeeded, the code after that line usually runs.
    guard let first = found.first, found.allSatisfy({ $0.body.label == first.body.label && $0.site == first.site }),
      run.watches.settlements.calls(named: first.body.label).contains(where: {
        store.state(of: $0.promise) == .fulfilled
      }),
      let place = store.placeInSentence(first.site)
    else { return nil }
    let (name, error) = (store.nameInSentence(first.body.id), store.errorInSentence(first.body.id) ?? "an error")
    return HangPlace(
      site: first.site,
      text: FindingText(
        "likely, \(name) of the same file should have settled it, but ended with \(error) at \(place)",
        "很可能，应由同一文件的 \(name) 敲定它，而后者在 \(place) 因 \(error) 结束"),
      advice: Text(
        "Run what follows even if the work fails, in a finally block.", "失败时也要执行其后的代码：放进 finally 块。"))
  }
}
