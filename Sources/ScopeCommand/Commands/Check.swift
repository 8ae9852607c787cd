// Reads the sources of a check one after the other; one that can't be read does not stop the others. Owns the report and the problems of
// the sources. Does not find anything itself; `Analyzer` does.

import ArgumentParser
import ChainAnalysis
import ChainExport
import ChainModel
import PlainText
import PromiseTrace

/// A check in progress.
struct Check {
  /// The findings so far.
  var report = CheckReport()
  /// Whether every source so far was read to its end.
  private(set) var isComplete = true
  private let settings: AnalysisSettings
  /// The most serious problem of a source so far.
  private var problem = ExitCode.success

  /// Creates a check that has read no source.
  init(settings: AnalysisSettings) { self.settings = settings }

  /// Reads and analyzes a source, and reports problems with it on standard error.
  ///
  /// - Parameters:
  ///   - word: The source.
  ///   - scenario: The scenario options.
  ///   - isMixed: Whether one of the sources is a scenario; the scenario options then don't apply to logs.
  /// - Throws: An error that concerns all sources; one that concerns only this source becomes part of the report.
  mutating func read(_ word: String, _ scenario: ScenarioArguments, isMixed: Bool) throws {
    var source = CheckReport.Source(name: word)
    do {
      let argument = try SourceArgument(word)
      let feed = try Feed(argument, arguments: isMixed && argument.isLog ? .parse([]) : scenario)
      defer { if Interruption.signal != nil { feed.abandon() } }
      source = CheckReport.Source(name: feed.name)
      let history = feed.analyzed(settings)
      source.take(history)
      source.problems = feed.source.problemCount
      report.add(source, findings: history.findings(now: feed.now))
      if (feed.source as? LogReader)?.isCutOff ?? false { isComplete = false }
      let unexamined = history.analyzed.analyzer.unexamined
      if unexamined > 0 {
        complain(
          "\(feed.name): each rule examines 20,000 occurrences; \(NumberText.grouped(unexamined)) more were not examined."
        )
      }
      let index = report.sources.count - 1
      do {
        if let error = history.failure as? LogError { throw error.failure(about: feed.name) }
        if let error = history.failure { throw error }
        try feed.conclude(lost: history.summary.lost, waits: Interruption.signal == nil)
      } catch let failure as Failure {
        report.fail(index, failure.sentence)
        throw failure
      }
    } catch let failure as Failure {
      isComplete = false
      complain(failure.sentence)
      if report.sources.last?.failure != failure.sentence {
        source.failure = failure.sentence
        report.add(source, findings: [])
      }
      note(failure.code)
    } catch let code as ExitCode {
      note(code)
    }
  }

  private mutating func note(_ code: ExitCode) {
    // A source that can't be read is worse than a scenario that failed, and that is worse than lost events.
    let ranks: [ExitCode] = [.success, .eventsLost, .failedScenario, .badInput]
    if (ranks.firstIndex(of: code) ?? 0) > (ranks.firstIndex(of: problem) ?? 0) { problem = code }
  }

  /// 2 if a source can't be read, otherwise 1 for a finding at or above `severity` or a scenario that failed, otherwise 3 for losses or
  /// damage, otherwise 0.
  func exitCode(failOn severity: Severity) -> ExitCode {
    problem != .badInput && report.fails(on: severity) ? ExitCode(1) : problem
  }
}

extension CheckReport.Source {
  /// Copies the facts about what was read.
  fileprivate mutating func take(_ history: AnalyzedHistory) {
    program = history.header.program
    events = history.summary.events
    lost = history.summary.lost
    promises = history.store.counts.total
    isEnded = history.summary.isEnded
  }
}
