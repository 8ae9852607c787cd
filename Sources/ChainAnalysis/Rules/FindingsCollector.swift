// Collects the findings of one moment. Owns how occurrences at one call site become one finding, and their order.

import ChainModel
import PlainText
import PromiseTrace

/// The findings of one moment, as they are found, and what the checks examine.
struct FindingsCollector {
  let run: RunView
  var store: ChainStore { run.store }
  /// Whether the program recorded callers: a store is not looked at for each occurrence in vain.
  private let hasCallers: Bool

  /// What has been found, without the store.
  struct Found: Sendable {
    fileprivate struct Key: Hashable {
      var rule: Rule
      var severity: Severity
      /// The call site and operator, or the promise if the log doesn't give them.
      var origin: UInt32
      var site: Site?
      /// The first function outside, if the program recorded the callers.
      var caller: String?
      var promise: PromiseID
    }

    fileprivate var findings: [Finding] = []
    /// The victims of each finding.
    fileprivate var victims: [Victims] = []
    fileprivate var indices: [Key: Int] = [:]
    /// The rules that hold at each call site of a root.
    fileprivate var rules: [UInt32: Set<Rule>] = [:]
    fileprivate var search = VictimSearch()
    fileprivate var abandonment = Abandonment()
    /// The promises whose waiting or rejection a rule explains.
    fileprivate var explained: [Rule: Set<PromiseID>] = [:]
    /// The progress of the search for open promises that hang.
    var open: OpenSearch?
  }

  var found: Found

  init(_ run: RunView, _ found: Found) {
    (self.run, self.found) = (run, found)
    hasCallers = run.store.hasCallers
  }

  /// The open and leaked promises that wait for a promise, directly or through others.
  mutating func victims(of root: PromiseID) -> Victims { found.search.victims(of: root, store) }

  /// Whether everything that waited for a promise has settled without it; see ``Abandonment``.
  mutating func isAbandoned(_ promise: PromiseID, freed: Int64? = nil) -> Bool {
    found.abandonment.isAbandoned(promise, freed: freed, store)
  }

  /// Whether one of some rules holds for promises from a call site.
  func hasFinding(of rules: Set<Rule>, origin: UInt32) -> Bool { !(found.rules[origin] ?? []).isDisjoint(with: rules) }

  /// Notes that a rule explains why a promise waits, or was rejected, so that others do not report it.
  mutating func explain(_ promise: PromiseID, by rule: Rule) { found.explained[rule, default: []].insert(promise) }

  /// Whether one of some rules explains a promise.
  func isExplained(_ promise: PromiseID, by rules: Rule...) -> Bool {
    rules.contains { found.explained[$0]?.contains(promise) ?? false }
  }

  /// The promises that a rule explains.
  func explained(by rule: Rule) -> Set<PromiseID> { found.explained[rule] ?? [] }

  /// The number of promises that searches for victims have looked at.
  var looked: Int { found.search.looked }

