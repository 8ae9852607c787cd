// The promises of a cycle that the library broke. Owns what the log proves about them, and what it only makes likely.
//
// The event of such a rejection does not name the promise that the rejected one was resolved with. It is one of the promises that
// were waiting for the rejected one then; with one candidate it is certain, unless events are missing. Otherwise, a promise that the same
// code or its own handler created, and that nothing else refers to, is the likely one.

import ChainModel
import PlainText
import PromiseTrace

/// The promises of a cycle.
struct CyclePath: Sendable, Equatable {
  /// The rejected promise and those that waited for it: each waited for the next one, and the last one for the first.
  var promises: [PromiseID]
  /// Whether the first promise certainly waited for the second.
  var isCertain: Bool
  /// The number of members up to which a sentence names all of them.
  static let named = 24

  /// Each member, and the one that it waited for.
  var links: [(PromiseID, PromiseID)] { Array(zip(promises, promises.dropFirst() + promises.prefix(1))) }

  /// `#2 waited for "left" (#8), #8 for then #1, #1 for #2`, with `probably` before it unless that is certain: each promise has its
  /// name where it first occurs.
  ///
  /// What an `await` waits for has its line: `#2 awaits "left" (#8) at app.js:3`.
  func sentence(in store: ChainStore) -> FindingText {
    let links = self.links.enumerated().map { index, link in
      let next = link.1 == promises[0] ? "#\(link.1)" : store.nameInSentence(link.1)
      if let place = store.placeInSentence(store.awaitSite(of: link.0, for: link.1)) {
        return FindingText("#\(link.0) awaits \(next) at \(place)", "#\(link.0) 在 \(place) 等待 \(next)")
      }
      return FindingText("#\(link.0) \(index == 0 ? "waited for" : "for") \(next)", "#\(link.0) 等待 \(next)")
    }
    // The ends of a long cycle show where it closes.
    let shown = links.count <= Self.named ? links : links.prefix(Self.named / 2) + [FindingText("…")] + links.suffix(3)
    let text = FindingText(Array(shown), separator: FindingText(", ", "，"))
    return isCertain ? text : FindingText("probably \(text)", "很可能是 \(text)")
  }

  /// Where the cycle closes: an `await` of a promise that the body which waits did not create or, if there is none, the first one; nil if no
  /// member is known to await the next one.
  ///
  /// Where a lock belongs to the cycle, that is where its holder waits.
  func closing(in store: ChainStore) -> Site? {
    let members = links.prefix(Self.named)
    for (index, link) in members.enumerated() {
      guard let hold = store.facts(link.0), store.isHold(hold) else { continue }
      let (holder, next) = links[(index + 1) % links.count]
      if let site = store.awaitSite(of: holder, for: next) { return site }
    }
    let waits = links.prefix(Self.named).compactMap { member, next in
      store.awaitSite(of: member, for: next).map { (site: $0, isOwn: store.facts(next)?.inside == member) }
    }
    return (waits.first { !$0.isOwn } ?? waits.first)?.site
  }

  /// The call sites at which members await the next one, other than the one at which the cycle is reported.
  func waits(in store: ChainStore, besides reported: Site?) -> [RelatedSite?] {
    links.prefix(Self.named).map { member, next in
      store.awaitSite(of: member, for: next).flatMap {
        $0 == reported ? nil : store.related(member, Text("awaits the next one here", "在此等待下一个"), at: $0)
      }
    }
  }
}

extension ChainStore {
  /// The members of the cycle that a promise belongs to, in the order of the wait; empty if the log leaves them open.
  ///
  /// The library may have broken the cycle, or it is still closed.
  ///
  /// - Complexity: O(*n*) in the number of promises that wait for it, of which at most a few thousand are visited.
  package func cycleMembers(of id: PromiseID) -> [PromiseID] { cycle(at: id)?.promises ?? [] }

  /// The cycle that a promise belongs to; nil if the log leaves it open.
  func cycle(at id: PromiseID) -> CyclePath? {
    guard facts(id)?.settled == nil else { return brokenCycle(at: id) }
    let members = waitChain(from: id, limit: 4_096).cycle
    guard let start = members.firstIndex(of: id) else { return nil }
    return CyclePath(promises: Array(members[start...] + members[..<start]), isCertain: true)
  }

