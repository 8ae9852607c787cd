// The PROMISE argument: a number or a name. Owns finding the promise, and what to say if there is none or more than one.

import ChainModel
import PlainText
import PromiseTrace

/// A promise, as given on the command line.
enum PromiseArgument {
  /// Finds a promise.
  ///
  /// - Parameters:
  ///   - word: A number, such as `12` or `#12`, a label, or the operator of a promise without a label, as the tree shows it.
  ///   - store: The history.
  ///   - source: The name of the source, for messages.
  /// - Throws: ``Failure`` if there is no such promise, or several have the name.
  static func find(_ word: String, in store: ChainStore, of source: String) throws -> PromiseID {
    let digits = word.hasPrefix("#") ? word.dropFirst() : word[...]
    if let id = PromiseID(digits) {
      if store.contains(id) { return id }
      // A label may look like a number.
      if let id = try named(word, in: store) { return id }
      throw Failure(sentence: "\(source) has no promise #\(id); \(available(store)).")
    }
    if let id = try named(word, in: store) { return id }
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

  /// The only promise with a label, or without one and with an operator; nil if there is none.
  private static func named(_ name: String, in store: ChainStore) throws -> PromiseID? {
    var found: [PromiseID] = []
    var (count, isLabel) = (0, false)
    store.forEachFacts { facts in
      let hasLabel = facts.label != .none
      guard hasLabel || !isLabel, store.texts[hasLabel ? facts.label : facts.operation] == name else { return }
      if hasLabel, !isLabel { (found, count, isLabel) = ([], 0, true) }
      count += 1
      if found.count < 8 { found.append(facts.id) }
    }
    guard count > 1 else { return found.first }
    let some = found.map { id in
      let state = store.state(of: id)
      return
        "#\(id) (\(state?.word ?? "unknown")\(store.callSite(of: id).map { ", \(Escaping.line($0.short))" } ?? ""))"
    }
    let more = count > 8 ? ", and \(NumberText.grouped(count - 8)) more" : ""
    let such = isLabel ? "have the label" : "are named"
    throw Failure(
      sentence: "\(NumberText.grouped(count)) promises \(such) '\(Escaping.line(name))'; "
        + "choose one by its number: \(some.joined(separator: ", "))\(more).")
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
