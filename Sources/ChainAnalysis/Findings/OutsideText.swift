// What is outside of a helper: who awaits a promise that it created, or called it, as the end of a sentence. The line to mend is mostly there.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// Whether the sentence of its findings names what is outside of the function that they stand in.
  var namesOutside: Bool { [.neverSettled, .stuck, .floatingPromise, .missingAwait].contains(self) }
}

extension ChainStore {
  /// Where code outside of the function of a call site awaits a promise or, if none does, what called that function; empty if the log does not say.
  ///
  /// - Parameters:
  ///   - facts: The promise.
  ///   - site: The call site at which a finding stands.
  ///   - isBodyNamed: Whether the sentence already names the body in which the promise was created.
  func outside(of facts: NodeFacts, at site: Site, isBodyNamed: Bool) -> FindingText {
    guard site.line > 0 else { return .empty }
    if !facts.state.isSettled, let awaited = awaitSite(of: facts.id, outside: site), let place = shown(awaited) {
      return FindingText("; awaited at \(place)", "；在 \(place) 等待")
    }
    if let call = call(to: facts, outside: site) { return called("", from: call) }
    if let caller = caller(of: facts, usesBodies: false) { return called("", from: caller.site) }
    guard site.function != .none, let body = self.facts(facts.inside) else { return .empty }
    let isCall = traits(body).contains(.call)
    let name = texts[isCall ? body.label : body.site.function].map { Escaping.line($0) } ?? ""
    if name.isEmpty || name.isFunction(texts[site.function] ?? "") {
      return isCall ? called(isBodyNamed ? name : "", from: body.site) : .empty
    }
    return isBodyNamed ? .empty : FindingText("; called from \(name)", "；由 \(name) 调用")
  }

  /// - Parameter name: What was called, if the sentence names more than one function.
  private func called(_ name: String, from site: Site) -> FindingText {
    guard let place = shown(site) else { return .empty }
    let function = Escaping.line(texts[site.function] ?? "")
    let (english, chinese) = name.isEmpty ? ("", "") : ("\(name) was ", "\(name) ")
    return function.isEmpty
      ? FindingText("; \(english)called at \(place)", "；\(chinese)在 \(place) 调用")
      : FindingText("; \(english)called from \(function) (\(place))", "；\(chinese)由 \(function)（\(place)）调用")
  }

  /// The first call site at which code awaits a promise outside of the function of another one.
  private func awaitSite(of id: PromiseID, outside site: Site) -> Site? {
    var (first, left): (Site?, Int) = (nil, 64)
    forEachWaitSite(of: id) { _, other in
      if other.line > 0, !other.isInSameFunction(as: site) { first = other }
      left -= 1
      return left > 0
    }
    return first
  }

  private func shown(_ site: Site) -> String? { nodeSite(site).map { Escaping.line($0.short) } }
}

extension String {
  /// Whether two names mean the same function, perhaps one of them with its class or its parameters: `save` and `Jobs.save(_:)`.
  fileprivate func isFunction(_ other: String) -> Bool {
    func last(_ name: String) -> Substring? { name.prefix { $0 != "(" }.split(separator: ".").last }
    return last(self) == last(other)
  }
}