  /// Adds an occurrence.
  ///
  /// - Parameters:
  ///   - rule: The rule that holds.
  ///   - root: The promise at the root.
  ///   - place: The promise at whose call site it can be mended; nil for the root.
  ///   - site: That call site, if it is not the one that created a promise.
  ///   - namesOutside: Whether the sentence may name the code outside of the function that it stands in.
  ///   - severity: Nil for the rule's own.
  ///   - kind: The family that it is shown as; nil for the rule's own.
  ///   - advice: What to do about it; nil for the hint of the rule.
  ///   - row: The promise whose row shows the problem; nil for the root.
  ///   - time: When the rule started to hold.
  ///   - known: When that was known; nil for the same moment.
  ///   - pendingSince: Since when the root has been pending, if that is what is wrong.
  ///   - pendingReason: Why, after the time for which it has been pending; nil unless it may settle yet.
  ///   - isUnfinished: Whether the root merely had not settled when the program ended.
  ///   - evidence: Other promises that prove it.
  ///   - events: The events that prove it; 0 is left out.
  ///   - victims: The promises that suffer from it; counted once per finding.
  ///   - related: The other call sites, each with what happened there, for the first occurrence.
  ///   - statement: What is wrong, for the first occurrence.
  mutating func add(
    _ rule: Rule, _ root: NodeFacts, at place: NodeFacts? = nil, site: Site? = nil, namesOutside: Bool = true,
    severity: Severity? = nil,
    kind: ProblemKind? = nil, advice: Text? = nil, row: PromiseID? = nil, time: Int64, known: Int64? = nil,
    pendingSince: Int64? = nil, pendingReason: @autoclosure () -> FindingText? = nil, isUnfinished: Bool = false,
    evidence: [PromiseID] = [], events: [UInt64] = [], victims: Victims = Victims(),
    related: @autoclosure () -> [RelatedSite?] = [], _ statement: () -> FindingText
  ) {
    let place = place ?? root
    let severity = severity ?? rule.severity
    let isKnown = site != nil || place.origin != .max && place.site.line > 0
    let callers = hasCallers ? callers(of: place, at: site ?? place.site) : []
    let key = Found.Key(
      rule: rule, severity: severity, origin: site == nil ? place.origin : .max, site: site, caller: callers.first,
      promise: isKnown ? 0 : place.id)
    let events = events.filter { $0 != 0 }
    let occurrence = Occurrence(
      promise: root.id, row: row ?? root.id, evidence: evidence.first { $0 != root.id } ?? 0,
      known: max(known ?? time, time), event: events.max() ?? 0)
    found.rules[root.origin, default: []].insert(rule)
    if let index = found.indices[key] {
      found.victims[index].formUnion(victims)
      found.findings[index].repeats(occurrence, evidence: evidence, events: events)
      return
    }
    var finding = Finding(rule, root.id, severity: severity, statement())
    finding.site = site.map(store.nodeSite) ?? store.nodeSite(place.site)
    finding.operation = store.texts[place.operation] ?? ""
    finding.label = store.texts[place.label]
    finding.caller = caller(of: place, root, at: site ?? place.site)
    if let caller = callers.first {
      finding.caller = finding.caller ?? NodeSite(file: "", line: 0, function: caller)
      finding.callers = callers
    } else if rule.namesOutside, namesOutside, advice == nil || place.id == root.id {
      let isBodyNamed = rule == .floatingPromise || rule == .missingAwait
      finding.outside = store.outside(of: place, at: site ?? place.site, isBodyNamed: isBodyNamed)
    }
    finding.related = related().compactMap(\.self)
    finding.list = [occurrence]
    (finding.pendingSince, finding.isUnfinished) = (pendingSince, isUnfinished)
    finding.pendingReason = pendingReason()
    if let kind { finding.kind = kind }
    finding.time = time
    finding.runtime = store.runtime
    finding.advice = advice
    finding.evidence = evidence
    finding.events = events
    found.indices[key] = found.findings.count
    found.findings.append(finding)
    found.victims.append(victims)
  }

  /// The functions that led to a call site, from the first one outside of its own.
  private func callers(of place: NodeFacts, at site: Site) -> [String] {
    Array(store.callers(of: place.id).drop { site.isFunction($0, store.texts) })
  }

  /// The call site of the first caller outside of the function of a call site.
  private func caller(of place: NodeFacts, _ root: NodeFacts, at site: Site) -> NodeSite? {
    if place.id != root.id, !place.site.isInSameFunction(as: site) { return store.nodeSite(place.site) }
    let caller = store.caller(of: place).flatMap { $0.site.isInSameFunction(as: site) ? nil : $0.site }
    guard var call = store.call(to: place, outside: site) else { return caller.flatMap(store.nodeSite) }
    // The name with its parameter labels, as in a log without the calls.
    if let caller, caller.file == call.file, caller.isFunction(store.texts[call.function] ?? "", store.texts) {
      call.function = caller.function
    }
    return store.nodeSite(call)
  }

