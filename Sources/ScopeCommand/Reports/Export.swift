// Exports a feed to an output. The sequence: read and write, complete the output, report what is missing. The formats belong to
// ChainExport.

import ArgumentParser
import ChainExport
import ChainScreen
import PlainText
import PromiseLog
import PromiseTrace

/// Writes all events of a feed and waits for a live run to end.
///
/// A signal ends the export early: the events read so far are written, the output is completed, and the exit code is 128 plus the
/// signal number.
///
/// - Parameters:
///   - open: Opens the feed.
///   - format: The output format.
///   - asked: The options of the format, and the part to export.
///   - isRedacted: Whether texts of the program are replaced by stand-ins.
///   - sources: The folders with the sources to embed in the log; nil to embed none.
///   - lesson: The file of the lesson to embed in the log; nil for none.
///   - path: The output file; nil or `-` is standard output.
///   - replacesSource: Whether that is the log that is exported. It is replaced only by the whole of a sound log.
/// - Throws: ``Failure``, ``ReaderLeft``, or the exit code for lost events.
func export(
  _ open: @autoclosure () throws -> Feed, as format: ExportFormat, _ asked: ExportOptions, isRedacted: Bool = false,
  sources: [String]? = nil, lesson: String? = nil, to path: String?, replacesSource: Bool = false
) throws {
  Interruption.watch()
  let feed = try open()
  do {
    var source: any EventSource = isRedacted ? feed.source.redacted : feed.source
    if sources != nil || lesson != nil {
      let files = sources.map(feed.sourceFiles)
      source = EmbeddedSources.adding(to: source, lesson: lesson) { files?.finder.file($0)?.lines }
    }
    try write(feed, source, as: format, asked, to: path, replacesSource: replacesSource)
  } catch is ReaderLeft where Interruption.signal != nil {
    // The same Ctrl-C also ended the reader of the pipe.
  }
  guard let signal = Interruption.signal else { return }
  feed.abandon()
  throw ExitCode(128 + signal)
}

private func write(
  _ feed: Feed, _ source: any EventSource, as format: ExportFormat, _ asked: ExportOptions, to path: String?,
  replacesSource: Bool
) throws {
  let output = try Output(path: path, isData: !format.isText)
  let progress = Progress()
  var options = asked
  (options.unfinished, options.waitForMore) = (feed.readingOptions.unfinished, feed.readingOptions.waitForMore)
  let summary: ExportSummary
  do {
    summary = try format.export(progress.watching(source), options: options) { bytes in
      // A format that writes at the end may take a while after a signal.
      if Interruption.signal != nil { Interruption.acknowledge() }
      try output.write(bytes)
      // The exporter collects bytes, too; what it passes on is for the reader of the pipe now.
      try output.flush()
    }
  } catch let error as LogError {
    progress.end()
    // Keeps the events read before the error. An input that is not a log produces no output at all.
    if output.isBegun {
      if replacesSource { reportKept(feed) } else { try output.finish() }
    }
    throw error.failure(about: feed.name)
  }
  let isInterrupted = Interruption.signal != nil
  if isInterrupted { Interruption.acknowledge() }
  progress.end()
  if replacesSource, isInterrupted || feed.source.problemCount > 0 {
    reportKept(feed)
  } else if replacesSource, isBeingWritten(feed, summary) {
    throw Failure(sentence: "\(feed.name) is unchanged: its program still writes it.")
  } else {
    try output.finish()
  }
  if let notice = summary.notice { complain("\(feed.name): \(notice).") }
  if summary.evicted > 0 {
    let what = summary.evicted == 1 ? "promise is" : "promises are"
    complain("\(feed.name): \(NumberText.grouped(summary.evicted)) \(what) missing, because memory is limited.")
  }
  do {
    try feed.conclude(lost: summary.lost, waits: !isInterrupted)
  } catch is ExitCode where isInterrupted {
    // The exit code of the signal takes precedence; the losses have already been reported.
  }
}

/// Whether a program may still add events to the log, which would be lost with the file that it writes.
private func isBeingWritten(_ feed: Feed, _ summary: ExportSummary) -> Bool {
  let state = ProgramState.ofProgram(feed.source.header, writing: feed.path, lastEvent: 0, isFollowed: true)
  return !summary.isEnded && (state == .running || state == .stopped)
}

private func reportKept(_ feed: Feed) {
  complain("\(feed.name) is unchanged: only the whole of a sound log replaces itself.")
}
