// Who called the function that created a promise. Owns what a log says about it: much code funnels through one helper, whose line is not
// the one to mend.
//
// A log has one call site per promise. The caller's is that of the first promise that the caller made of it (a `then` on what the helper
// returned, a combinator, a handler that returned it), and otherwise that of the body that called the helper:
//
//     func get(_ path: String) -> Promise<Page> { fetch(path).then(decode) }     #1 fetch, #2 then: both in get(_:)
//     func show() { get("news").then { render($0) } }                           #3 then: in show(), so show() called get(_:)

import ChainModel
import PromiseTrace

extension ChainStore {
  /// The promise that the caller of a function made of one that the function created, or in whose body it called the function.
  ///
  /// - Parameters:
  ///   - facts: A promise that the function created.
  ///   - usesBodies: Whether the body in which the promise was created counts, if nothing outside of the function was made of it.
  /// - Returns: The promise, whose call site is in another function; nil if the log has none.
  /// - Complexity: O(1): it looks at 64 promises.
  func caller(of facts: NodeFacts, usesBodies: Bool = true) -> NodeFacts? {
    guard facts.site.line > 0 else { return nil }
    var current = facts
    for _ in 0..<32 {
      guard let next = firstUse(of: current.id), next.id != facts.id, next.site.line > 0 else { break }
      if !next.site.isInSameFunction(as: facts.site) { return next }
      current = next
    }
    guard usesBodies else { return nil }
    current = facts
    for _ in 0..<32 {
      guard current.inside != 0, let outer = self.facts(current.inside), outer.site.line > 0 else { return nil }
      if !outer.site.isInSameFunction(as: facts.site) { return outer }
      current = outer
    }
    return nil
  }

  /// The promise at whose call site a loop or a list stands that created a promise, perhaps through several functions.
  ///
  /// That is the first promise made of it in the function of the body that created it, the first combinator, or the body itself.
  ///
  /// - Returns: The promise; nil if the promise itself was created there.
  func loop(around facts: NodeFacts) -> NodeFacts? {
    let body = self.facts(facts.inside).flatMap { $0.site.line > 0 ? $0 : nil }
    if let body, body.site.isInSameFunction(as: facts.site) { return nil }
    var current = facts
    for _ in 0..<32 {
      guard let next = firstUse(of: current.id), next.id != facts.id, next.site.line > 0 else { break }
      if next.id == facts.inside { return next }
      if next.hasInputs, !next.hasAwaited { return next.site.isInSameFunction(as: facts.site) ? nil : next }
      if let body, next.site.isInSameFunction(as: body.site) { return next }
      current = next
    }
    return body ?? caller(of: facts)
  }

  /// Where the promises of a loop were awaited, each before the next one was created.
  ///
  /// - Returns: The call site of the `await`; nil if the loop has none, or the log doesn't say.
  func awaitSite(ofLoopFrom first: NodeFacts, to latest: NodeFacts) -> Site? {
    guard let last = awaitSite(after: latest) else { return nil }
    // What was made of all of them, as a chain, is awaited only once.
    if last.body == 0 || last.body != latest.inside {
      guard let start = awaitSite(after: first), start.promise != last.promise else { return nil }
    }
    return last.site
  }

  /// Whether code awaits two promises at one call site, as a loop does; true if the log doesn't say where it awaits them.
  func isOneAwait(_ first: NodeFacts, _ latest: NodeFacts) -> Bool {
    guard let start = awaitSite(after: first), let last = awaitSite(after: latest) else { return true }
    return start.site == last.site
  }

  /// Where the first promise is awaited that is made of another one, that promise, and the promise whose body waits.
  private func awaitSite(after facts: NodeFacts) -> (promise: PromiseID, body: PromiseID, site: Site)? {
    var current = facts
    for _ in 0..<32 {
      var found: (PromiseID, PromiseID, Site)?
      forEachWaitSite(of: current.id) { body, site in
        found = (current.id, body, site)
        return false
      }
      if let found { return found }
      guard let next = firstUse(of: current.id), next.id != facts.id, !next.hasInputs else { return nil }
      current = next
    }
    return nil
  }

  /// The first promise that was made of another one, is settled by it, or awaits it.
  private func firstUse(of id: PromiseID) -> NodeFacts? {
    var first: PromiseID = 0
    forEachDependent(of: id, limit: 64) { dependent, _, _ in
      if dependent != 0, first == 0 || dependent < first { first = dependent }
      return true
    }
    return first == 0 ? nil : facts(first)
  }
}

extension Site {
  /// Whether two call sites are in the same function of the same file.
  func isInSameFunction(as other: Site) -> Bool { file == other.file && function == other.function }

  /// Whether it is in a function with a name such as `Loader.load`.
  func isFunction(_ name: String, _ texts: TextTable) -> Bool {
    name.split(separator: ".").last == texts[function]?.prefix { $0 != "(" }
  }
}

/// The functions whose promises other functions use, so that they are not the end of a chain.
struct Helpers: Sendable {
  private struct Function: Hashable {
    var file: TextID
    var name: TextID
  }

  private static let limit = 4_096
  private var functions: Set<Function> = []
  private var latest: (source: UInt32, dependent: UInt32) = (.max, .max)

  func contains(_ site: Site) -> Bool { functions.contains(Function(file: site.file, name: site.function)) }

  /// Notes that a promise waits for another.
  @inline(__always)
  mutating func note(_ source: PromiseID, usedBy dependent: PromiseID, _ store: ChainStore) {
    let pair = (store.origin(of: source), store.origin(of: dependent))
    guard pair != latest else { return }
    latest = pair
    add(source, dependent, store)
  }

  @inline(never)
  private mutating func add(_ source: PromiseID, _ dependent: PromiseID, _ store: ChainStore) {
    guard functions.count < Self.limit else { return }
    let (site, other) = (store.site(of: source), store.site(of: dependent))
    // Code without a name may be any code of its file.
    guard site.function != .none, site.line > 0, other.line > 0, !site.isInSameFunction(as: other) else { return }
    functions.insert(Function(file: site.file, name: site.function))
  }
}
