// Runs programs and logs through a store and an analyzer, and draws the findings as lines.

import PromiseCore
import PromiseLog

/// Runs a program in virtual time and draws its findings, one per line: severity, rule, and sentence.
func found(
  _ settings: AnalysisSettings = AnalysisSettings(), ended: Bool = true, _ program: (ManualExecutor) -> Void
) -> [String] {
  let (events, texts, failure) = record(program)
  return failure + found(ended ? events : events.filter { $0.kind != .ended }, texts, settings)
}

/// Draws the findings of events.
func found(_ events: [Event], _ texts: TextTable, _ settings: AnalysisSettings = AnalysisSettings()) -> [String] {
  var history = AnalyzedStore(texts: texts, settings: settings)
  for event in events { history.apply(event) }
  return history.found
}

extension AnalyzedStore {
  /// The findings, one per line: severity, rule, and sentence.
  var found: [String] { findings().map { "\($0.severity) \($0.rule.rawValue): \($0.sentence)" } }
}

/// Draws the findings of a log of a runtime, or of our promises: the lines after the header.
func found(
  log lines: String, runtime: String = "", _ settings: AnalysisSettings = AnalysisSettings()
) throws -> [String] {
  let header = #"{"schema":"promisescope.log","version":1,"runtime":"\#(runtime)"}"#
  let reader = LogReader(bytes: Array("\(header)\n\(lines)\n".utf8))
  let events = try reader.allEvents()
  return found(events, reader.texts, settings)
}
