// A whole run by its labels, for the statements of a lesson. Owns what the run says about a statement; a run with gaps says nothing, and
// one without an end does not say that something never happened.

import PlainText
import PromiseTrace

/// A run that statements are about.
struct RunFacts: Sendable {
  let events: [Event]
  let texts: TextTable
  private let labels: [PromiseID: String]
  private let hasGap: Bool
  private let isEnded: Bool

  /// The time within which two events happen together, in nanoseconds.
  private static let together: Int64 = 1_000_000

  init(_ events: [Event], texts: TextTable) {
    (self.events, self.texts) = (events, texts)
    var labels: [PromiseID: String] = [:]
    for event in events where event.kind == .named || event.kind == .created {
      // A promise that nothing names is called by its operator, as on the screen: `then`, `new Promise`.
      let name = event.text == .none && event.kind == .created ? event.operation : event.text
      if let label = texts[name] { labels[event.promise] = label }
    }
    self.labels = labels
    hasGap = events.contains { $0.kind == .lost }
    isEnded = events.contains { $0.kind == .ended }
  }

  /// Whether the run has an end, and no event of it is missing.
  var isWhole: Bool { isEnded && !hasGap }

  // MARK: Finding

  /// The label of a promise.
  func label(of id: PromiseID) -> String? { labels[id] }

  /// The first promise with a label.
  func promise(_ label: String) -> PromiseID? {
    let happening = NamedEvent(.label(label), .created)
    return first(happening).map { events[$0].promise }
  }

  /// The indices of the events that a lesson names.
  func all(_ happening: NamedEvent) -> [Int] {
    events.indices.filter { index in
      let event = events[index]
      guard happening.fits(event) else { return false }
      if case .line = happening.subject { return texts[event.text].map(happening.fits) == true }
      return event.promise != 0 && labels[event.promise].map(happening.fits) == true
    }
  }

  func first(_ happening: NamedEvent) -> Int? { all(happening).first }

  // MARK: Deciding

  /// Whether a statement is true of the run; nil if the run doesn't decide it.
  func holds(_ statement: Statement) -> Bool? {
    guard !hasGap else { return nil }
    /// False, unless it might have happened after the last event.
    let absent: Bool? = isEnded ? false : nil
    switch statement {
    case .happens(let one): return first(one) != nil ? true : absent
    case .never(let one): return first(one) != nil ? false : absent.map { !$0 }
    case .times(let one, let count):
      let found = all(one).count
      return found > count ? false : isEnded ? found == count : nil
    case .before(let one, let other):
      guard let index = first(one) else { return first(other) != nil ? false : absent }
      return first(other).map { index < $0 } ?? (isEnded ? true : nil)
    case .after(let one, let other):
      guard let index = first(one), let earlier = first(other) else { return absent }
      return earlier < index
    case .with(let one, let other):
      guard let index = first(one), let second = first(other) else { return absent }
      return abs(events[index].time - events[second].time) < Self.together
    case .at(let one, let time):
      return first(one).map { abs(events[$0].time - time) < Self.together } ?? absent
    case .first(let one, let others):
      guard let index = first(one) else { return others.contains { first($0) != nil } ? false : absent }
      return others.allSatisfy { other in first(other).map { index <= $0 } ?? true }
    case .last(let one, let others):
      guard let index = first(one) else { return absent }
      let rest = others.map(first)
      if rest.contains(where: { $0 ?? -1 > index }) { return false }
      return rest.contains(nil) ? absent : true
    case .gives(let one, let text):
      guard let index = first(one) else { return absent }
      let given = texts[events[index].text] ?? ""
      return text.hasSuffix("*") ? given.hasPrefix(text.dropLast()) : given == text
    case .on(let one, let queue): return first(one).map { texts[events[$0].queue] == queue } ?? absent
    case .pending(let pending, let all, let moment):
      guard isEnded else { return nil }
      var end = events.count
      if let moment {
        guard let index = first(moment) else { return false }
        end = index + 1
      }
      return all.allSatisfy { label in isPending(label, at: end) == pending.contains(label) }
    }
  }

  /// Whether the first promise with a label exists and has not settled before an index.
  private func isPending(_ label: String, at end: Int) -> Bool {
    guard let id = promise(label), let created = first(NamedEvent(.label(label), .created)), created < end else {
      return false
    }
    return !events[..<end].contains { $0.promise == id && ($0.kind == .fulfilled || $0.kind == .rejected) }
  }

  /// The index of the event after which a statement is decided, as far as it can be seen.
  func decision(of statement: Statement) -> Int {
    let end = events.count - 1
    return switch statement {
    case .times(let one, _): all(one).last ?? end
    case .pending(_, _, let moment): moment.flatMap(first) ?? end
    case .first(let one, _), .happens(let one), .at(let one, _), .gives(let one, _), .on(let one, _),
      .before(let one, _),
      .last(let one, _):
      first(one) ?? end
    case .after(let one, let other), .with(let one, let other):
      max(first(one) ?? end, first(other) ?? end)
    case .never: end
    }
  }
}
