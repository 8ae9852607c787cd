// The calls that led to a promise, with their lines, if the log has them. The line to mend is usually the call outside of a helper.

import ChainModel
import PromiseTrace

extension ChainStore {
  /// The calls that led to the call site of a promise, nearest first; each has the name of the function that makes it.
  ///
  /// A queue that runs a function's code cuts off the stack, so that the promise has no calls of its own. If the function's caller derived a promise from
  /// it right away, as in `read().then { … }`, they are the call site of that promise and the calls that led there.
  func calls(to id: PromiseID) -> [Site] {
    let own = sites(callTexts(of: id))
    guard own.isEmpty, let next = facts(id + 1), next.from == id, let facts = facts(id), next.inside == facts.inside,
      !next.site.isInSameFunction(as: facts.site)
    else { return own }
    let calls = sites(callTexts(of: next.id))
    return calls.isEmpty ? [] : [next.site] + calls
  }

  /// Where the body of a promise is suspended without awaiting a promise, as in a continuation; nil if the log does not say.
  func suspension(of id: PromiseID) -> Site? { sites(suspensionTexts(of: id)).first }

  /// Where a suspended body calls the function of a call site, from outside of it, and that call awaits one of some promises; nil if the log does not say.
  func suspension(waitingFor ids: [PromiseID], outside site: Site) -> Site? {
    guard hasCallers else { return nil }
    for id in ids {
      for waiter in waiters(of: id) where waiter.kind == .awaited {
        let calls = sites(suspensionTexts(of: waiter.promise))
        guard let first = calls.first, isCall(first, in: site) else { continue }
        if let call = calls.first(where: { !isCall($0, in: site) }) { return call }
      }
    }
    return nil
  }

  private func sites(_ calls: [Substring]) -> [Site] {
    calls.compactMap { text in
      let parts = text.split(separator: " (")
      guard parts.count == 2, parts[1].last == ")", let colon = parts[1].lastIndex(of: ":"),
        let line = UInt32(parts[1][parts[1].index(after: colon)...].dropLast()), line > 0
      else { return nil }
      return Site(
        file: texts.intern(String(parts[1][..<colon])), line: line, function: texts.intern(String(parts[0])))
    }
  }

  /// The nearest call that led to a promise from outside of the function of a call site; nil if the log has none.
  ///
  /// Without calls of its own, the promise has those of the promise that it derives from, from the function of the call site on.
  func call(to facts: NodeFacts, outside site: Site) -> Site? {
    guard hasCallers else { return nil }
    var current = facts
    for _ in 0..<16 {
      var calls = calls(to: current.id)[...]
      // If another function created it for the function of the call site, the calls between the two are inside of the helper.
      if !current.site.isInSameFunction(as: facts.site) { calls = calls.drop { !isCall($0, in: site) } }
      if let call = calls.first(where: { !isCall($0, in: site) }) { return call }
      guard calls.isEmpty, current.from != 0, let next = self.facts(current.from) else { return nil }
      current = next
    }
    return nil
  }

  /// The outermost call that led to a promise and is in the function of a call site; nil if the log has none.
  ///
  /// It has the call site's name of the function, which includes the parameter labels.
  func call(to id: PromiseID, in site: Site) -> Site? {
    guard hasCallers, let call = calls(to: id).last(where: { isCall($0, in: site) }) else { return nil }
    return Site(file: site.file, line: call.line, function: site.function)
  }

  /// The call that leads back into the function of a call site, made by code that this function runs; nil if the log has none.
  func callBack(to id: PromiseID, into site: Site) -> Site? {
    guard hasCallers else { return nil }
    let calls = calls(to: id)
    guard let first = calls.firstIndex(where: { isCall($0, in: site) }),
      let last = calls.lastIndex(where: { isCall($0, in: site) })
    else { return nil }
    return calls[first..<last].last { !isCall($0, in: site) }
  }

  private func isCall(_ call: Site, in site: Site) -> Bool {
    call.file == site.file && site.isFunction(String((texts[call.function] ?? "").prefix { $0 != "(" }), texts)
  }
}
