// Events of a feed to an output, in one of the formats. Owns the order: read and write, complete the output, say what was
// missing. Refuses to know how a format looks.

import ArgumentParser
import ChainExport
import ChainScreen
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes everything a feed has, waiting for the end of a live run.
///
/// A signal ends a live export early: what was read so far is written and completed, and the exit code is 128 plus the signal's number.
///
/// - Parameters:
///   - open: Opens the feed that the events come from.
///   - format: What to write.
///   - isASCII: Whether text is drawn with ASCII characters only.
///   - path: A file; nil or `-` is standard output.
/// - Throws: ``Failure``, ``ReaderLeft``, or the exit code that tells of losses.
func export(
  _ open: @autoclosure () throws -> Feed, as format: ExportFormat, isASCII: Bool, to path: String?
) throws {
  Interruption.watch()
  let feed = try open()
  Interruption.endsOrderly(feed.isLive)
  do {
    try write(feed, as: format, isASCII: isASCII, to: path)
  } catch is ReaderLeft where Interruption.signal != nil {
    // The reader got the same Ctrl-C.
  }
  guard let signal = Interruption.signal else { return }
  feed.abandon()
  throw ExitCode(128 + signal)
}

private func write(_ feed: Feed, as format: ExportFormat, isASCII: Bool, to path: String?) throws {
  let output = try Output(path: path)
  let progress = Progress()
  var options = ExportOptions()
  options.isASCII = isASCII
  if !feed.isScenario {
    options.unfinished = { header in
      switch ProcessState.of(header.pid) {
      case .running, .stopped: StreamState.growing.words
      case .gone: StreamState.killed.words
      case .unknown: StreamState.cutOff.words
      }
    }
  }
  if feed.mayGrow {
    options.waitForMore = {
      usleep(5000)
      return Interruption.signal == nil
    }
  }
  let summary: ExportSummary
  do {
    summary = try format.export(Watched(feed.source, progress), options: options) { try output.write($0) }
  } catch let error as LogError {
    progress.end()
    // What was read before the trouble is kept; nothing was, where there was no log at all.
    if output.isBegun { try output.finish() }
    throw error.failure(about: feed.name)
  }
  let isInterrupted = Interruption.signal != nil
  if isInterrupted { Interruption.acknowledge() }
  progress.end()
  try output.finish()
  do {
    try feed.conclude(lost: summary.lost, waits: !isInterrupted)
  } catch is ExitCode where isInterrupted {
    // The signal's exit code wins; what was wrong has been said.
  }
}

/// A source that shows how far its reader is.
private final class Watched: EventSource {
  var header: LogHeader { source.header }
  var texts: TextTable { source.texts }
  var diagnostics: [LogDiagnostic] { source.diagnostics }
  var notices: [LogDiagnostic] { source.notices }
  var damaged: UInt64 { source.damaged }

  private let source: any EventSource
  private let progress: Progress
  private var count: UInt64 = 0

  init(_ source: any EventSource, _ progress: Progress) {
    self.source = source
    self.progress = progress
  }

  func read(into events: inout [Event], limit: Int) throws -> SourceStatus {
    if Interruption.signal != nil {
      Interruption.acknowledge()
      return .ended
    }
    let former = events.count
    let status = try source.read(into: &events, limit: limit)
    count += UInt64(events.count - former)
    if let reading = (source as? LogReader)?.progress, let size = reading.size, size > 0 {
      progress.update("\(count) events, \(reading.read * 100 / size) %")
    } else {
      progress.update("\(count) events")
    }
    return status
  }
}
