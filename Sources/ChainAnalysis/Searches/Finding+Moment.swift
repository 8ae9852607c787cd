// What was known of a finding at a moment, at a bounded cost: a look at the past shows no occurrence and no victim that came later, and no
// history is analyzed again.

import ChainModel
import PlainText
import PromiseTrace

extension FindingText {
  /// For how long a promise has been pending; at least, if it existed before the log.
  static func pending(_ id: PromiseID, for duration: Int64, in store: ChainStore) -> FindingText {
    let (name, time) = (store.nameInSentence(id), DurationText.of(duration))
    let isLeast = store.facts(id)?.isUnknownStart ?? false
    return FindingText(
      "\(name) has been pending for \(isLeast ? "at least " : "")\(time)",
      "\(name) 待定至今\(isLeast ? "至少" : "") \(time)")
  }
}

extension Finding {
  /// For how long the promise has been pending, if that is what is wrong.
  fileprivate func pendingTime(until now: Int64, in store: ChainStore) -> FindingText? {
    pendingSince.map { .pending(promise, for: now - $0, in: store) }
  }

  /// The finding as it was known at a moment of the past; nil if its first occurrence was not known yet.
  fileprivate func known(
    at time: Int64, _ position: UInt64, in store: ChainStore, _ search: inout VictimSearch
  ) -> Finding? {
    func isKnown(_ occurrence: Occurrence) -> Bool {
      guard occurrence.known <= time, occurrence.event <= position, store.contains(occurrence.row) else { return false }
      return !rule.needsSettlement || store.state(of: occurrence.row)?.isSettled != false
    }
    guard let first = list.first, isKnown(first) else { return nil }
    var past = self
    past.list = list.filter(isKnown)
    past.promises = past.list.prefix(64).map(\.promise)
    past.occurrences = past.list.count
    past.evidence = evidence.filter { store.contains($0) }
    past.victims = 0
    if let time = pendingTime(until: time, in: store) { past.statement = time }
    if victims > 0 {
      var hanging = Victims()
      for occurrence in past.list.prefix(Occurrence.searched) where search.looked < Occurrence.lookedAt {
        hanging.formUnion(search.victims(of: occurrence.promise, store))
      }
      past.victims = hanging.count(besides: past.promises)
    }
    return past
  }
}

extension Occurrence {
  /// The number of occurrences of a finding, and of promises, that a search for the victims at a moment looks at.
  fileprivate static let (searched, lookedAt) = (1_024, 50_000)
}

extension [Finding] {
  /// Updates how long promises have been pending that may settle yet, so that one moment has one duration wherever it is shown.
  package mutating func age(to now: Int64, in store: ChainStore) {
    for index in indices {
      guard let reason = self[index].pendingReason, let time = self[index].pendingTime(until: now, in: store) else {
        continue
      }
      self[index].statement = time + reason
    }
  }

  /// The findings of a run's end as they were known at a moment before, in the same order.
  ///
  /// - Parameters:
  ///   - time: The moment, in nanoseconds since the log's start.
  ///   - position: The number of events that had happened.
  ///   - store: The history at that moment.
  /// - Returns: The findings with the occurrences and the victims of that moment.
  /// - Complexity: O(*n*) in the number of occurrences, and at most 50,000 promises that wait for them.
  package func known(at time: Int64, position: UInt64, in store: ChainStore) -> [Finding] {
    var search = VictimSearch()
    return compactMap { $0.known(at: time, position, in: store, &search) }
  }
}