  /// The cycle because of which the library rejected a promise; nil if the log leaves it open.
  ///
  /// - Complexity: O(*n*) in the number of promises that waited for it, of which at most a few thousand are visited.
  func brokenCycle(at id: PromiseID) -> CyclePath? {
    guard let facts = facts(id), let settled = facts.settled, facts.cause == .resolver else { return nil }
    // Each promise that waited for the rejected one, and the promise that it waited for.
    var ahead: [PromiseID: PromiseID] = [id: 0]
    var waiting = [id]
    // What waited may be missing: a lost or evicted promise, and the body that an observer belongs to, which the log does not name.
    var isComplete = counts.lost == 0 && counts.evicted == 0
    var next = 0
    while next < waiting.count, waiting.count < 4_000 {
      let promise = waiting[next]
      next += 1
      forEachDependent(of: promise, limit: 4_000) { dependent, kind, _ in
        if kind == .observer { isComplete = false }
        guard kind != .observer, ahead[dependent] == nil, let other = self.facts(dependent), other.created <= settled,
          (other.settled ?? .max) >= settled
        else { return true }
        ahead[dependent] = promise
        waiting.append(dependent)
        return true
      }
    }
    waiting.removeFirst()
    func path(from first: PromiseID, isCertain: Bool) -> CyclePath {
      var promises = [id]
      var promise = first
      while promise != id, let following = ahead[promise] {
        promises.append(promise)
        promise = following
      }
      return CyclePath(promises: promises, isCertain: isCertain)
    }
    if facts.adopts != 0, facts.adopts != id {
      return ahead[facts.adopts] == nil ? nil : path(from: facts.adopts, isCertain: true)
    }
    if waiting.count == 1, isComplete { return path(from: waiting[0], isCertain: true) }
    let likely = waiting.filter { promise in
      guard let facts = self.facts(promise), facts.inside == id || isCreated(facts, byCodeAt: settled) else {
        return false
      }
      var isAlone = true
      forEachDependent(of: promise, limit: 1) { _, _, _ in
        isAlone = false
        return false
      }
      return isAlone
    }
    return likely.count == 1 ? path(from: likely[0], isCertain: false) : nil
  }

  /// Whether the code that ran at a moment created a promise: the body that it was created in or, outside of bodies, code a moment before.
  private func isCreated(_ promise: NodeFacts, byCodeAt time: Int64) -> Bool {
    guard promise.inside != 0 else { return time - promise.created < 1_000_000 }
    guard let body = facts(promise.inside), let started = body.started else { return false }
    return started <= time && time <= body.finished ?? .max
  }

  /// Whether a cycle is the end of a promise that was resolved with itself or with one that waits for it.
  ///
  /// Another input of a race, a timer, or a cancellation may settle such a promise. Whether it did or still can decides.
  ///
  /// - Complexity: O(*n*) in the number of promises that an open promise waits for, of which at most a few thousand are visited.
  func isStuckInCycle(_ facts: NodeFacts) -> Bool {
    switch facts.state {
    case .fulfilled, .cancelled: return false
    case .rejected, .unhandled:
      switch facts.cause {
      case .passthrough, .adopted, .combinator, .timeout: return false
      case .resolver, .returned, .threw, nil: return texts[facts.type] == "PromiseResolutionError"
      }
    case .pending, .running, .waiting, .leaked, .unknown:
      switch waitChain(from: facts.id, limit: 4_096).leaf {
      case .cycle: return true
      case .unknown: return isPlainCycle(facts)
      default: return false
      }
    }
  }

  /// Whether a promise waits for itself through promises that nothing but the next one can settle, whatever a gap in the log hides.
  private func isPlainCycle(_ first: NodeFacts) -> Bool {
    var next = first.adopts
    for _ in 0..<4_096 {
      if next == first.id { return true }
      guard let facts = facts(next), !facts.hasInputs, facts.timer == nil else { return false }
      next = facts.adopts != 0 ? facts.adopts : facts.from
    }
    return false
  }

  /// How the library rejected a promise by itself; nil if something else settled it.
  func resolutionError(of facts: NodeFacts) -> ResolutionError? {
    guard facts.cause == .resolver, facts.isRejected else { return nil }
    switch texts[facts.type] {
    case "PromiseResolutionError": return texts[facts.text]?.contains("itself") == true ? .itself : .cycle
    case "PMKError": return texts[facts.text] == "A promise handler returned itself" ? .itself : nil
    // Of a promise with a handler, the resolver rejects nothing else.
    case let type?: return type == runtime.selfResolutionError && hasHandler(facts.id) ? .itself : nil
    case nil: return nil
    }
  }
}

/// Why the library rejected a promise.
enum ResolutionError {
  /// It was resolved with itself.
  case itself
  /// It was resolved with a promise that waits for it.
  case cycle
}
