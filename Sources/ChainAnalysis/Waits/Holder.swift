// Who should have settled a promise that hangs, as the settlements of others from its call site show, and why that did not happen.
//
// A log has no locks, pools, or queues. What it has is in whose bodies promises were settled:
//
//     given      #5 acquire ✔ settled in the body of #2, which was given #3 acquire before     who was given one gives it back: a lock, a pool
//     created    #5 ✔ settled in the body of #4, which created it                              who creates one settles it
//     settles    #5 ✔, #8 ✔ settled in the body of #2                                          one body, or the calls of one function, settle all

import ChainModel
import PlainText
import PromiseTrace

/// A body that should have settled a promise, and did not.
struct Holder: Sendable, Equatable {
  enum Duty: Sendable, Equatable {
    /// It was given one that the same function had created, at this call site.
    case given(Site?)
    /// It created the promise.
    case created
    /// It settled the others, or is a call of the function that did.
    case settles
  }

  /// Where a body threw.
  enum Throw: Sendable, Equatable {
    /// At an `await`, which threw the error.
    case await
    /// At a line that the log has.
    case line
    /// After its last `await`.
    case behind
  }

  enum End: Sendable, Equatable {
    case returned
    /// It returned after this line: an `await` behind which others that got one on the same line waited for more, or where it settled others.
    case left(Site)
    /// It caught the error of this `await`, its last one, and returned.
    case caught(Site)
    /// It ended with an error.
    case threw(Site?, Throw)
    /// It waits for a promise of the same function, at this `await`.
    case waits(Site?)
    /// It waits for a promise that is no such one.
    case elsewhere(PromiseID, Site?)

    /// The last line known of one that ended behind it.
    fileprivate var lastSite: Site? {
      switch self {
      case .left(let site), .threw(let site?, .behind): site
      default: nil
      }
    }
  }

  /// A handler that did not run.
  struct Skipped: Sendable, Equatable {
    var promise: PromiseID
    var site: Site
  }

  var body: PromiseID
  var duty: Duty
  var end: End
  /// The handler that would have given it back, as handlers of the same code did for others, and that did not run because of an error.
  var skipped: Skipped?

  /// The call site of the handler that threw, if it belongs to the chain that the holder returned.
  var thrower: Site?

  /// Whether the holder is a handler, and the log has the call that got it what it holds, which is more precise than the line of the handler.
  var isCalled = false

  var hasFailed: Bool { if case .threw = end { true } else { false } }

  /// Whether another one got what it holds, and ended, in the same places.
  func isLike(_ other: Holder) -> Bool { duty == other.duty && end == other.end }

  /// Whether it waits for nothing, so that it may still do its part.
  var isRunning: Bool { if case .elsewhere(body, _) = end { true } else { false } }

  /// The line to mend: where it waits, where the error came from, or what it was given without giving it back.
  var site: Site? {
    if let place = skipped?.site ?? thrower { return place }
    if isCalled, hasFailed, case .given(let site?) = duty { return site }
    switch end {
    case .threw(let site?, .await), .waits(let site?), .elsewhere(_, let site?), .caught(let site): return site
    default: if case .given(let site?) = duty { return site }
    }
    switch end {
    // It threw elsewhere.
    case .threw(let site?, _), .left(let site): return site
    default: return nil
    }
  }
}

/// Those who should have settled a promise.
struct Holders: Sendable, Equatable {
  /// Empty if those who are given one settle each other's, and the log does not show which of them should have.
  var all: [Holder]
  /// Whether the log leaves no doubt.
  var isProven: Bool
  /// The function that created the promise; nil for one without a name.
  var function: String?
  /// The events that prove it: what was settled in the same way.
  var events: [UInt64] = []
  /// The call that settled another one last; nil if the log does not have it.
  var settleSite: Site?

  /// The line to mend: for one that ended before the call that settles others, that call.
  func site(of holder: Holder) -> Site? {
    guard holder.duty == .settles, let settleSite, let last = holder.end.lastSite,
      settleSite.isInSameFunction(as: last), settleSite.line > last.line
    else { return holder.site }
    return settleSite
  }

  /// The promise that all of them wait for, and that is no one of the same function; nil if there is none.
  var elsewhere: PromiseID? {
    guard case .elsewhere(let source, _) = all.first?.end else { return nil }
    let isSame = all.allSatisfy { if case .elsewhere(source, _) = $0.end { true } else { false } }
    return isSame ? source : nil
  }

  /// Whether each of them settles all promises of a call site.
  var areSettlers: Bool { all.first?.duty == .settles }

  /// Whether they wait for one another, or one for itself.
  var isRing: Bool { !all.isEmpty && all.allSatisfy { if case .waits = $0.end { true } else { false } } }

  /// What to do if one waits for what it holds.
  static let releaseFirst = Text(
    "Do not wait for it again while holding it: pass on what was taken, or give it back before.",
    "持有它时不要再次等待它：把已得到的传下去，或者先归还。")

  /// What to do if several wait for what the others hold.
  static let sameOrder = Text(
    "Let everyone take them in the same order, or give the first one back before waiting for the next one.",
    "让所有代码按同一顺序获取，或者先归还已得到的，再等待下一个。")

