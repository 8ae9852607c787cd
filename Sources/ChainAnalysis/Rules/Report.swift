// Collects the findings of one moment. Owns how occurrences at one call site become one finding, and their order.

import ChainModel
import PlainText
import PromiseTrace

/// The findings of one moment, as they are found.
struct Report {
  let store: ChainStore
  let settings: AnalysisSettings
  let now: Int64
  /// The language of the sentences.
  let language: Language

  /// What has been found, without the store.
  struct Found: Sendable {
    fileprivate struct Key: Hashable {
      var rule: Rule
      var severity: Severity
      /// The call site and operator, or the promise if the log doesn't give them.
      var origin: UInt32
      var promise: PromiseID
    }

    fileprivate var findings: [Finding] = []
    /// The victims of each finding.
    fileprivate var victims: [Victims] = []
    fileprivate var indices: [Key: Int] = [:]
    fileprivate var search = VictimSearch()
    fileprivate var abandonment = Abandonment()
  }

  private(set) var found: Found

  init(store: ChainStore, settings: AnalysisSettings, now: Int64, language: Language, found: Found = Found()) {
    (self.store, self.settings, self.now, self.language, self.found) = (store, settings, now, language, found)
  }

  /// The open and leaked promises that wait for a promise, directly or through others.
  mutating func victims(of root: PromiseID) -> Victims { found.search.victims(of: root, store) }

  /// Whether everything that waited for a promise has settled without it; see ``Abandonment``.
  mutating func isAbandoned(_ promise: PromiseID, freed: Int64? = nil) -> Bool {
    found.abandonment.isAbandoned(promise, freed: freed, store)
  }

  /// The number of promises that searches for victims have looked at.
  var looked: Int { found.search.looked }

  /// Adds an occurrence.
  ///
  /// - Parameters:
  ///   - rule: The rule that holds.
  ///   - root: The promise at the root.
  ///   - severity: Nil for the rule's own.
  ///   - time: When the rule started to hold.
  ///   - evidence: Other promises that prove it.
  ///   - events: The events that prove it; 0 is left out.
  ///   - victims: The promises that suffer from it; counted once per finding.
  ///   - sentence: What is wrong, for the first occurrence.
  mutating func add(
    _ rule: Rule, _ root: NodeFacts, severity: Severity? = nil, time: Int64, evidence: [PromiseID] = [],
    events: [UInt64] = [], victims: Victims = Victims(), _ sentence: () -> String
  ) {
    let severity = severity ?? rule.severity
    let isKnown = root.origin != .max && root.site.line > 0
    let key = Found.Key(rule: rule, severity: severity, origin: root.origin, promise: isKnown ? 0 : root.id)
    let events = events.filter { $0 != 0 }
    if let index = found.indices[key] {
      found.victims[index].formUnion(victims)
      found.findings[index].repeats(at: root.id, evidence: evidence, events: events)
      return
    }
    var finding = Finding(rule, root.id, severity: severity, sentence: sentence())
    finding.site = store.nodeSite(root)
    finding.operation = store.texts[root.operation] ?? ""
    finding.label = store.texts[root.label]
    finding.time = time
    finding.isNode = store.isNode
    finding.evidence = evidence
    finding.events = events
    found.indices[key] = found.findings.count
    found.findings.append(finding)
    found.victims.append(victims)
  }

  /// The findings to report, most serious first, then in the order of time and promise.
  var sorted: [Finding] {
    var reported: [Finding] = []
    for (index, kept) in found.findings.enumerated() {
      var finding = kept
      finding.victims = found.victims[index].count(besides: kept.promises)
      guard let severity = settings.severity(of: finding) else { continue }
      finding.severity = severity
      finding.events.sort()
      if finding.occurrences > 1 {
        let count = NumberText.grouped(finding.occurrences)
        finding.sentence += language("; \(count) times at this call site", "；此调用点共 \(count) 次")
      }
      if finding.victims > 0 {
        let count = NumberText.grouped(finding.victims)
        finding.sentence += language(
          finding.victims == 1 ? "; 1 promise hangs because of it" : "; \(count) promises hang because of it",
          "；\(count) 个 Promise 因它卡住")
      }
      reported.append(finding)
    }
    return reported.sorted {
      ($1.severity, $0.time, $0.promise, $0.rule.rawValue) < ($0.severity, $1.time, $1.promise, $1.rule.rawValue)
    }
  }
}

extension Finding {
  /// Adds an occurrence, of which the first 64 are kept.
  fileprivate mutating func repeats(at promise: PromiseID, evidence: [PromiseID], events: [UInt64]) {
    occurrences += 1
    if promises.count < 64 { promises.append(promise) }
    self.evidence.append(contentsOf: evidence.prefix(max(0, 64 - self.evidence.count)))
    self.events.append(contentsOf: events.prefix(max(0, 64 - self.events.count)))
  }
}
