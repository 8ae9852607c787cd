// Who settled other promises like one that hangs, as a part of a sentence.

import ChainModel
import PlainText
import PromiseTrace

extension SettlerWatch {
  /// What settled others from the call site of a promise or, if none settled there, those that its function created elsewhere; nil if the log does
  /// not say.
  func others(like facts: NodeFacts, _ store: ChainStore) -> FindingText? {
    let known = settlers(origin: facts.origin).filter { $0.site.line > 0 }
    if !known.isEmpty { return text(known, FindingText("from this call site", "此调用点的另外"), store) }
    let near = settlers(inFunctionOf: facts.site).filter { $0.site.line > 0 }
    let function = Escaping.line(store.texts[facts.site.function] ?? "")
    return near.isEmpty ? nil : text(near, FindingText("of \(function)", "\(function) 的另外"), store)
  }

  /// The call that would settle a promise, as the end of a sentence, for a promise from whose call site none has settled; empty if the log does not say.
  func expectedText(_ facts: NodeFacts, _ store: ChainStore) -> FindingText {
    guard let call = expected(like: facts, store).first else { return .empty }
    let place = place(call.site, store)
    return FindingText("; \(place) would settle it", "；\(place) 会敲定它")
  }

  /// The call that settled most of the others, for the list of call sites of a finding.
  func related(to facts: NodeFacts, _ store: ChainStore) -> RelatedSite? {
    let site = settlers(like: facts).first?.site
    return site.flatMap { store.related(facts.id, Text("others were settled here", "其他的在此敲定"), at: $0) }
  }

  private func text(_ settlers: [Settler], _ others: FindingText, _ store: ChainStore) -> FindingText {
    let total = settlers.reduce(0) { $0 + $1.count }
    let count = NumberText.grouped(total)
    if settlers.count == 1 {
      let (place, callers) = (place(settlers[0].site, store), callers(of: settlers[0], store))
      let (other, were) = total == 1 ? ("other", "was") : ("others", "were")
      return FindingText(
        "\(count) \(other) \(others) \(were) settled by \(place)\(callers.isEmpty ? "" : ", called from \(callers)")",
        "\(others) \(count) 个由 \(place) 敲定\(callers.isEmpty ? "" : "，由 \(callers) 调用")")
    }
    var parts = settlers.prefix(2).map { settler -> FindingText in
      let (count, place, callers) = (
        NumberText.grouped(settler.count), place(settler.site, store), callers(of: settler, store)
      )
      return FindingText(
        "\(count) by \(place)\(callers.isEmpty ? "" : " called from \(callers)")",
        "\(count) 个由 \(place)\(callers.isEmpty ? "" : "（\(callers) 调用）")")
    }
    let rest = settlers.dropFirst(2).reduce(0) { $0 + $1.count }
    if rest > 0 {
      parts.append(FindingText("\(NumberText.grouped(rest)) elsewhere", "\(NumberText.grouped(rest)) 个在别处"))
    }
    return FindingText("\(count) others \(others) were settled: ", "\(others) \(count) 个已敲定：")
      + FindingText(parts, separator: FindingText(", ", "，"))
  }

  /// `release (lock.js:9)`, or `lock.js:9` without a function.
  private func place(_ site: Site, _ store: ChainStore) -> String {
    guard let site = store.nodeSite(site) else { return "" }
    let function = Escaping.line(site.function)
    let short = Escaping.line(site.short)
    return function.isEmpty ? short : "\(function) (\(short))"
  }

  /// The call of the function that settles the others, if the log has only one; otherwise the bodies that made the call.
  private func callers(of settler: Settler, _ store: ChainStore) -> String {
    let calls = ways(to: settler.site).map { $0.dropFirst().first?.site }
    if settler.bodies.count < 2, let call = calls.first ?? nil, calls.allSatisfy({ $0 == call }) {
      return place(call, store)
    }
    let names = settler.bodies.map { Escaping.line($0.name) }
    return names.count > 3 ? names.prefix(2).joined(separator: ", ") + ", …" : names.joined(separator: ", ")
  }
}
