// What was known of a finding at a moment. Owns that a look at the past shows no occurrence and no victim that came later, at a bounded cost:
// no history is analyzed again.

import ChainModel
import PlainText
import PromiseTrace

extension Finding {
  /// Composes the sentence from the statement, the callers, and the numbers of occurrences and victims.
  mutating func composeSentence(in language: Language) {
    sentence = statement
    if !callers.isEmpty {
      let names = callers.joined(separator: " < ")
      sentence += language("; called from \(names)", "；由 \(names) 调用")
    }
    if occurrences > 1 {
      let count = NumberText.grouped(occurrences)
      sentence += language("; \(count) times at this call site", "；此调用点共 \(count) 次")
    }
    guard victims > 0 else { return }
    let count = NumberText.grouped(victims)
    let hang =
      victims == 1
      ? language("1 promise hangs", "1 个 Promise") : language("\(count) promises hang", "\(count) 个 Promise")
    // The number is that of all occurrences.
    sentence +=
      occurrences == 1
      ? language("; \(hang) because of it", "；\(hang) 因它卡住")
      : language("; \(hang) because of them", "；共有 \(hang) 因它们卡住")
  }

  /// For how long the promise has been pending, if that is what is wrong.
  fileprivate func pendingTime(until now: Int64, in store: ChainStore, _ language: Language) -> String? {
    guard let pendingSince else { return nil }
    let (name, duration) = (store.nameInSentence(promise), DurationText.of(now - pendingSince))
    return language("\(name) has been pending for \(duration)", "\(name) 已待定 \(duration)")
  }

  /// Keeps what follows the time in the statement.
  mutating func keepPendingReason(until now: Int64, in store: ChainStore, _ language: Language) {
    guard let time = pendingTime(until: now, in: store, language), statement.hasPrefix(time) else { return }
    pendingReason = String(statement.dropFirst(time.count))
  }

  /// The finding as it was known at a moment of the past; nil if its first occurrence was not known yet.
  fileprivate func known(
    at time: Int64, _ position: UInt64, in store: ChainStore, _ search: inout VictimSearch, _ language: Language
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
    if let time = pendingTime(until: time, in: store, language) { past.statement = time }
    if victims > 0 {
      var hanging = Victims()
      for occurrence in past.list.prefix(Occurrence.searched) where search.looked < Occurrence.lookedAt {
        hanging.formUnion(search.victims(of: occurrence.promise, store))
      }
      past.victims = hanging.count(besides: past.promises)
    }
    past.composeSentence(in: language)
    return past
  }
}

extension Occurrence {
  /// The number of occurrences of a finding, and of promises, that a search for the victims at a moment looks at.
  fileprivate static let (searched, lookedAt) = (1_024, 50_000)
}

extension [Finding] {
  /// Updates how long promises have been pending that may settle yet, so that one moment has one duration wherever it is shown.
  package mutating func age(to now: Int64, in store: ChainStore, language: Language) {
    for index in indices where !self[index].pendingReason.isEmpty {
      guard let time = self[index].pendingTime(until: now, in: store, language) else { continue }
      self[index].statement = time + self[index].pendingReason
      self[index].composeSentence(in: language)
    }
  }

  /// The findings of a run's end as they were known at a moment before, in the same order.
  ///
  /// - Parameters:
  ///   - time: The moment, in nanoseconds since the log's start.
  ///   - position: The number of events that had happened.
  ///   - store: The history at that moment.
  ///   - language: The language of the sentences.
  /// - Returns: The findings with the occurrences and the victims of that moment.
  /// - Complexity: O(*n*) in the number of occurrences, and at most 50,000 promises that wait for them.
  package func known(
    at time: Int64, position: UInt64, in store: ChainStore, language: Language
  ) -> [Finding] {
    var search = VictimSearch()
    return compactMap { $0.known(at: time, position, in: store, &search, language) }
  }
}

extension Rule {
  /// Whether the promise whose row shows it has settled, so that a pending one does not show it yet.
  fileprivate var needsSettlement: Bool {
    [.unhandledRejection, .swallowedError, .lostResult, .selfResolution].contains(self)
  }
}
