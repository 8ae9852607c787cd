// What is known at the end of a source: counts, losses, problems, and whether the log is complete. Owns the sentences about what is missing.

import PlainText
import PromiseTrace

/// What is known at the end of an export: the same in every format.
package struct ExportEnd {
  /// The numbers of events and losses.
  package var summary = ExportSummary()
  /// The time of the last event, in nanoseconds since the log's start.
  package var time: Int64 = 0
  /// The losses, in order; the first ``lossLimit`` of them.
  package var losses: [Loss] = []
  /// The problems of the input: lines that could not be read, and a last line that is cut off.
  package var problems: [LogDiagnostic] = []
  /// The number of problems, of which ``problems`` lists the first 100.
  package var problemCount = 0
  /// A word for the end of a source without an `ended` event, such as `interrupted`; empty for a log, which does not say why it has none.
  package var ending = ""
  /// The number of notes and other single events beyond those that are kept.
  package var droppedMarks = 0

  /// The maximum number of losses that are listed one by one.
  package static let lossLimit = 1_000

  /// Events that are missing at one position.
  package struct Loss: Sendable, Equatable {
    /// The position, as a sequence number.
    package var sequence: UInt64
    /// When, in nanoseconds since the log's start.
    package var time: Int64
    package var count: UInt64
    /// Whether the log is damaged there.
    package var isDamage: Bool
  }

  /// Caveats for readers of the export, one sentence each, without a period; empty for a complete log.
  package var caveats: [String] {
    var caveats: [String] = []
    if summary.lost > 0 { caveats.append("\(summary.lost) \(summary.lost == 1 ? "event was" : "events were") lost") }
    if summary.evicted > 0 {
      caveats.append("\(summary.evicted) \(summary.evicted == 1 ? "promise is" : "promises are") no longer kept")
    }
    if droppedMarks > 0 { caveats.append("\(droppedMarks) notes and other single events are left out") }
    if let first = problems.first {
      let line = first.line > 0 ? ", the first in line \(first.line)" : ""
      caveats.append("the log has \(problemCount) \(problemCount == 1 ? "problem" : "problems")\(line)")
    }
    if !summary.isEnded {
      caveats.append("the log has no end" + (ending.isEmpty ? "" : ": " + ending))
    }
    return caveats
  }

  /// The problems and the missing end for a line of counts; empty for a complete log.
  func shortWords(_ language: Language) -> String {
    let problems = language(
      NumberText.plural(problemCount, "problem", "problems") + " in the log", "日志中有 \(problemCount) 处问题")
    var words = problemCount > 0 ? [problems] : []
    if !summary.isEnded { words.append(ending.isEmpty ? language("no end", "没有结束") : ending) }
    return words.joined(separator: "  ")
  }

  mutating func add(_ event: Event) {
    summary.count(event)
    time = max(time, event.time)
    guard event.kind == .lost, losses.count < Self.lossLimit else { return }
    losses.append(Loss(sequence: event.sequence, time: event.time, count: event.count, isDamage: event.isDamage))
  }

  /// Adds what a source knows once it has been read.
  mutating func complete(_ source: any EventSource, _ options: ExportOptions) {
    (problems, problemCount) = (source.diagnostics, source.problemCount)
    if !summary.isEnded { ending = options.unfinished(source.header) }
  }
}
