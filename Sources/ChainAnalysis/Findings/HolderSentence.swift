// What has the resolver of a pending promise, as the end of a sentence. Only a log that was read from memory says that.

import ChainModel
import PlainText
import PromiseTrace

extension ChainStore {
  /// What has the resolver of a promise, and where that waits; empty if it is not known.
  ///
  /// - Parameter isNamed: Whether the sentence is about another promise.
  func holderInSentence(_ id: PromiseID, isNamed: Bool = false) -> FindingText {
    guard let (text, body) = holder(of: id) else { return .empty }
    let path = Escaping.line(text)
    guard body != 0 else { return FindingText("; its resolver is held by \(path)", "；它的 resolver 由 \(path) 持有") }
    let name = nameInSentence(body)
    let place = awaitSite(of: body).flatMap(nodeSite).map { Escaping.line($0.short) }
    let (wait, way) = (place.map { ", which waits at \($0)," } ?? "", path.isEmpty ? "" : " (\(path))")
    if facts(id).map(traits)?.contains(.lock) ?? false {
      let (lock, chinese) = isNamed ? (nameInSentence(id), nameInSentence(id)) : ("it", "它")
      return FindingText(
        "; \(lock) is held by \(name)\(place.map { ", which waits at \($0)" } ?? "")",
        "；\(chinese)由 \(name)\(place.map { "（在 \($0) 等待）" } ?? "")持有")
    }
    let resolver = isNamed ? "the resolver of \(nameInSentence(id))" : "its resolver"
    let chinese = isNamed ? " \(nameInSentence(id)) 的 resolver" : "它的 resolver"
    return FindingText(
      "; \(name)\(wait) has \(resolver) in a variable\(way)",
      "；\(name)\(place.map { "（在 \($0) 等待）" } ?? "")的变量中有\(chinese)\(path.isEmpty ? "" : "（\(path)）")")
  }
}