  /// The findings to report, the worst first, then in the order of time and promise.
  var sorted: [Finding] {
    var reported: [Finding] = []
    var victims: [Victims] = []
    var (counted, groups): (Set<PromiseID>, Set<Int>) = ([], [])
    for (kept, suffering) in found.merged {
      var finding = kept
      finding.victims = suffering.count(besides: kept.promises)
      guard let severity = run.settings.severity(of: finding) else { continue }
      finding.severity = severity
      finding.events.sort()
      reported.append(finding)
      victims.append(suffering)
      // What is to blame does not wait for another.
      counted.formUnion(kept.promises)
    }
    number(&reported)
    // Sorting the findings themselves would move each of them several times.
    let keys = reported.map {
      (severity: $0.severity, rest: ($0.rank, $0.time, $0.promise, $0.rule.rawValue))
    }
    let order = keys.indices.sorted {
      let (first, second) = (keys[$0], keys[$1])
      return first.severity == second.severity ? first.rest < second.rest : second.severity < first.severity
    }
    return order.map { index in
      reported[index].newVictims = victims[index].add(to: &counted, groups: &groups)
      return reported[index]
    }
  }
}

extension FindingsCollector.Found {
  /// The findings with their victims: those of one rule at one call site are one, with the sentence of the most serious.
  fileprivate var merged: [(finding: Finding, victims: Victims)] {
    var merged = Array(zip(findings, victims)).map { (finding: $0, victims: $1) }
    var bySite: [Key: [Int]] = [:]
    for (key, index) in indices {
      var key = key
      key.severity = .note
      bySite[key, default: []].append(index)
    }
    var absorbed: Set<Int> = []
    for indices in bySite.values where indices.count > 1 {
      let order = indices.sorted { findings[$1].severity < findings[$0].severity }
      for index in order.dropFirst() {
        merged[order[0]].finding.absorb(findings[index])
        merged[order[0]].victims.formUnion(victims[index])
        absorbed.insert(index)
      }
    }
    return merged.indices.filter { !absorbed.contains($0) }.map { merged[$0] }
  }
}

/// Numbers the findings that have the same fingerprint, in the order of their lines.
private func number(_ findings: inout [Finding]) {
  var alike: [String: [Int]] = [:]
  for index in findings.indices { alike[findings[index].fingerprint, default: []].append(index) }
  for indices in alike.values where indices.count > 1 {
    let sorted = indices.sorted {
      (findings[$0].site?.line ?? 0, findings[$0].promise) < (findings[$1].site?.line ?? 0, findings[$1].promise)
    }
    for (number, index) in sorted.enumerated() { findings[index].ordinal = number + 1 }
  }
}

extension Finding {
  /// Its place among those that are as serious: a lost error comes first, and what merely had not settled last.
  fileprivate var rank: Int { isUnfinished ? 2 : rule.kind == .swallowed ? 0 : 1 }

  /// Adds an occurrence, of which the first 64 are kept as promises.
  fileprivate mutating func repeats(_ occurrence: Occurrence, evidence: [PromiseID], events: [UInt64]) {
    occurrences += 1
    if promises.count < 64 { promises.append(occurrence.promise) }
    if list.count < Occurrence.limit { list.append(occurrence) }
    self.evidence.append(contentsOf: evidence.prefix(max(0, 64 - self.evidence.count)))
    self.events.append(contentsOf: events.prefix(max(0, 64 - self.events.count)))
  }

  /// Adds the occurrences of a less serious finding at the same call site.
  fileprivate mutating func absorb(_ other: Finding) {
    for occurrence in other.list { repeats(occurrence, evidence: [], events: []) }
    occurrences += other.occurrences - other.list.count
    evidence += other.evidence.prefix(max(0, 64 - evidence.count))
    events += other.events.prefix(max(0, 64 - events.count))
  }
}
