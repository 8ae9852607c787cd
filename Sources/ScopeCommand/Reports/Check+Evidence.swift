// The second reading of a checked source: the events that prove its findings, and their lines.

import ChainAnalysis
import ChainExport
import ChainModel
import PlainText
import PromiseLog
import PromiseTrace

extension Check {
  /// Finds the events that prove the findings of a source.
  ///
  /// - Parameters:
  ///   - findings: The findings.
  ///   - store: The history in which they were found.
  ///   - feed: The source, opened again.
  ///   - language: The language of the sentences.
  /// - Returns: The events of each finding.
  func prove(
    _ findings: [Finding], in store: ChainStore, of feed: Feed, _ language: Language
  ) throws -> [[Evidence]] {
    var search = EvidenceSearch(of: findings, in: store, texts: feed.source.texts, language: language)
    var events: [Event] = []
    while try feed.source.read(into: &events, limit: 4_096) == .more {
      for event in events { search.add(event) }
      events.removeAll(keepingCapacity: true)
    }
    for event in events { search.add(event) }
    return search.finish(lines: try feed.reader == nil ? [:] : lines(of: search.sequences, feed))
  }

  /// The lines of events in a log, by their sequence numbers.
  private func lines(of sequences: Set<UInt64>, _ feed: Feed) throws -> [UInt64: Int] {
    guard let path = feed.path else { return [:] }
    let (lines, _) = try LintedLog.open(path, feed.name)
    var numbers: [UInt64: Int] = [:]
    while let line = try lines.next() {
      guard case .members(let members) = line,
        case .integer(let sequence)? = members.first(where: { $0.name == "seq" })?.value,
        sequences.contains(sequence), numbers[sequence] == nil
      else { continue }
      numbers[sequence] = lines.number
      if numbers.count == sequences.count { break }
    }
    return numbers
  }
}
