// Exports a feed to an output. Owns the sequence: read and write, complete the output, report what is missing. The formats
// belong to ChainExport.

import ArgumentParser
import ChainExport
import ChainScreen
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes all events of a feed and waits for a live run to end.
///
/// A signal ends a live export early: the events read so far are written, the output is completed, and the exit code is 128
/// plus the signal number.
///
/// - Parameters:
///   - open: Opens the feed.
///   - format: The output format.
///   - isASCII: Whether text is drawn with ASCII characters only.
///   - path: The output file; nil or `-` is standard output.
/// - Throws: ``Failure``, ``ReaderLeft``, or the exit code for lost events.
func export(
  _ open: @autoclosure () throws -> Feed, as format: ExportFormat, isASCII: Bool, to path: String?
) throws {
  Interruption.watch()
  let feed = try open()
  Interruption.endsOrderly(feed.isLive)
  do {
    try write(feed, as: format, isASCII: isASCII, to: path)
  } catch is ReaderLeft where Interruption.signal != nil {
    // The same Ctrl-C also ended the reader of the pipe.
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
    // Keeps the events read before the error. An input that is not a log produces no output at all.
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
    // The exit code of the signal takes precedence; the losses have already been reported.
  }
}

/// A source that displays the progress of its reader.
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
