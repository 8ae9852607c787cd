// How sentences name promises, and what they call them in each runtime. Owns the form `"load list" (#3)`, or `then #3` without a label.

import ChainModel
import PlainText
import PromiseTrace

extension ChainStore {
  /// A promise's name in a sentence, safe to print: `"load list" (#3)`, or `then #3` without a label.
  public func nameInSentence(_ id: PromiseID) -> String {
    guard let facts = facts(id) else { return "#\(id)" }
    if let label = texts[facts.label] { return "\"\(Escaping.line(label))\" (#\(id))" }
    guard let operation = texts[facts.operation], !operation.isEmpty else { return "#\(id)" }
    return "\(Escaping.line(operation)) #\(id)"
  }

  /// What runs for a promise: its `handler`, or the `body` that it was created with; both words if the store doesn't contain it.
  public func codeInSentence(_ id: PromiseID, _ language: Language) -> String { codeInSentence(id).text(in: language) }

  func codeInSentence(_ id: PromiseID) -> FindingText {
    if hasHandler(id) || isOrphan(id) { return FindingText("handler", "处理函数") }
    return contains(id) ? FindingText("body", "函数体") : FindingText("body or handler", "函数体或处理函数")
  }

  /// Whether a promise stands for a call of the runtime or of a package, such as `fetch`, so that the program can't settle it.
  func isRequest(_ id: PromiseID) -> Bool { texts[facts(id)?.operation ?? .none].map(runtime.isRequest) ?? false }

  /// The error of a rejection in a sentence, safe to print: `offline (URLError)`, or the type alone; nil if neither was recorded.
  public func errorInSentence(_ id: PromiseID) -> String? {
    guard let facts = facts(id) else { return nil }
    let (text, type) = (texts[facts.text].map { Escaping.line($0) }, texts[facts.type].map { Escaping.line($0) })
    switch (text, type) {
    case (let text?, let type?): return text.hasPrefix(type) ? text : "\(text) (\(type))"
    case (let text?, nil): return text
    case (nil, let type?): return type
    case (nil, nil): return nil
    }
  }

  /// A call site in a sentence, safe to print: `App/Loader.swift:41`; nil if it is unknown.
  func placeInSentence(_ site: Site?) -> String? {
    site.flatMap(nodeSite).map { "\(Escaping.line($0.file)):\($0.line)" }
  }

  /// What happened at the call site of a promise, or at another one; nil if it is unknown.
  func related(_ id: PromiseID, _ text: Text, at site: Site? = nil) -> RelatedSite? {
    (site ?? facts(id)?.site).flatMap(nodeSite).map { RelatedSite(promise: id, site: $0, text: text) }
  }

}

/// `1 promise`, `2 promises`.
func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  count == 1 ? "1 \(one)" : "\(NumberText.grouped(count)) \(many ?? one + "s")"
}
