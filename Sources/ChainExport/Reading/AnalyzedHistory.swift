// A source read to its end into a store, with an analyzer beside it: the common ground of all reports, and of all formats that write at the end.
// `ExportOptions.limit` bounds the memory.

import ChainAnalysis
import ChainModel
import PromiseTrace

/// A history and its analysis.
public struct AnalyzedHistory {
  /// The promises, and what is wrong with them.
  public private(set) var analyzed: AnalyzedStore
  /// What was read.
  public var summary: ExportSummary { end.summary }
  /// The promises.
  public var store: ChainStore { analyzed.store }
  /// The header of the log.
  public let header: LogHeader
  /// The error that ended reading early; what was read before is valid.
  public let failure: (any Error)?
  /// What is known at the end of the source.
  private(set) var end = ExportEnd()

  /// Reads all events of a source.
  ///
  /// - Parameters:
  ///   - source: The source, which is read to its end.
  ///   - settings: The thresholds, severities and exceptions; nil to find nothing, which is faster.
  ///   - options: The number of promises to keep, and what to do when the source has no events at the moment.
  ///   - visit: Called after each event was applied.
  public init(
    reading source: any EventSource, settings: AnalysisSettings? = AnalysisSettings(),
    options: ExportOptions = ExportOptions(), visit: (Event, ChainStore) -> Void = { _, _ in }
  ) {
    // With the events of recent promises, answers about times are exact to the nanosecond.
    analyzed = AnalyzedStore(
      texts: source.texts, limit: options.limit, historyLimit: settings == nil ? 0 : 65_536, settings: settings)
    var pump = EventPump(source)
    while let batch = pump.next(whenIdle: options.waitForMore) {
      for event in batch {
        analyzed.apply(event)
        visit(event, analyzed.store)
        end.add(event)
      }
    }
    (header, failure) = (source.header, pump.failure)
    end.complete(source, options)
    end.summary.evicted = analyzed.store.counts.evicted
  }

  /// What is wrong, most serious first.
  ///
  /// - Parameter now: The moment, in nanoseconds since the log's start; nil for the time of the latest event.
  /// - Returns: The findings that the settings do not exclude.
  public func findings(now: Int64? = nil) -> [Finding] { analyzed.findings(now: now) }
}
