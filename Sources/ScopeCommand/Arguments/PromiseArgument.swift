// The PROMISE argument: a number or a name. Of several with one name, it is the one that a person most likely means.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

/// A promise, as given on the command line.
enum PromiseArgument {
  /// Finds a promise: of several with a name the one with the worst finding, else the first that is pending, else the first.
  ///
  /// Standard error says which of them it is.
  ///
  /// - Parameters:
  ///   - word: A number, such as `12` or `#12`, a label, or the operator of a promise without a label, as the tree shows it.
  ///   - store: The history.
  ///   - source: The name of the source, for messages.
  ///   - listing: The option that lists all of them, for the message; nil if there is none.
  ///   - findings: What is wrong, most serious first; asked only if there are several.
  /// - Returns: The promise's ID.
  /// - Throws: ``Failure`` if there is no such promise.
  static func find(
    _ word: String, in store: ChainStore, of source: String, listing: String? = nil, findings: () -> [Finding] = { [] }
  ) throws -> PromiseID {
    let found = try all(word, in: store, of: source)
    guard found.count > 1 else { return found[0] }
    let known = Set(found)
    let reported = findings().lazy.flatMap(\.list).compactMap { occurrence in
      [occurrence.promise, occurrence.row].first(where: known.contains)
    }.first
    let pending = found.first(where: store.isOpen)
    let (id, reason) =
      reported.map { ($0, "the first with a finding") } ?? pending.map { ($0, "the first that is pending") }
      ?? (found[0], "the first")
    let number = NumberText.grouped((found.firstIndex(of: id) ?? 0) + 1)
    let rest = listing.map { "; \($0) lists them" } ?? ""
    let count = NumberText.grouped(found.count)
    complain("#\(id) is \(number) of \(count) named '\(Escaping.line(word))', \(reason)\(rest).")
    return id
  }

  /// The promises with a number or a name, in their order.
  ///
  /// - Throws: ``Failure`` if there is none.
  static func all(_ word: String, in store: ChainStore, of source: String) throws -> [PromiseID] {
    let digits = word.hasPrefix("#") ? word.dropFirst() : word[...]
    let found = named(word, in: store)
    if let id = PromiseID(digits) {
      if store.contains(id) { return [id] }
      // A label may look like a number.
      if !found.isEmpty { return found }
      throw Failure(sentence: "\(source) has no promise #\(id); \(available(store)).")
    }
    if !found.isEmpty { return found }
    var labels: [String] = []
    var seen: Set<TextID> = [.none]
    store.forEachFacts { facts in
      if seen.insert(facts.label).inserted, let label = store.texts[facts.label] { labels.append(label) }
    }
    let name = Escaping.line(word)
    guard !labels.isEmpty else {
      throw Failure(sentence: "no promise in \(source) has a label; \(available(store)).")
    }
    let some = labels.prefix(8).map { "'\(Escaping.line($0, limit: 40))'" }.joined(separator: ", ")
    let more = labels.count > 8 ? ", and \(NumberText.grouped(labels.count - 8)) more" : ""
    throw Failure(
      sentence: Suggestion.nearest(to: word, among: labels).map {
        "no promise of \(source) has the label '\(name)'; did you mean '\(Escaping.line($0))'? Its labels are \(some)\(more)."
      } ?? "no promise of \(source) has the label '\(name)'; its labels are \(some)\(more).")
  }

  /// The promises with a label or, if there is none, those without a label and with an operator.
  private static func named(_ name: String, in store: ChainStore) -> [PromiseID] {
    var (found, isLabel): ([PromiseID], Bool) = ([], false)
    store.forEachFacts { facts in
      let hasLabel = facts.label != .none
      guard hasLabel || !isLabel, store.texts[hasLabel ? facts.label : facts.operation] == name else { return }
      if hasLabel, !isLabel { (found, isLabel) = ([], true) }
      found.append(facts.id)
    }
    return found.sorted()
  }

  /// The numbers of the promises in a history.
  private static func available(_ store: ChainStore) -> String {
    var (least, largest): (PromiseID, PromiseID) = (.max, 0)
    store.forEachFacts { (least, largest) = (min(least, $0.id), max(largest, $0.id)) }
    if largest == 0 { return "it has no promises" }
    let evicted = store.counts.evicted
    let rest = evicted > 0 ? "; \(NumberText.grouped(evicted)) are no longer kept" : ""
    let count = NumberText.plural(store.count, "promise", "promises")
    // Those of an adapter's log are not numbered one by one.
    if UInt64(store.count) <= largest - least { return "it has \(count); the last is #\(largest)\(rest)" }
    return "it has \(count), from #\(least) to #\(largest)\(rest)"
  }
}
