// The events that prove findings, in words. A finding names events and promises; a second reading of its source finds what happened to them.

import ChainAnalysis
import ChainModel
import LessonEngine
import PlainText
import PromiseTrace

/// An event that proves a finding.
public struct Evidence: Sendable, Equatable {
  /// Its sequence number.
  public var sequence: UInt64
  /// Its line in the log, from 1; nil if its source is not one log.
  public var line: Int?
  /// Its time, in nanoseconds since the log's start.
  public var time: Int64
  /// The promise that it is about; 0 for none.
  public var promise: PromiseID
  /// Its kind, as the log has it.
  public var kind: EventKind
  /// What happened, in one sentence.
  public var text: String
}

/// Finds the evidence of findings in the events of their source.
///
/// Not thread-safe. Its memory is bounded: of each finding, it keeps the first events.
public struct EvidenceSearch {
  private let store: ChainStore
  private let language: Language
  private let findings: [Finding]
  private var story: Story
  /// The indexes of the findings, by the promises of their first occurrences, and by the events that they name.
  private var concerned: [PromiseID: [Int]] = [:]
  private var named: [UInt64: [Int]] = [:]
  /// The events without a sentence so far, by their position in the run, from 1.
  private var untold: [UInt64: Event] = [:]
  private var position: UInt64 = 0
  private var found: [[(position: UInt64, evidence: Evidence)]]

  /// The number of events to keep for a finding, and of promises to follow.
  private static let (limit, promises) = (32, 8)

  /// Creates a search that has read no event.
  ///
  /// - Parameters:
  ///   - findings: The findings.
  ///   - store: The history in which they were found.
  ///   - texts: The table of the events that will be added.
  ///   - language: The language of the sentences.
  public init(of findings: [Finding], in store: ChainStore, texts: TextTable, language: Language) {
    (self.findings, self.store, self.language) = (findings, store, language)
    story = Story(texts: texts, languages: [language])
    found = Array(repeating: [], count: findings.count)
    for (index, finding) in findings.enumerated() {
      for promise in Set([finding.promise] + finding.evidence.prefix(Self.promises)) {
        concerned[promise, default: []].append(index)
      }
      for event in finding.events { named[event, default: []].append(index) }
    }
  }

  /// Adds the next event of the source.
  public mutating func add(_ event: Event) {
    position += 1
    var indexes = Set(named[event.sequence] ?? [])
    for index in concerned[event.promise] ?? [] where found[index].count < Self.limit && shows(event, index) {
      indexes.insert(index)
    }
    if event.kind == .ended {
      indexes.formUnion(findings.indices.filter { [.neverSettled, .stuck].contains(findings[$0].rule) })
    }
    if !indexes.isEmpty {
      untold[position] = event
      let evidence = Evidence(
        sequence: event.sequence, time: event.time, promise: event.promise, kind: event.kind, text: "")
      for index in indexes { found[index].append((position, evidence)) }
    }
    if let sentence = story.add(event) { tell(sentence) }
  }

  /// Ends the search.
  ///
  /// - Parameter lines: The lines of the log by the sequence numbers of their events; empty if there are none.
  /// - Returns: The evidence of each finding, in the order of the events.
  public mutating func finish(lines: [UInt64: Int]) -> [[Evidence]] {
    for sentence in story.finish() { tell(sentence) }
    for (position, event) in untold { tell(position, words(event)) }
    return found.map { list in
      list.map { item in
        var evidence = item.evidence
        evidence.line = lines[evidence.sequence]
        return evidence
      }
    }
  }

  /// The events whose lines ``finish(lines:)`` needs.
  public var sequences: Set<UInt64> { Set(found.joined().map(\.evidence.sequence)) }

  /// Whether an event of a promise shows what a finding says of it: what became of it, or that another promise of the finding waits for it.
  private func shows(_ event: Event, _ index: Int) -> Bool {
    switch event.kind {
    case .created, .finished, .adopted, .fulfilled, .rejected, .ignored, .cancelRequested, .handled, .unhandled: true
    case .released: event.state == .pending
    case .awaiting, .registered: concerned[event.peer]?.contains(index) ?? false
    default: false
    }
  }

  private mutating func tell(_ sentence: StorySentence) {
    let text = sentence.text.line(in: language).text
    guard sentence.kind == .created else { return tell(sentence.position, text) }
    // The sentence about a creation is that of the last event that belongs to it.
    let start = sentence.position > 256 ? sentence.position - 256 : 0
    for position in (start...sentence.position).reversed() {
      guard let event = untold[position], event.kind == .created, event.promise == sentence.promise else { continue }
      let calls = store.callersInWords(of: event.promise)
      let callers = calls.isEmpty ? "" : language(" Called from \(calls).", "调用者：\(calls)。")
      return tell(position, text + callers)
    }
  }

  private mutating func tell(_ position: UInt64, _ text: String) {
    guard untold.removeValue(forKey: position) != nil else { return }
    for index in found.indices {
      guard let place = found[index].firstIndex(where: { $0.position == position }) else { continue }
      found[index][place].evidence.text = text
    }
  }

  /// What happened, where the story of the run says it with another event.
  private func words(_ event: Event) -> String {
    let name = store.nameInSentence(event.promise)
    switch event.kind {
    case .registered:
      let waiter = event.peer == 0 ? language("Code", "代码") : store.nameInSentence(event.peer)
      return language("\(waiter) waits for \(name).", "\(waiter) 在等待 \(name)。")
    case .finished:
      let code = store.codeInSentence(event.promise, language)
      return event.outcome == .threw
        ? language("The \(code) of \(name) threw an error.", "\(name) 的\(code)抛出了错误。")
        : language("The \(code) of \(name) ended.", "\(name) 的\(code)结束了。")
    case .started:
      let code = store.codeInSentence(event.promise, language)
      return language("The \(code) of \(name) started.", "\(name) 的\(code)开始了。")
    case .handled: return language("A handler took the rejection of \(name).", "有处理函数处理了 \(name) 的拒绝。")
    default: return language("\(name): \(event.kind.logName).", "\(name)：\(event.kind.logName)。")
    }
  }
}
