// Reading a feed to its end while showing progress.

import ChainAnalysis
import ChainExport
import ChainModel
import ChainScreen
import PromiseLog
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Feed {
  /// The options for reading this feed to its end.
  var readingOptions: ExportOptions {
    var options = ExportOptions()
    // Nothing else depends on the process table or on the clock: equal logs give equal exports.
    options.unfinished = { _ in Interruption.signal != nil ? "interrupted" : "" }
    if mayGrow {
      options.waitForMore = {
        usleep(5000)
        return Interruption.signal == nil
      }
    }
    return options
  }

  /// Reads and analyzes all events, and shows progress on standard error.
  ///
  /// A signal ends reading a live feed early: the result is what was read until then.
  ///
  /// - Parameters:
  ///   - settings: The thresholds, severities and exceptions of the analysis.
  ///   - visit: Called after each event was applied.
  /// - Returns: The history; its ``AnalyzedHistory/failure`` is the reason why it ends early, if it does.
  func analyzed(
    _ settings: AnalysisSettings = AnalysisSettings(), visit: (Event, ChainStore) -> Void = { _, _ in }
  ) -> AnalyzedHistory {
    Interruption.endsOrderly(isLive)
    let progress = Progress()
    let history = AnalyzedHistory(
      reading: progress.watching(source), settings: settings, options: readingOptions, visit: visit)
    if Interruption.signal != nil { Interruption.acknowledge() }
    progress.end()
    return history
  }

  /// The time since the log's start, in nanoseconds; nil unless its program still runs, because time in a log stops when that exits.
  var elapsed: Int64? { processState == .running ? source.header.elapsed : nil }

  /// The state of the program that writes the log.
  var processState: ProgramState {
    let last = reader?.lastTime ?? (source as? MergedLogs)?.lastTime ?? 0
    return .ofProgram(source.header, writing: path, lastEvent: last, isFollowed: mayGrow)
  }
}

extension Progress {
  /// A source that shows how much of it has been read, and ends early after a signal.
  func watching(_ source: any EventSource) -> PassedSource {
    var count: UInt64 = 0
    return PassedSource(source) { events, limit in
      if Interruption.signal != nil {
        Interruption.acknowledge()
        return .ended
      }
      let former = events.count
      let status = try source.read(into: &events, limit: limit)
      count += UInt64(events.count - former)
      if let reading = (source as? LogReader)?.progress, let size = reading.size, size > 0 {
        self.update("\(count) events, \(reading.read * 100 / size) %")
      } else {
        self.update("\(count) events")
      }
      return status
    }
  }
}