  /// What to do about it.
  var advice: Text {
    guard let first = all.first else { return Text("", "") }
    switch (first.duty, first.end) {
    case (.given, .waits) where all.count > 1: return Self.sameOrder
    case (.given, .waits): return Self.releaseFirst
    case (_, .waits):
      return Text("Do not wait there for what only its own end makes possible.", "不要在那里等待只有它自己结束后才会发生的事。")
    case (.given, .elsewhere), (.created, .elsewhere), (.settles, .elsewhere):
      return Text("Look at what it waits for; a timeout turns a hang into an error.", "看看它在等什么；设置超时可以把卡住变成错误。")
    case (.given, _):
      return Text(
        "Give it back on every path, also when the work fails: in a finally block.", "在每条路径上都归还它，包括操作失败时：放进 finally 块。")
    case (.created, _), (.settles, .left), (.settles, .caught):
      return Text(
        "Settle it on every path, also when the work fails: in a finally block.", "在每条路径上都敲定它，包括操作失败时：放进 finally 块。")
    case (.settles, _):
      return Text(
        "Catch the error of one piece of work where it happens, reject its promise with it, and go on.",
        "就地捕获单项工作的错误，用它拒绝相应的 Promise，然后继续。")
    }
  }
}

// MARK: - In words

extension ChainStore {
  /// Who should have settled a promise, as the end of a sentence about it.
  func sentence(_ holders: Holders) -> FindingText {
    var shown: [Holder] = []
    for holder in holders.all where shown.count < 2 && !shown.contains(where: { $0.isLike(holder) }) {
      shown.append(holder)
    }
    let more = holders.all.count - shown.count
    let rest = more > 0 ? FindingText(", and \(more) more", "，另有 \(more) 个") : .empty
    let list = shown.map { clause($0, holders) }
    let text = FindingText(Array(list), separator: FindingText(", and ", "，并且 ")) + rest
    return holders.isRing && holders.all.count > 1 ? FindingText("a deadlock: \(text)", "死锁：\(text)") : text
  }

  private func clause(_ holder: Holder, _ holders: Holders) -> FindingText {
    let name = nameInSentence(holder.body)
    let thing = holders.function.map { Escaping.line($0) }
    switch holder.duty {
    case .given(let site):
      let what = thing.map { FindingText($0) } ?? FindingText("it", "它")
      let place = placeInSentence(site).map { FindingText(" at \($0)", "，得自 \($0)") } ?? .empty
      let end = end(holder, after: site)
      return FindingText(
        "\(what) is held by \(name), which got it\(place) and \(end)", "\(what) 由 \(name) 持有\(place)，而后者\(end)")
        + skipped(holder)
    case .created:
      let end = end(holder, after: nil)
      return FindingText("\(name), which created it and has to settle it, \(end)", "创建它、应当敲定它的 \(name) \(end)")
    case .settles:
      let end = end(holder, after: nil)
      let others =
        thing.map { FindingText("others of \($0)", "\($0) 的其他 Promise") }
        ?? FindingText("others from this call site", "此调用点的其他 Promise")
      return FindingText("\(name), which settles \(others), \(end)", "敲定\(others)的 \(name) \(end)")
    }
  }

  private func skipped(_ holder: Holder) -> FindingText {
    guard let skipped = holder.skipped, let place = placeInSentence(skipped.site) else { return .empty }
    let name = nameInSentence(skipped.promise)
    return FindingText(
      ", so that \(name) at \(place) did not run, where others release theirs",
      "，因此 \(place) 处的 \(name) 没有运行，而其他的都在那里归还")
  }

  private func end(_ holder: Holder, after got: Site?) -> FindingText {
    let isGiven = if case .given = holder.duty { true } else { false }
    func place(_ site: Site?, isBefore: Bool = false) -> FindingText {
      guard let site, let place = placeInSentence(site) else { return .empty }
      if let got, got.file == site.file, got.line == site.line { return FindingText(" on the same line", "（在同一行）") }
      return isBefore
        ? FindingText(" after \(place)", "（在 \(place) 之后）") : FindingText(" at \(place)", "（在 \(place)）")
    }
    switch holder.end {
    case .returned:
      return isGiven
        ? FindingText("returned without releasing it", "已返回，没有归还")
        : FindingText("returned without settling it", "已返回，没有敲定它")
    case .caught(let site):
      return FindingText("caught an error", "捕获了一个错误") + place(site)
        + (isGiven
          ? FindingText(" and returned without releasing it", "后返回，没有归还")
          : FindingText(" and returned without settling it", "后返回，没有敲定它"))
    case .left(let site):
      return FindingText("returned", "已返回") + place(site, isBefore: true)
        + (isGiven
          ? FindingText(", earlier than others, without releasing it", "，早于其他的，没有归还")
          : FindingText(" without settling it", "，没有敲定它"))
    case .threw(let site, let kind):
      let error = errorInSentence(holder.body)
      let before =
        isGiven
        ? FindingText(" before it released it", "，没有归还") : FindingText(" before it settled it", "，没有敲定它")
      return FindingText("threw \(error ?? "an error")", "抛出 \(error ?? "错误")") + place(site, isBefore: kind == .behind)
        + before
    case .waits(let site):
      return FindingText("waits for it \(isGiven ? "again" : "itself")", "\(isGiven ? "再次" : "自己也在")等待它") + place(site)
    case .elsewhere(let source, let site):
      let source = nameInSentence(source)
      return FindingText("waits for \(source)", "在等待 \(source)") + place(site)
    }
  }
}
