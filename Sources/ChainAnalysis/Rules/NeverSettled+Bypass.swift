// Where a finding about a promise that hangs stands if code bypassed the calls that settle others: it returned early, or ended with an error.

import ChainModel
import PlainText
import PromiseTrace

extension NeverSettled {
  /// Where code may have bypassed the calls that settle others from the same call site.
  ///
  ///     client.js:20  entry.resolve(frame.result)  ←  client.js:15  if (frame.error) { …; return; }
  func bypass(of leaf: NodeFacts, _ run: RunView) -> HangPlace? {
    let (store, watch) = (run.store, run.watches.settlers)
    for settler in watch.settlers(like: leaf) {
      for call in watch.ways(to: settler.site).joined() {
        guard let site = call.alternative, let place = store.placeInSentence(site),
          let others = watch.others(like: leaf, store)
        else { continue }
        let settlements = run.watches.settlements.settlements(of: leaf.site).all
        return HangPlace(
          site: site,
          text: others
            + FindingText(
              ", this one was not; likely, the code went the other way, at \(place)", "，而这一个没有；很可能，代码在 \(place) 走了另一条路"),
          advice: Text(
            "Settle it on this path, too; reject it if there is no result.", "在这条路径上也要敲定它；没有结果时就拒绝它。"),
          events: settlements.suffix(8).map(\.sequence))
      }
    }
    return nil
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

  /// Where the only function of the same file that failed did so, if no other promise from the call site was ever settled: the code after that line, which
  /// did not run, may settle them.
  func failedNeighbor(of leaf: NodeFacts, _ run: RunView) -> HangPlace? {
    let store = run.store
    guard run.watches.settlers.settlers(origin: leaf.origin).isEmpty else { return nil }
    let found = failed.compactMap { id -> (body: NodeFacts, site: Site)? in
      guard let body = store.facts(id), body.label != .none, store.traits(body).contains(.call) else { return nil }
      let site = (body.via == 0 ? nil : store.awaitSite(of: id, for: body.via)) ?? store.settleSite(of: id)
      guard site.line > 0, site.file == leaf.site.file, !site.isInSameFunction(as: leaf.site) else { return nil }
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
